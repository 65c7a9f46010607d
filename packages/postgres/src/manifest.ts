import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresFailed } from './failed.ts'
import type { Copied } from './copying.ts'

/** What a backup holds. Written last: a folder without it is no backup. */
export type Manifest = {
  readonly format: 1
  /** `server_version_num` of the server that was saved. */
  readonly serverVersion: number
  readonly systemIdentifier: string
  readonly startLsn: string
  /** Everything committed before this position is in the backup. */
  readonly stopLsn: string
  readonly startedAt: string
  readonly finishedAt: string
  /** Folders below `data`, empty ones included. */
  readonly folders: readonly string[]
  /** Files below `data`, by path with forward slashes. */
  readonly files: Readonly<Record<string, Copied>>
}

export const manifestName = 'manifest.json'

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === 1 &&
  'folders' in value &&
  Array.isArray(value.folders) &&
  'files' in value &&
  typeof value.files === 'object'

export const readManifest = async (backup: string): Promise<Manifest> => {
  try {
    const found: unknown = JSON.parse(await readFile(join(backup, manifestName), 'utf8'))
    if (isManifest(found)) return found
  } catch (cause) {
    throw new PostgresFailed(`${backup} is not a finished backup.`, { cause })
  }
  throw new PostgresFailed(`${backup} is not a backup of a format we know.`)
}

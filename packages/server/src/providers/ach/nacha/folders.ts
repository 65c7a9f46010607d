/**
 * Two folders that the bank's own program, or a mirror over SFTP, reads and fills. A file is handed over by renaming it, which happens as
 * a whole or not at all. It may be gone a moment later, since the bank takes it away: that the staged one is no longer there is what
 * tells that it was handed over.
 */
import { access, mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ProviderError } from '../../types.ts'
import type { NachaSettings } from './settings.ts'
import type { FileTransport } from './transport-port.ts'

const STAGED = '.staged'
const TAKEN = 'taken'
/** What others write under another name until it is whole. */
const UNFINISHED = /^\.|\.(?:part|tmp|filepart)$/i

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ENOENT'

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const code = (cause as { code?: unknown }).code
    throw new ProviderError('unavailable', 'a folder of the bank cannot be used', {
      cause,
      ...(typeof code === 'string' && { code }),
    })
  }
}

const writeDurably = async (path: string, content: string): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content, 'latin1')
    await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const createFolders = ({ out, into }: NonNullable<NachaSettings['folders']>): FileTransport => ({
  stage: (name, content) =>
    guarded(async () => {
      await access(out)
      await mkdir(join(out, STAGED), { recursive: true, mode: 0o700 })
      await writeDurably(join(out, STAGED, name), content)
      await syncFolder(join(out, STAGED))
    }),
  handOver: (name) =>
    guarded(async () => {
      try {
        await rename(join(out, STAGED, name), join(out, name))
      } catch (error) {
        if (!isMissing(error)) throw error
        // Renamed before; a folder that is gone altogether says nothing of it.
        await access(join(out, STAGED))
        return
      }
      await syncFolder(out)
    }),
  list: () =>
    guarded(async () =>
      (await readdir(into, { withFileTypes: true }))
        .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
        .map(({ name }) => name)
        .toSorted(),
    ),
  read: (name) => guarded(() => readFile(join(into, name), 'latin1')),
  remove: (name) =>
    guarded(async () => {
      await mkdir(join(into, TAKEN), { recursive: true, mode: 0o700 })
      await rename(join(into, name), join(into, TAKEN, name))
    }),
})

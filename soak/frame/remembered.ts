/** What a full run has done so far, so that it can be interrupted: kept per commit below the state folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from '../../scripts/paths.ts'
import type { PartReport } from './run-part.ts'

export type Remembered = { commit: string; reports: PartReport[] }

/** The commit, and whether anything was changed since; `unknown` outside a clone. */
export const currentCommit = (): string => {
  try {
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes')
  } catch {
    return 'unknown'
  }
}

const pathOf = (): string => join(resolve(root, process.env.PUENTE_STATE ?? '.puente'), 'soak', 'full.json')

/** The reports of this commit; none when the last full run was of another. */
export const recall = (commit: string): PartReport[] => {
  try {
    const kept = JSON.parse(readFileSync(pathOf(), 'utf8')) as Remembered
    return kept.commit === commit ? kept.reports : []
  } catch {
    return []
  }
}

export const remember = (kept: Remembered): void => {
  const path = pathOf()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(kept, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

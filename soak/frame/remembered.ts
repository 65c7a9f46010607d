/** What a long run has done so far, so that it can be interrupted and gone on with: kept below the state folder, per content. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from '../../scripts/paths.ts'

/** The commit, and whether anything was changed since; `unknown` outside a clone. */
export const currentCommit = (): string => {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes')
  } catch {
    return 'unknown'
  }
}

export type Memory<T> = {
  recall: () => T[]
  /** Keeps these in place of all before; whole or not at all. */
  remember: (all: readonly T[]) => void
}

/** The memory of one kind of run over one content. */
export const createMemory = <T>(kind: string, content: string): Memory<T> => {
  const state = resolve(root, process.env.PUENTE_STATE ?? '.puente')
  const path = join(state, 'soak', `${kind}-${content}.json`)
  return {
    recall: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as T[]
      } catch {
        return []
      }
    },
    remember: (all) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, `${JSON.stringify(all, null, 2)}\n`)
      renameSync(`${path}.new`, path)
    },
  }
}

/** The running server of a data folder, found by its own lock file and known by more than its number. */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, PostgresFailed } from './failed.ts'
import { identify, isAlive, type ProcessIdentity, servesDataDir, waitForExit } from './processes.ts'

export type Postmaster = { readonly who: ProcessIdentity; readonly port: number; readonly isReady: boolean }

/** How to stop: `fast` ends sessions and writes everything out, `immediate` stops at once and recovers at the next start. */
export type StopMode = 'fast' | 'immediate'

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const readLock = async (dataDir: string): Promise<{ pid: number; lines: string[] }> => {
  const lines = (await readIfThere(join(dataDir, 'postmaster.pid')))?.split('\n') ?? []
  return { pid: Math.abs(Number(lines[0] ?? '')), lines } // a single-user server writes its number negative
}

/** `standby` is how a server says it that only reads, because it follows another one. */
const isServing = (status = ''): boolean => /^(ready|standby)$/.test(status.trim())

/** The living server of this data folder, even when another process started it. */
export const findPostmaster = async (dataDir: string): Promise<Postmaster | undefined> => {
  const { pid, lines } = await readLock(dataDir)
  const who = identify(pid)
  if (!who || servesDataDir(pid, dataDir) === 'no') return undefined
  return { who, port: Number(lines[3] ?? ''), isReady: isServing(lines[7]) }
}

/**
 * Removes a lock file that names a living process which is certainly another program: in a restarted container the old
 * pid often belongs to another program, and PostgreSQL would refuse to start because of it. Its second lock, on the
 * shared memory of this folder, still keeps us out while children of a killed server live. Call before starting, never
 * while.
 */
export const removeStaleLock = async (dataDir: string): Promise<void> => {
  const { pid } = await readLock(dataDir)
  if (identify(pid) && servesDataDir(pid, dataDir) === 'no') await rm(join(dataDir, 'postmaster.pid'), { force: true })
}

/** The command the server of this data folder was started with, as it keeps it; undefined when it never ran. */
export const findCommand = async (dataDir: string): Promise<string | undefined> =>
  (await readIfThere(join(dataDir, 'postmaster.opts')))?.trimEnd()

/** The same line for a command of ours. */
export const commandLine = (program: string, args: readonly string[]): string =>
  [program, ...args.map((argument) => `"${argument}"`)].join(' ')

const signal = (who: ProcessIdentity, name: NodeJS.Signals): void => {
  if (!isAlive(who)) return
  try {
    process.kill(who.pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

const steps = [
  { name: 'SIGINT', patienceMs: 20_000 },
  { name: 'SIGQUIT', patienceMs: 8_000 },
  { name: 'SIGKILL', patienceMs: 5_000 },
] as const

/**
 * Stops a server, harder each time it does not answer. When this returns it is gone. Committed work survives every way.
 * `patienceShare` shortens the waits.
 */
export const stopPostmaster = async (
  who: ProcessIdentity,
  mode: StopMode,
  log: (line: string) => void,
  patienceShare = 1,
): Promise<void> => {
  for (const { name, patienceMs } of mode === 'fast' ? steps : steps.slice(1)) {
    signal(who, name)
    if (await waitForExit(who, patienceMs * patienceShare)) return
    log(`PostgreSQL (process ${who.pid}) has not ended after ${name}`)
  }
  throw new PostgresFailed(`PostgreSQL (process ${who.pid}) cannot be stopped.`)
}

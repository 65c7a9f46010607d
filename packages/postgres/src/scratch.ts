/**
 * Throw-away databases for tests. The folder's name tells whose it is (pid and start of the process), from the moment it
 * exists: the next scratch start finds those whose process died, kills their servers and removes them.
 */

import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { codeOf } from './failed.ts'
import { exists } from './files.ts'
import { startPostgres, type StartOptions } from './launcher.ts'
import { findPointer, shortHash } from './place.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { identify, isAlive } from './processes.ts'
import { type StandbyOptions, startStandby } from './standby.ts'

const prefix = 'puente-scratch-'

/** A name part for a process; hashed because what tells the start of a process differs between systems. */
const tagOf = (pid: number): string | undefined => {
  const who = identify(pid)
  return who && `${pid}-${shortHash(who.start)}`
}

/** Kills what still runs in a scratch folder and removes it, data outside of it included. */
const removeScratch = async (stateDir: string): Promise<void> => {
  const state = await realpath(stateDir)
  const elsewhere = await findPointer(state)
  const home = elsewhere ?? join(state, 'postgres')
  const left = await findPostmaster(join(home, 'data'))
  if (left) await stopPostmaster(left.who, 'immediate', () => {})
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true, maxRetries: 5 })
  await rm(state, { recursive: true, force: true, maxRetries: 5 })
}

/** Removes the scratch folders of processes that have ended. Other accounts' folders are theirs to remove. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const [, tag, pid] = /^puente-scratch-((\d+)-[0-9a-f]{16})-/.exec(name) ?? []
    if (tag === undefined || tagOf(Number(pid)) === tag) continue
    const path = join(folder, name)
    try {
      if ((await stat(path)).uid === (process.getuid?.() ?? 0)) await removeScratch(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTEMPTY') throw error // another test run sweeps as well
    }
  }
}

export type ScratchCluster = Cluster & { remove(): Promise<void> }

const startScratch = async (start: (stateDir: string) => Promise<Cluster>): Promise<ScratchCluster> => {
  const stateDir = await mkdtemp(join(tmpdir(), `${prefix}${tagOf(process.pid) ?? process.pid}-`))
  await chmod(stateDir, 0o711) // the service account has to get through
  try {
    const cluster = await start(stateDir)
    const server = identify(cluster.pid)
    const killAtExit = (): void => {
      if (server && isAlive(server)) process.kill(server.pid, 'SIGQUIT')
    }
    process.once('exit', killAtExit)
    const end = async (mode: 'fast' | 'immediate'): Promise<void> => {
      await cluster.stop(mode)
      process.off('exit', killAtExit)
      if (await exists(stateDir)) await removeScratch(stateDir)
    }
    return { ...cluster, stop: (mode = 'fast') => end(mode), remove: () => end('immediate') }
  } catch (error) {
    await removeScratch(stateDir).catch(() => {}) // the first error is the one that tells
    throw error
  }
}

type ScratchOptions = Pick<StartOptions, 'settings' | 'transport'>

/**
 * Starts a database of its own in a temporary folder, as durable as a real one unless `settings` say otherwise.
 * `stop` and `remove` both end it and delete the folder; `remove` does not wait for sessions or a checkpoint.
 */
export const startScratchPostgres = async (options: ScratchOptions = {}): Promise<ScratchCluster> => {
  await sweep(tmpdir())
  return startScratch((stateDir) => startPostgres({ stateDir, ...options }))
}

/** The same, as a standby of a server on this machine. */
export const startScratchStandby = (options: ScratchOptions & Pick<StandbyOptions, 'primary' | 'name'>) =>
  startScratch((stateDir) => startStandby({ stateDir, ...options }))

/** The machines of a Citus cluster that runs already, given by their data folders, so that each can be killed and started again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postmasterOf, treeOf } from './process-tree.ts'
import { killQuietly } from './signals.ts'

export type GivenNode = {
  port: number
  /** Its first process alone, so that sessions outlive it for a moment and may still commit; or all of them at once. */
  kill: (what: 'postmaster' | 'all') => void
  /** Starts it again as it was started before, unless it runs, and waits until it answers. */
  start: () => Promise<void>
}

const TRIES = 60

/** The server's program, as PostgreSQL notes it in the data folder. */
const binariesOf = (dataDir: string): string =>
  dirname(readFileSync(join(dataDir, 'postmaster.opts'), 'utf8').split(' ')[0] ?? '')

/** One try; whether the server runs. */
const pgCtlStart = async (dataDir: string, log: string): Promise<boolean> => {
  const { uid, gid } = statSync(dataDir)
  const child = spawn(join(binariesOf(dataDir), 'pg_ctl'), ['-D', dataDir, '-l', log, '-w', 'start'], {
    cwd: '/',
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

/** The fourth line of what a running server notes. */
const portOf = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[3])

const givenNode = (dataDir: string): GivenNode => ({
  port: portOf(dataDir),
  kill: (what) => {
    const pid = postmasterOf(dataDir)
    for (const one of pid !== null && what === 'all' ? treeOf(pid) : [pid]) killQuietly(one, 'SIGKILL')
  },
  start: async () => {
    const log = join(dataDir, 'restarts.log')
    // A killed server is in the way of the next one until the system has put it away, and so are children that have not noticed.
    for (let n = 0; n < TRIES; n += 1) {
      if (postmasterOf(dataDir) !== null || (await pgCtlStart(dataDir, log))) return
      await sleep(500)
    }
    throw new Error(`the server of ${dataDir} does not start: ${log} says why`)
  },
})

/** In the order given, which has the coordinator first. */
export const givenNodes = (dataDirs: string): GivenNode[] => dataDirs.split(',').map(givenNode)

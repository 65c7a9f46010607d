/** What the tests of this package share: folders that go away, and a launcher in another process that can be killed. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, realpath, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findPointer } from '../place.ts'
import { findPostmaster, stopPostmaster } from '../postmaster.ts'
import { identify, type ProcessIdentity, type ServiceUser } from '../processes.ts'

/** A temporary folder that every account may pass through. Servers left in it are killed when the test ends. */
export const aFolder = async (options: { mode?: number; owner?: ServiceUser | undefined } = {}): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'puente-test-')))
  await chmod(folder, options.mode ?? 0o711)
  if (options.owner) await chown(folder, options.owner.uid, options.owner.gid)
  onTestFinished(async () => {
    const elsewhere = await findPointer(folder)
    const left = await findPostmaster(join(elsewhere ?? join(folder, 'postgres'), 'data'))
    if (left) await stopPostmaster(left.who, 'immediate', () => {})
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true, maxRetries: 5 })
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

export type OtherProcess = {
  readonly who: ProcessIdentity
  /** Process number and superuser URL of the server it started. */
  readonly server: { pid: number; superuserUrl: string; dataDir: string }
  kill(signal: NodeJS.Signals): Promise<void>
  /** Has it stop its server and end in good order. */
  end(): Promise<void>
}

const program = `
  const launcher = await import(process.argv[1])
  const cluster = await launcher[process.argv[2]](JSON.parse(process.argv[3]))
  const { pid, superuserUrl, dataDir } = cluster
  console.log(JSON.stringify({ pid, superuserUrl, dataDir }))
  process.stdin.resume().on('end', () => cluster.stop().then(() => process.exit(0)))
`

/** Calls one of our start functions in a Node process of its own, as `user` if given. Rejects with what it printed. */
export const startElsewhere = async (
  start: 'startPostgres' | 'startScratchPostgres',
  options: object,
  user?: ServiceUser,
): Promise<OtherProcess> => {
  const index = new URL('../index.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, index, start, JSON.stringify(options)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  })
  const closed = once(child, 'close')
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), closed])
  const who = identify(child.pid ?? 0)
  if (typeof line !== 'string' || !who) throw new Error(`The other process ended: ${errors}`)
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    who,
    server: JSON.parse(line),
    kill: async (signal) => {
      process.kill(-who.pid, signal) // its whole group, as a terminal does on Ctrl-C
      await closed
    },
    end: async () => {
      child.stdin.end()
      await closed
    },
  }
}

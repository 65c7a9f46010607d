/**
 * Who is still alive. A pid alone names a process only until it ends: the number is given out again, in a container often
 * at once. A process is therefore known by its pid and the moment it started.
 */

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process for good: `start` is opaque and differs for a later process of the same number. */
export type ProcessIdentity = { readonly pid: number; readonly start: string }

/** The account a child runs as; only root can choose one. */
export type ServiceUser = { readonly uid: number; readonly gid: number }

/** What every child sees: nothing of ours, since PGPORT, PGDATA and the like would change what the server does. */
export const childEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  ...(process.platform === 'win32' && { SystemRoot: process.env['SystemRoot'] ?? String.raw`C:\Windows` }),
})

/** Whether `pid` exists, as far as signals tell. A process of another account exists too (EPERM). */
const answersSignals = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const startOnLinux = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold spaces and brackets itself; the state (field 3) follows the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const runPs = (columns: string, pid: number): string =>
  spawnSync('ps', ['-ww', '-o', columns, '-p', String(pid)], { encoding: 'utf8', env: childEnvironment() }).stdout ?? ''

const startByPs = (pid: number): string | undefined => {
  const line = runPs('stat=,lstart=', pid).trim()
  if (line === '' || line.startsWith('Z')) return undefined
  return String(Date.parse(line.replace(/^\S+\s+/, '')))
}

/** The living process of this number, or undefined. A zombie is not alive: it holds no file and no memory. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !answersSignals(pid)) return undefined
  if (process.platform === 'win32') return { pid, start: 'unknown' }
  const start = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid)
  return start === undefined ? undefined : { pid, start }
}

export const isAlive = (who: ProcessIdentity): boolean => identify(who.pid)?.start === who.start

/** Waits until the process has ended; false when it is still there after `timeoutMs`. */
export const waitForExit = async (who: ProcessIdentity, timeoutMs: number): Promise<boolean> => {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = 5; isAlive(who); pauseMs = Math.min(pauseMs * 2, 100)) {
    if (Date.now() >= deadline) return false
    await sleep(pauseMs)
  }
  return true
}

/** Whether `pid` is a PostgreSQL process of this data folder; 'unknown' where the system does not let us look. */
export const servesDataDir = (pid: number, dataDir: string): 'yes' | 'no' | 'unknown' => {
  if (identify(pid) === undefined) return 'no'
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir) ? 'yes' : 'no'
    }
    if (process.platform === 'win32') return 'unknown'
    const command = runPs('command=', pid)
    return command.includes('postgres') && command.includes(dataDir) ? 'yes' : 'no'
  } catch {
    return 'unknown'
  }
}

/** Runs a program to its end, from the root folder, as `user` if given. Never throws: a program that cannot start has code -1. */
export const run = (
  file: string,
  args: readonly string[],
  options: { user?: ServiceUser | undefined; input?: string } = {},
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(file, args, { cwd: '/', env: childEnvironment(), windowsHide: true, ...options.user })
    let output = ''
    const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000))
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.stdin.on('error', () => {}) // it ended before reading: its exit code says so
    child.stdin.end(options.input ?? '')
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })

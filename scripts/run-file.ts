/** One running product per state folder, and no port that another program holds. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export class AlreadyRunning extends Error {
  readonly pid: number
  readonly url: string
  constructor(pid: number, url: string) {
    super('already running')
    this.pid = pid
    this.url = url
  }
}

export class PortInUse extends Error {
  readonly port: number
  readonly use: string
  constructor(port: number, use: string) {
    super(`port ${port} is in use`)
    this.port = port
    this.use = use
  }
}

/** When a process started, in clock ticks since boot; tells a reused process number from the old one. Linux only. */
const startedAt = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

type Run = { pid: number; startedAt: string | null; url: string }

/**
 * Marks the state folder as in use by this process; the returned function unmarks it.
 * @throws AlreadyRunning when the process that marked it is alive
 */
export const claimState = (stateDir: string, url: string): (() => void) => {
  const path = join(stateDir, 'run.json')
  try {
    const run = JSON.parse(readFileSync(path, 'utf8')) as Run
    if (isAlive(run.pid) && startedAt(run.pid) === run.startedAt) throw new AlreadyRunning(run.pid, run.url)
  } catch (error) {
    if (error instanceof AlreadyRunning) throw error
  }
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid), url } satisfies Run))
  return () => rmSync(path, { force: true })
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** @throws PortInUse with the first port that another program listens on */
export const requirePorts = async (ports: Record<string, number>): Promise<void> => {
  for (const [use, port] of Object.entries(ports)) {
    for (const host of ['127.0.0.1', '::1']) {
      if (!(await isFree(port, host))) throw new PortInUse(port, use)
    }
  }
}

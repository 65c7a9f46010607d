/**
 * CPU time by the kernel's own books. A server's backends come and go, so the time of the children that have ended is
 * added from their parent, which inherits it. Linux only; elsewhere the figures are missing rather than guessed.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel tells times in hundredths of a second on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000

type Stat = { parent: number; own: number; endedChildren: number }

const statOf = (pid: number | string): Stat | null => {
  try {
    // The name in parentheses may hold spaces; what follows it does not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, own: user + system, endedChildren: endedUser + endedSystem }
  } catch {
    return null
  }
}

/** Microseconds that a server and all its children, living and ended, have used; `null` where the kernel does not tell. */
export const serverCpuMicroseconds = (pid: number): number | null => {
  const server = statOf(pid)
  if (!server) return null
  let ticks = server.own + server.endedChildren
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const child = statOf(name)
    if (child?.parent === pid) ticks += child.own + child.endedChildren
  }
  return ticks * MICROSECONDS_PER_TICK
}

/** Microseconds that this process has used. */
export const ownCpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

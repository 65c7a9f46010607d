/** Whose the cores were during a measurement: a figure of speed that was taken while others worked on the machine says little. */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const TICKS_PER_SECOND = 100

type Stat = { parent: number; ticks: number }

const statOf = (pid: string): Stat | null => {
  try {
    // The name in parentheses may hold spaces; what follows it does not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1] ?? 0, ticks: user + system + endedUser + endedSystem }
  } catch {
    return null // it has ended
  }
}

/** What this process, the given ones and all they started have used. */
const ownTicks = (roots: readonly number[]): number => {
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null
    if (stat) all.set(Number(name), stat)
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === process.pid || roots.includes(at)) return true
    return false
  }
  return [...all].reduce((sum, [pid, { ticks }]) => sum + (isOurs(pid) ? ticks : 0), 0)
}

const busyTicks = (): number => {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = readFileSync('/proc/stat', 'utf8')
    .slice('cpu '.length)
    .trim()
    .split(/\s+/, 7)
    .map(Number)
  return user + nice + system + interrupts + soft
}

/** Starts watching; the answer tells how many cores others have used since, `null` where the kernel does not tell. */
export const watchOthers = (roots: readonly number[]): (() => number | null) => {
  if (process.platform !== 'linux') return () => null
  const before = { at: performance.now(), busy: busyTicks(), own: ownTicks(roots) }
  return () => {
    const seconds = (performance.now() - before.at) / 1_000
    const ticks = busyTicks() - before.busy - (ownTicks(roots) - before.own)
    return Math.max(0, Math.round((ticks / TICKS_PER_SECOND / seconds) * 100) / 100)
  }
}

export const CORES = cpus().length
/** Beyond this share of the machine what others did decides more than what is measured. */
const QUIET_SHARE = 0.1

/** Whether a figure of speed may be judged. */
export const wasQuiet = (othersCores: number | null): boolean =>
  othersCores !== null && othersCores <= CORES * QUIET_SHARE

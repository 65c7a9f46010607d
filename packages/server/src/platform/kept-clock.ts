/**
 * The clock of a product that runs against the sandbox: the real one, put forward by what a file in the state folder says, so that
 * deadlines can be met by hand (`npm run clock`). It goes forward only, and a start finds it where it was: what has happened may not
 * happen again earlier.
 */
import { mkdirSync, readFileSync, renameSync, watchFile, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, systemClock } from './clock.ts'

const LOOK_MS = 500

const fileOf = (stateDir: string): string => join(stateDir, 'clock.json')

/** How far the clock of this state folder is ahead, in milliseconds; 0 without a file, or with one that is no such thing. */
export const readClockOffset = (stateDir: string): number => {
  try {
    const { offsetMs } = JSON.parse(readFileSync(fileOf(stateDir), 'utf8')) as { offsetMs?: unknown }
    return Number.isSafeInteger(offsetMs) && Number(offsetMs) > 0 ? Number(offsetMs) : 0
  } catch {
    return 0
  }
}

/** Puts it forward for the processes that run with this state folder; answers how far it is ahead then. */
export const putClockForward = (stateDir: string, ms: number): number => {
  if (!(Number.isSafeInteger(ms) && ms > 0)) throw new RangeError(`A clock moves forward only, not by ${ms} ms`)
  const offsetMs = readClockOffset(stateDir) + ms
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(`${fileOf(stateDir)}.new`, JSON.stringify({ offsetMs }))
  renameSync(`${fileOf(stateDir)}.new`, fileOf(stateDir))
  return offsetMs
}

const keptClock = (stateDir: string): Clock => {
  let offset = readClockOffset(stateDir)
  watchFile(fileOf(stateDir), { interval: LOOK_MS, persistent: false }, () => {
    offset = Math.max(offset, readClockOffset(stateDir))
  })
  return { now: () => new Date(Date.now() + offset), offsetMs: () => offset }
}

/** The clock of a process of the product; `TEST_CLOCK` lets it be put forward, which production refuses to start with. */
export const clockOf = ({ testClock, stateDir }: { testClock: boolean; stateDir: string }): Clock =>
  testClock ? keptClock(stateDir) : systemClock

/**
 * Every wait and every "now" of the screens goes through this one object. It looks the browser's functions up at
 * each call, so a test that replaces them (or calls `setClock`) controls all timing. What the server dates is compared with
 * `product-time.ts`.
 */
export interface Clock {
  now(): number
  /** Runs once after `ms`; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
  /** Runs every `ms`; returns a function that stops it. */
  every(ms: number, run: () => void): () => void
}

const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const id = globalThis.setTimeout(run, ms)
    return () => globalThis.clearTimeout(id)
  },
  every: (ms, run) => {
    const id = globalThis.setInterval(run, ms)
    return () => globalThis.clearInterval(id)
  },
}

let current = browserClock

export const clock: Clock = {
  now: () => current.now(),
  after: (ms, run) => current.after(ms, run),
  every: (ms, run) => current.every(ms, run),
}

/** Replaces the clock; without an argument, restores the browser's. */
export const setClock = (replacement: Clock = browserClock): void => {
  current = replacement
}

/** Later than any busy page runs a timer: the machine slept, or the tab was in the background. */
const LATE_MS = 10_000

/**
 * Runs once after `ms` in which the machine was awake: what is waited for slept too, so a timer that fires late is set
 * again. Returns a function that cancels it.
 */
export const afterAwake = (ms: number, run: () => void): (() => void) => {
  let cancel = (): void => {}
  const wait = (): void => {
    const lateFrom = clock.now() + ms + LATE_MS
    cancel = clock.after(ms, () => (clock.now() > lateFrom ? wait() : run()))
  }
  wait()
  return () => cancel()
}

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve))

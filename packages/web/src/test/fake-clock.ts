import { act } from '@testing-library/react'
import { setClock } from '#lib/browser/clock.ts'

type Timer = { at: number; run: () => void; everyMs: number | null }

/** A clock that stands still until it is moved. The browser's comes back with `setClock()`. */
export const fakeClock = (start = Date.now()) => {
  let now = start
  let timers: Timer[] = []
  const add = (timer: Timer) => {
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  setClock({
    now: () => now,
    after: (ms, run) => add({ at: now + ms, run, everyMs: null }),
    every: (ms, run) => add({ at: now + ms, run, everyMs: ms }),
  })

  const step = (until: number): boolean => {
    const next = timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0]
    if (!next) return false
    now = Math.max(now, next.at)
    if (next.everyMs === null) timers = timers.filter((timer) => timer !== next)
    else next.at += next.everyMs
    next.run()
    return true
  }

  return {
    /** Moves time on and runs what falls due, in order. */
    advance: async (ms: number) => {
      const until = now + ms
      await act(async () => {
        while (step(until));
        now = until
      })
    },
    /** Moves time without running anything, as a sleeping tab does. */
    sleep: (ms: number) => {
      now += ms
    },
  }
}

/** How late the event loop runs: what every caller waits for, whatever it asks. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds. */
export type LoopDelay = () => number

/** What the runtime noted of the loop's turns since the last reset, in nanoseconds. */
type Noted = Pick<ReturnType<typeof monitorEventLoopDelay>, 'count' | 'mean' | 'enable' | 'disable' | 'reset'>

const RESOLUTION_MS = 10
const SAMPLE_MS = 500

/**
 * Measures until it is stopped. One long turn, of a large file that is read or of a collector, is a hiccup and no state:
 * of the last two samples the smaller one counts.
 */
export const measureLoopDelay = (
  histogram: Noted = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
): { read: LoopDelay; stop: () => void } => {
  let [before, last] = [0, 0]
  const timer = setInterval(() => {
    // Nothing was noted when the loop has not come round since: it says no more than the sample before.
    const latest = histogram.count === 0 ? last : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS)
    ;[before, last] = [last, latest]
    histogram.reset()
  }, SAMPLE_MS)
  timer.unref()
  histogram.enable()
  return {
    read: () => Math.min(before, last),
    stop: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

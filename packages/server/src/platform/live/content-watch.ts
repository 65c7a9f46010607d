/**
 * Tells open streams that what everybody is shown has changed, such as which rails work. One look a moment for all streams of the
 * process: an operator's command reaches every screen without a row for each person, and so does the end of a window, at which
 * nothing is written. The event has no number; who comes back later reads everything again anyway.
 */
import type { Log } from '../log.ts'

/** Reads a text that changes whenever the content does. The slice that owns the content brings it. */
export type ReadContent = () => Promise<string>

const LOOK_EVERY_MS = 1_000

export const createContentWatch = (readContent: ReadContent, log: Pick<Log, 'warn'>, everyMs = LOOK_EVERY_MS) => {
  const watchers = new Set<() => void>()
  let seen: string | undefined
  let looking: Promise<void> | undefined

  const look = async (): Promise<void> => {
    if (watchers.size === 0) {
      // Nobody was told of what happens meanwhile, and whoever comes reads it.
      seen = undefined
      return
    }
    const now = await readContent()
    const isNews = seen !== undefined && now !== seen
    seen = now
    if (isNews) for (const tell of watchers) tell()
  }
  const lookOnce = (): Promise<void> =>
    (looking ??= look()
      .catch((err: unknown) => log.warn({ err, component: 'live' }, 'changes of the content could not be read'))
      .finally(() => {
        looking = undefined
      }))

  const timer = setInterval(() => void lookOnce(), everyMs)
  timer.unref()

  return {
    /** Calls `onChange` after each change; returns how to stop watching. */
    watch: (onChange: () => void): (() => void) => {
      watchers.add(onChange)
      void lookOnce()
      return () => void watchers.delete(onChange)
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await looking
    },
  }
}

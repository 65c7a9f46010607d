const WINDOW_MS = 1_000

/** How many calls end in a second, as of the last whole second with calls. */
export const createPace = (
  now: () => number = () => performance.now(),
): { ended: () => void; perSecond: () => number } => {
  let [since, count, perSecond] = [now(), 0, 0]
  return {
    ended: () => {
      count += 1
    },
    perSecond: () => {
      const ms = now() - since
      if (ms >= WINDOW_MS) [since, count, perSecond] = [since + ms, 0, (count * 1_000) / ms]
      return perSecond
    },
  }
}

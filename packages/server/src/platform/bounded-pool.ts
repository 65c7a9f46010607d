/**
 * For work that takes a core or much memory for a while: only so many run at once, a bounded number waits in line, and
 * beyond that the caller is asked to come back, before the machine runs out of memory.
 */

/** The line is full; the caller may try again in a moment. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy'
}

export type BoundedPool = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `atOnce` works at a time and lets `waiting` more queue. Throws `PoolBusy` beyond that. */
export const boundedPool = (atOnce: number, waiting: number): BoundedPool => {
  let running = 0
  const queue: (() => void)[] = []
  const handOver = (): void => {
    const next = queue.shift()
    // The place goes straight to the next in line, so that a new arrival cannot jump the queue.
    if (next) next()
    else running -= 1
  }
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new PoolBusy(`${running} are at work and ${queue.length} wait`)
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      handOver()
    }
  }
}

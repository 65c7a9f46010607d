/** What time it is for the product. Everything that reads time takes one, so that a test can move all of it at once. */
export interface Clock {
  now(): Date
  /** How far this clock is from the real one; the database's clock is moved by the same amount. */
  offsetMs(): number
}

export const systemClock: Clock = { now: () => new Date(), offsetMs: () => 0 }

export type TestClock = Clock & { advance(ms: number): void }

/** A clock that runs with the real one and can be moved forward, never back. */
export const testClock = (): TestClock => {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError(`A clock moves forward only, not by ${ms} ms`)
      offset += ms
    },
  }
}

/** Chance that falls the same way in every run: a small generator of 32 bits, good enough to look like a life. */
export type Dice = {
  /** True this often, 0 to 1. */
  chance: (share: number) => boolean
  /** A whole number from `low` to `high`, both possible. */
  between: (low: number, high: number) => number
  pick: <T>(from: readonly T[]) => T
}

export const dice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    chance: (share) => next() < share,
    between,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}

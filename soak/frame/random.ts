/** Random choices that a seed repeats. */
export type Random = {
  /** Both ends included. */
  int: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  /** True with this probability. */
  chance: (probability: number) => boolean
}

/** `mulberry32`: small, fast, and the same everywhere. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    int,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[int(0, list.length - 1)] as T
    },
    chance: (probability) => next() < probability,
  }
}

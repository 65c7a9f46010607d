import { ACCOUNTS } from './engine.ts'
import type { Transfer } from './engine.ts'

/** A small fast generator of its own, so that every engine gets the same transfers in the same order. */
const createRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number
type Pair = [from: number, to: number]

const anyAccount = (random: Random): number => Math.floor(random() * ACCOUNTS)

const apart = ([from, to]: Pair): Pair => (from === to ? [from, (to + 1) % ACCOUNTS] : [from, to])

/** Shares of an account's rank r in all transfers go with 1 / r: the first one takes part in 8 % on each side. */
const zipf = (): ((random: Random) => number) => {
  const sums = new Float64Array(ACCOUNTS)
  let sum = 0
  for (let rank = 1; rank <= ACCOUNTS; rank += 1) {
    sum += 1 / rank
    sums[rank - 1] = sum
  }
  return (random) => {
    const point = random() * sum
    let [low, high] = [0, ACCOUNTS - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < point) low = middle + 1
      else high = middle
    }
    return low
  }
}

const byRank = zipf()

const pairs = {
  uniform: (random: Random): Pair => [anyAccount(random), anyAccount(random)],
  zipf: (random: Random): Pair => [byRank(random), byRank(random)],
  /** Every transfer touches account 0, half of them on each side. */
  hot: (random: Random): Pair => (random() < 0.5 ? [0, anyAccount(random)] : [anyAccount(random), 0]),
  fee: (random: Random): Pair => [anyAccount(random), anyAccount(random)],
}

export type Workload = keyof typeof pairs

export const workloads = Object.keys(pairs) as Workload[]

/** An endless row of transfers; the same seed gives the same row. */
export const transfersOf = (workload: Workload, seed: number): (() => Transfer) => {
  const random = createRandom(seed)
  return () => {
    const [from, to] = apart(pairs[workload](random))
    const amountCents = BigInt(1 + Math.floor(random() * 5_000))
    return { from, to, amountCents, feeCents: workload === 'fee' ? 25n : 0n }
  }
}

/** What a random history is made of: choices that a seed repeats, and what may go wrong. */

/** A generator that a seed repeats: `mulberry32`. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
}

/** What may go wrong at a provider without it saying what is not so: before it does something, after it, and in its news. */
export const FAULTS: readonly (readonly [name: string, more?: object])[] = [
  ['dropWebhook'],
  ['duplicateWebhook'],
  ['reorderWebhooks'],
  ['error500'],
  ['error500', { after: true }],
  ['cutMidBody'],
  ['reject'],
  ['unknownStatus'],
]

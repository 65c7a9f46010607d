/** Fewer reviews than this say nothing about the next one. */
const ENOUGH = 20
const MINUTE_MS = 60_000

/** The median in whole minutes, at least one; null while there are too few. */
export const medianMinutes = (durationsMs: readonly number[]): number | null => {
  if (durationsMs.length < ENOUGH) return null
  const inOrder = durationsMs.toSorted((a, b) => a - b)
  const middle = inOrder.length / 2
  const [low = 0, high = 0] = [inOrder[Math.ceil(middle) - 1], inOrder[Math.floor(middle)]]
  return Math.max(1, Math.round((low + high) / 2 / MINUTE_MS))
}

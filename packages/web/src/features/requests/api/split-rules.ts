/** How a bill is divided. Whole cents throughout: what an equal division leaves over goes to the first shares, a cent each. */

/** A part of the bill: of a person, or one's own. Null of cents takes an equal part of what the others leave. */
export type Part = { cents: number | null }

/** An amount in as many parts, as equal as cents allow. */
export const equalParts = (total: number, count: number): number[] => {
  const each = Math.trunc(total / count)
  const over = total - each * count
  return Array.from({ length: count }, (_, place) => each + (place < over ? 1 : 0))
}

/** What everybody's part comes to, in order; those without an amount of their own share what is left, and nothing below zero. */
export const amountsOf = (total: number, parts: readonly Part[]): number[] => {
  const fixed = parts.reduce((sum, { cents }) => sum + (cents ?? 0), 0)
  const open = parts.filter(({ cents }) => cents === null).length
  const rest = open === 0 ? [] : equalParts(Math.max(0, total - fixed), open)
  return parts.map(({ cents }) => cents ?? rest.shift() ?? 0)
}

/** What the parts leave of the total; below zero where they are more than it. */
export const leftOf = (total: number, amounts: readonly number[]): number =>
  total - amounts.reduce((sum, cents) => sum + cents, 0)

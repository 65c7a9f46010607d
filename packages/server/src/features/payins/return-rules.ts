/** What an amount that goes back over a rail is taken out of: the credit that it paid for first, the fee last. */
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const atLeastZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n)

export type Share = { creditedCents: bigint; feeCents: bigint }

/**
 * The part of `returnedCents` that comes out of each, after `beforeCents` went back earlier; together never more than was
 * paid. Shares of the same returns in the same order add up to the whole.
 */
export const shareOf = (paid: Share, beforeCents: bigint, returnedCents: bigint): Share => {
  const leftCents = atLeastZero(paid.creditedCents + paid.feeCents - beforeCents)
  const cents = least(returnedCents, leftCents)
  const creditedCents = least(cents, atLeastZero(paid.creditedCents - beforeCents))
  return { creditedCents, feeCents: cents - creditedCents }
}

/** What counts as gone back already when the next return takes its share. */
export const isAway = ({ kind, state }: { kind: string; state: string }): boolean =>
  state === 'gone' || (kind === 'dispute' && state === 'open')

/** Takes money of the payment, or sets it aside. A warning does until something more is known of the payment (`isAnswered`). */
export const takesMoney = (one: { kind: string; state: string }, isAnswered: boolean): boolean =>
  isAway(one) || (one.kind === 'warning' && one.state === 'open' && !isAnswered)

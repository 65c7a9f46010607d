/** What an amount that goes back over a rail is taken out of: the credit that it paid for first, the fee last. */
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const atLeastZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n)

export type Share = { creditedCents: bigint; feeCents: bigint }

export const NO_SHARE: Share = { creditedCents: 0n, feeCents: 0n }

export const totalOf = ({ creditedCents, feeCents }: Share): bigint => creditedCents + feeCents

export const plus = (one: Share, other: Share): Share => ({
  creditedCents: one.creditedCents + other.creditedCents,
  feeCents: one.feeCents + other.feeCents,
})

/**
 * The part of `returnedCents` that comes out of each, where `before` is what others have taken of each; together never more than
 * was paid.
 */
export const shareOf = (paid: Share, before: Share, returnedCents: bigint): Share => {
  const creditedCents = least(returnedCents, atLeastZero(paid.creditedCents - before.creditedCents))
  const feeCents = least(returnedCents - creditedCents, atLeastZero(paid.feeCents - before.feeCents))
  return { creditedCents, feeCents }
}

/**
 * A cardholder can dispute a payment as fraud for 120 days (Visa's condition 10.4, Mastercard's reason 4837; Stripe's "How disputes work"
 * says the same), counted from when it was processed; five more for that and for the dispute to reach us.
 */
const DISPUTABLE_MS = 125 * 24 * 3_600_000

/** Until when a warning of fraud about a payment sets its money aside, unless a dispute comes. */
export const warnedUntil = ({ createdAt }: { createdAt: Date }): Date => new Date(createdAt.getTime() + DISPUTABLE_MS)

/** What counts as gone back already when the next return takes its share. */
export const isAway = ({ kind, state }: { kind: string; state: string }): boolean =>
  state === 'gone' || (kind === 'dispute' && state === 'open')

/** Takes money of the payment, or sets it aside. A warning does until something more is known of the payment (`isAnswered`). */
export const takesMoney = (one: { kind: string; state: string }, isAnswered: boolean): boolean =>
  isAway(one) || (one.kind === 'warning' && one.state === 'open' && !isAnswered)

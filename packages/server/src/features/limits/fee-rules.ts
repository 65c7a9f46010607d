/**
 * Fees are borne by the payer, on top of the amount: basis points rounded half up to the cent, plus a fixed part, from the
 * row of the schedule that the amount falls into. A person's first three operations that would cost something are free.
 */
import { cents, type FeeOperation, FREE_OPERATIONS, percentHalfUp } from '@puente/contract'

/** A line of the schedule: holds for amounts from `fromCents` up to the next line of the same operation. */
export type FeeRow = { operation: string; fromCents: bigint; bps: number; fixedCents: bigint }

export type Quote = {
  amountCents: bigint
  /** What the schedule says, whether or not it is charged. */
  scheduledFeeCents: bigint
  feeCents: bigint
  waivedCents: bigint
  totalChargeCents: bigint
  isWaived: boolean
  /** Free operations left, before this one. */
  freeLeft: number
  /** A larger amount that costs less, where the schedule has one. */
  cheaperAtCents: bigint | null
}

const feeBy = (row: FeeRow, amountCents: bigint): bigint => percentHalfUp(cents(amountCents), row.bps) + row.fixedCents

/** The lines of an operation, from the smallest amount up. */
const linesOf = (rows: readonly FeeRow[], operation: FeeOperation): FeeRow[] =>
  rows.filter((row) => row.operation === operation).toSorted((a, b) => (a.fromCents < b.fromCents ? -1 : 1))

/** Fee by the schedule, in cents; an operation without a line costs nothing. */
export const scheduledFee = (rows: readonly FeeRow[], operation: FeeOperation, amountCents: bigint): bigint => {
  const row = linesOf(rows, operation).findLast(({ fromCents }) => fromCents <= amountCents)
  return row ? feeBy(row, amountCents) : 0n
}

/** What an operation of this amount costs a person who has used `freeUsed` free operations. */
export const quoteFee = (
  rows: readonly FeeRow[],
  { operation, amountCents, freeUsed }: { operation: FeeOperation; amountCents: bigint; freeUsed: number },
): Quote => {
  const scheduledFeeCents = scheduledFee(rows, operation, amountCents)
  const freeLeft = Math.max(0, FREE_OPERATIONS - freeUsed)
  const isWaived = scheduledFeeCents > 0n && freeLeft > 0
  const feeCents = isWaived ? 0n : scheduledFeeCents
  const cheaper = linesOf(rows, operation).find(
    (row) => row.fromCents > amountCents && feeBy(row, row.fromCents) < feeCents,
  )
  return {
    amountCents,
    scheduledFeeCents,
    feeCents,
    waivedCents: scheduledFeeCents - feeCents,
    totalChargeCents: amountCents + feeCents,
    isWaived,
    freeLeft,
    cheaperAtCents: cheaper?.fromCents ?? null,
  }
}

type Possible = {
  operation: FeeOperation
  freeUsed: number
  /** What the tightest limit leaves; null without one. */
  leftCents: bigint | null
  /** What pays for amount and fee, where that is the balance. */
  balanceCents: bigint | null
}

/** The larger amount that costs less, as advice: none that a limit forbids or the balance does not pay for. */
export const possibleHint = (
  rows: readonly FeeRow[],
  { cheaperAtCents }: Pick<Quote, 'cheaperAtCents'>,
  { operation, freeUsed, leftCents, balanceCents }: Possible,
): bigint | null => {
  if (cheaperAtCents === null || (leftCents !== null && cheaperAtCents > leftCents)) return null
  const { totalChargeCents } = quoteFee(rows, { operation, amountCents: cheaperAtCents, freeUsed })
  return balanceCents !== null && totalChargeCents > balanceCents ? null : cheaperAtCents
}

/** The most that a balance pays for together with its fee by this line; null when it pays for nothing. */
const mostBy = (row: FeeRow, balanceCents: bigint): bigint | null => {
  const bps = BigInt(row.bps)
  // Within a cent of the answer: the fee is rounded.
  let amountCents = ((balanceCents - row.fixedCents) * 10_000n) / (10_000n + bps) + 1n
  while (amountCents > 0n && amountCents + feeBy(row, amountCents) > balanceCents) amountCents -= 1n
  return amountCents > 0n && amountCents >= row.fromCents ? amountCents : null
}

/**
 * What it costs to withdraw a whole balance, which pays for the fee too: amount and fee are the balance to the cent. A cent that is left by
 * rounding is taken off the fee; a balance that does not exceed its own fee leaves without one.
 */
export const quoteEverything = (
  rows: readonly FeeRow[],
  { operation, balanceCents, freeUsed }: { operation: FeeOperation; balanceCents: bigint; freeUsed: number },
): Quote => {
  const whole = quoteFee(rows, { operation, amountCents: balanceCents, freeUsed })
  if (whole.feeCents === 0n) return whole
  const most = linesOf(rows, operation).flatMap((row) => mostBy(row, balanceCents) ?? [])
  const amountCents = most.toSorted((a, b) => (a < b ? 1 : -1))[0]
  const feeCents = amountCents === undefined ? 0n : scheduledFee(rows, operation, amountCents)
  return {
    ...whole,
    amountCents: balanceCents - feeCents,
    scheduledFeeCents: feeCents,
    feeCents,
    waivedCents: 0n,
    totalChargeCents: balanceCents,
    cheaperAtCents: null,
  }
}

/** A quote as the wire shows it. */
export const quoteAnswer = (quote: Quote) => ({
  amount: Number(quote.amountCents),
  fee: Number(quote.feeCents),
  puenteFee: Number(quote.feeCents),
  totalCharge: Number(quote.totalChargeCents),
  totalSend: Number(quote.amountCents),
  scheduledFee: Number(quote.scheduledFeeCents),
  waived: quote.isWaived,
  freeLeft: quote.freeLeft,
})

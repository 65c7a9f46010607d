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

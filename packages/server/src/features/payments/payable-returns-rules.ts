/** What a payment's provider takes back of an invoice or a request, or may, case by case, and who bears it. Pure. */
import type { GoesBack, PayableReturn } from './payable.ts'

type Returned = { returns: readonly PayableReturn[] }

const sumOf = (cents: readonly number[]): bigint => cents.reduce((sum, one) => sum + BigInt(one), 0n)

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** What may yet go back of the payment, while its provider decides. */
export const contestedCents = ({ returns }: Returned): bigint =>
  sumOf(returns.flatMap(({ stage, cents }) => (stage === 'contested' ? cents : [])))

/** What the payment's provider took back. */
export const reversedCents = ({ returns }: Returned): bigint =>
  sumOf(returns.flatMap(({ stage, cents }) => (stage === 'taken' ? cents : [])))

/** What of that came out of the issuer's balance. The rest is the payer's to pay. */
export const lostCents = ({ returns }: Returned): bigint =>
  sumOf(returns.flatMap(({ stage, issuerCents }) => (stage === 'taken' ? issuerCents : [])))

/**
 * The returns of a payment after one more word of its provider, and what of it the issuer gives. Of the `keptCents` that the issuer
 * has not given back, cases together take no more than that: the issuer of what was paid never pays more than came in.
 */
export const returnsAfter = (
  returns: readonly PayableReturn[],
  { about, stage, amountCents, movementId, answers }: GoesBack,
  { fromIssuerCents, keptCents, at }: { fromIssuerCents: bigint; keptCents: bigint; at: Date },
): { returns: PayableReturn[]; issuerCents: bigint } => {
  const others = returns.filter((one) => one.about !== about && one.about !== answers)
  if (stage === 'none' || amountCents === 0n) return { returns: others, issuerCents: 0n }
  const ofPayment = others.filter((one) => one.movementId === movementId)
  const leftCents = keptCents - sumOf(ofPayment.map(({ issuerCents }) => issuerCents))
  const issuerCents = leftCents > 0n ? least(fromIssuerCents, leftCents) : 0n
  const before = returns.find((one) => one.about === about && one.stage === stage)
  const since = before === undefined ? { at: at.toISOString() } : before.at !== undefined && { at: before.at }
  const said = { about, movementId, stage, cents: Number(amountCents), issuerCents: Number(issuerCents), ...since }
  return { returns: [...others, said], issuerCents }
}

import type { Facts, FactSource } from '@puente/ledger'

/** The invoice or request that a payment pays, of the person who issued it. Bare uuids. */
export type PaidFor = { kind: 'invoice' | 'request'; issuerId: string; id: string }

/** One attempt to pay what somebody asked for, or to give back what was paid, known by its movement. Bare uuids. */
export type PayableAttempt = { paidFor: PaidFor; payerId: string; movementId: string; amountCents: bigint }

/**
 * The attempt of the same payer that is under way and makes way for this one, by its movement; null where none is. One that a verb
 * has not seen is refused with `anotherAttempt`, so that it is closed before another begins.
 */
export type Follows = { follows: string | null }

/**
 * What the provider of the payment takes back of it, or may: how much, by one case. `none` once the case was decided for the issuer.
 * Said again of the same case, it takes the place of what was said before; `answers` names another case that ends with this one.
 */
export type GoesBack = PayableAttempt & {
  about: string
  stage: 'contested' | 'taken' | 'none'
  answers?: string | null
  /** What the issuer's balance could give of it; nothing when left out. */
  fromIssuer?: (facts: Facts) => bigint
}

/**
 * What the provider of a payment takes back of it, by one case, as the invoice or request keeps it: `contested` may go, `taken` has
 * gone. `issuerCents` is set aside in the issuer's balance, or has come out of it; the payer bears the rest.
 */
export type PayableReturn = {
  about: string
  movementId: string
  stage: 'contested' | 'taken'
  cents: number
  issuerCents: number
  /** Since when it stands so, as an ISO time; absent of what was noted before times were. */
  at?: string
}

/**
 * What becomes of an invoice or a request in the batch of the money: a payment from outside has begun, it is paid, that very
 * attempt came to nothing, some of what was paid is given back, or its provider takes it back, which is never refused.
 *
 * `pay` without `follows` is money that has come, whatever else is under way: it pays, unless it was paid or ended before. Where it
 * `waits` for its receiver's identity check it is an attempt under way until it reaches them; one of another movement that is under way
 * then refuses it, as if it were paid. Refusals are not stored: the same key goes on, and gives the money back.
 */
export type PayableNeed =
  | ({ begin: PayableAttempt } & Follows)
  | ({ pay: PayableAttempt; waits?: (facts: Facts) => boolean } & Partial<Follows>)
  | { stop: PayableAttempt }
  | { refund: PayableAttempt }
  | { goesBack: GoesBack }

/** What a refund comes to, for the answer of its call: given back in all, and what may still be. */
export type RefundFact = { refundedCents: bigint; leftCents: bigint }

/** What the issuer gives of what goes back. */
export type GoesBackFact = { issuerCents: bigint }

export type PayableFact = RefundFact | GoesBackFact

/** `facts.of(goesBackFact(kind))` in a command that names the need `goesBack` of that kind. */
export const goesBackFact = (kind: PaidFor['kind']): FactSource<GoesBackFact> => ({
  name: kind === 'invoice' ? 'invoices' : 'requests',
  decide: () => ({ change: null }),
})

/** The attempt that a need is about. */
export const attemptIn = (need: PayableNeed): PayableAttempt => {
  if ('begin' in need) return need.begin
  if ('pay' in need) return need.pay
  if ('stop' in need) return need.stop
  return 'refund' in need ? need.refund : need.goesBack
}

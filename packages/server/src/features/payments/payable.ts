import type { PaidFor } from './paid-for.ts'

/** One attempt to pay what somebody asked for, or to give back what was paid, known by its movement. Bare uuids. */
export type PayableAttempt = { paidFor: PaidFor; payerId: string; movementId: string; amountCents: bigint }

/**
 * What becomes of an invoice or a request in the batch of the money: a payment from outside has begun, it is paid, that very
 * attempt came to nothing, or some of what was paid is given back.
 */
export type PayableNeed =
  | { begin: PayableAttempt }
  | { pay: PayableAttempt }
  | { stop: PayableAttempt }
  | { refund: PayableAttempt }

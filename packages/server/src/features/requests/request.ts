/**
 * A request for money, shared by whoever asks and the person asked; an open link has nobody asked, and its code is known to whom
 * it was given. Ids are bare uuids.
 */
import type { RequestState, RequestUses } from '@puente/contract'
import type { PayableReturn } from '#features/payments/index.ts'

export type RequestRef = { issuerId: string; requestId: string }

/** What both sides' rows say alike, and what changes of it. */
export type MoneyRequest = RequestRef & {
  /** The person asked; null of an open link. */
  askedId: string | null
  state: RequestState
  uses: RequestUses
  amountCents: bigint
  note: string
  splitId: string | null
  /** The movement of the payment from outside that is under way, and who is paying. */
  attempt: { movementId: string; payerId: string } | null
  paidCount: number
  paidCents: bigint
  /** Of the last payment. */
  paidMovementId: string | null
  paidAt: Date | null
  /** What the providers of its payments take back of them, or may. */
  returns: PayableReturn[]
  remindersSent: number
  remindedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
}

/** A request as the row of one of its sides has it. */
export type OwnRequest = MoneyRequest & {
  was: 'sent' | 'received'
  /** Of the link; null in the row of the person asked. */
  code: string | null
}

import type { PaymentState } from './payment-states.ts'
import type { PayoutState } from './payout-states.ts'
import type { Flow } from './rail.ts'

/** A payment that crosses to a provider. `ref` is the movement's id and everything over there carries it. */
export type Payment<State = PaymentState> = Flow & {
  ownerId: string
  ref: string
  /** What the wallet gets, without the fee. */
  amountCents: bigint
  feeCents: bigint
  waivedCents: bigint
  state: State
  /** The exact request, as JSON; its shape is the rail's own. */
  body: unknown
  attempts: number
  providerId: string | null
  providerPaymentId: string | null
  url: string | null
  /** `declined` while the last attempt on the page was refused. */
  reason: string | null
  createdAt: Date
}

/** Money on its way out. */
export type Payout = Payment<PayoutState> & {
  kind: 'withdrawal'
  /** Where it goes, as JSON, sealed for this very row. */
  destinationSealed: string
  /** Until then its owner can call it back. */
  releaseAt: Date
  /** The provider's object whose money came back; null until then. */
  returnId: string | null
  firstSentAt: Date | null
  lastSentAt: Date | null
  /** When the provider was first found to know of none since it was last sent. */
  absentAt: Date | null
  keyExpiresAt: Date | null
}

export const isPayout = (payment: Payment | Payout): payment is Payout => payment.kind === 'withdrawal'

export const totalChargeCents = ({ amountCents, feeCents }: Pick<Payment, 'amountCents' | 'feeCents'>): bigint =>
  amountCents + feeCents

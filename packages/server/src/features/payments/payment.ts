import type { CheckoutRequest } from '#providers/card/port.ts'
import type { DepositState } from './payment-states.ts'

/** What the provider is asked for; the customer joins when it is sent, and never changes once it is known. */
export type CheckoutBody = Omit<CheckoutRequest, 'customerId'>

/** A payment that crosses to a provider. `ref` is the movement's id and everything over there carries it. */
export type Payment = {
  ownerId: string
  ref: string
  rail: 'card'
  kind: 'deposit'
  /** What the wallet gets, without the fee. */
  amountCents: bigint
  feeCents: bigint
  waivedCents: bigint
  state: DepositState
  body: CheckoutBody
  attempts: number
  providerId: string | null
  paymentId: string | null
  url: string | null
  /** `declined` while the last attempt on the page was refused. */
  reason: string | null
  createdAt: Date
}

export const totalChargeCents = ({ amountCents, feeCents }: Pick<Payment, 'amountCents' | 'feeCents'>): bigint =>
  amountCents + feeCents

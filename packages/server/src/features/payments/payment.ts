import type { PaymentState } from './payment-states.ts'
import type { Flow } from './rail.ts'

/** A payment that crosses to a provider. `ref` is the movement's id and everything over there carries it. */
export type Payment = Flow & {
  ownerId: string
  ref: string
  /** What the wallet gets, without the fee. */
  amountCents: bigint
  feeCents: bigint
  waivedCents: bigint
  state: PaymentState
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

export const totalChargeCents = ({ amountCents, feeCents }: Pick<Payment, 'amountCents' | 'feeCents'>): bigint =>
  amountCents + feeCents

/**
 * The card provider's own records. Statuses are closed lists of ours: the SDK's unions are open, so a misspelt word would
 * pass its types.
 */
type IntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
type SessionStatus = 'open' | 'complete' | 'expired'
type RefundStatus = 'succeeded' | 'failed'
type DisputeStatus = 'needs_response' | 'won' | 'lost'

/** The made-up cards a person may choose; no card number is ever typed. */
export const playingCards = ['4242', '0002', '3155'] as const
export type PlayingCard = (typeof playingCards)[number]

/** What the next payment does; `succeed` also overrides a card that would be declined. */
export const outcomes = ['succeed', 'decline', 'requireAction', 'timeoutAfterCommit', 'error'] as const
export type Outcome = (typeof outcomes)[number]

export type Metadata = Record<string, string>

export type Customer = {
  id: string
  created: number
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
  metadata: Metadata
}

export type PaymentMethod = { id: string; created: number; card: PlayingCard; customerId: string | null }

export type PaymentError = {
  code: string
  declineCode: string | null
  message: string
  type: 'card_error' | 'invalid_request_error'
}

export type Intent = {
  id: string
  clientSecret: string
  created: number
  amount: number
  amountReceived: number
  customerId: string | null
  description: string | null
  metadata: Metadata
  status: IntentStatus
  paymentMethodId: string | null
  latestChargeId: string | null
  lastError: PaymentError | null
  returnUrl: string | null
  setupFutureUsage: 'on_session' | 'off_session' | null
  sessionId: string | null
  canceledAt: number | null
}

export type Charge = {
  id: string
  created: number
  intentId: string
  amount: number
  amountRefunded: number
  customerId: string | null
  paymentMethodId: string
  metadata: Metadata
  balanceTransactionId: string | null
  error: PaymentError | null
  isDisputed: boolean
}

export type Refund = {
  id: string
  created: number
  chargeId: string
  intentId: string
  amount: number
  status: RefundStatus
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  metadata: Metadata
  balanceTransactionId: string
  failureBalanceTransactionId: string | null
}

export type BalanceTransaction = {
  id: string
  created: number
  availableOn: number
  amount: number
  fee: number
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
  reportingCategory: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal'
  sourceId: string
}

export type Dispute = {
  id: string
  created: number
  chargeId: string
  intentId: string
  amount: number
  status: DisputeStatus
  balanceTransactionIds: string[]
}

export type FraudWarning = { id: string; created: number; chargeId: string; intentId: string }

export type Session = {
  id: string
  created: number
  /** `setup` keeps a card and charges nothing. */
  mode: 'payment' | 'setup'
  amount: number
  productName: string
  customerId: string | null
  customerEmail: string | null
  clientReferenceId: string | null
  description: string | null
  metadata: Metadata
  intentMetadata: Metadata
  setupFutureUsage: 'on_session' | 'off_session' | null
  allowedPaymentMethodTypes: string[] | null
  locale: string | null
  successUrl: string
  cancelUrl: string | null
  expiresAt: number
  status: SessionStatus
  intentId: string | null
  setupIntentId: string | null
  /** The last card that was to be kept was refused. */
  wasRefused: boolean
}

/** PayPal's own records. Statuses are closed lists of its words. */
type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'VOIDED' | 'COMPLETED'
type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'

/** Why a capture is refused; the issue of a 422. */
const captureIssues = [
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'ORDER_COMPLETION_IN_PROGRESS',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'COMPLIANCE_VIOLATION',
  'AN_ISSUE_FROM_THE_FUTURE',
] as const

/** How the next capture ends, unless its order was told otherwise. */
export const captureOutcomes = ['succeed', 'pend', 'deny', ...captureIssues] as const
export type CaptureOutcome = (typeof captureOutcomes)[number]

export type Payer = { payerId: string; email: string }

export type Order = {
  id: string
  createdAt: Date
  status: OrderStatus
  referenceId: string
  ref: string | null
  amount: number
  description: string | null
  locale: string | null
  returnUrl: string
  cancelUrl: string
  payer: Payer | null
  captureIds: string[]
  /** What its capture will be, when that was decided before. */
  nextCapture: CaptureOutcome | null
  /** Withdraws what is due for it: the end of its page, or of its approval. */
  stopTimer: () => void
}

export type Capture = {
  id: string
  createdAt: Date
  orderId: string
  ref: string | null
  amount: number
  fee: number
  status: CaptureStatus
  refundIds: string[]
}

/** Money that goes back: a refund, or PayPal's own reversal, which has no reference. */
export type Refund = {
  id: string
  createdAt: Date
  captureId: string
  ref: string | null
  amount: number
  status: 'COMPLETED'
}

/** A line of the account's books: `amount` is negative for what goes out. */
export type Line = {
  id: string
  at: Date
  code: string
  ref: string | null
  amount: number
  fee: number
  status: 'S' | 'P' | 'D'
  /** What it belongs to: the capture of a refund. */
  relatedId: string | null
}

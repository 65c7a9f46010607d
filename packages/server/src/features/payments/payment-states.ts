/**
 * The life of a payment that comes in through a provider. Moves only go forward: an event that tells of an earlier state
 * changes nothing, so that any order of the same events, with repeats, ends in the same state.
 */
export const PAYMENT_MOVES = {
  /** Stored; the provider may or may not know of it. */
  created: ['awaitingPayment', 'processing', 'succeeded', 'failed', 'expired', 'cancelled'],
  /** The provider's page can be paid. */
  awaitingPayment: ['processing', 'succeeded', 'failed', 'expired', 'cancelled'],
  /** Paid but not final, or something about it is not understood. */
  processing: ['succeeded', 'failed', 'expired', 'cancelled'],
  succeeded: ['refunded', 'disputed'],
  failed: [],
  expired: [],
  cancelled: [],
  refunded: [],
  disputed: ['refunded', 'succeeded'],
} as const

export type PaymentState = keyof typeof PAYMENT_MOVES

export const canAdvance = (from: PaymentState, to: PaymentState): boolean => {
  const moves: readonly PaymentState[] = PAYMENT_MOVES[from]
  return moves.includes(to)
}

/** What had gone back whole is here again, in whole or in part: no news of the payment itself brings that about. */
export const canBeRestored = (from: PaymentState, to: PaymentState): boolean =>
  from === 'refunded' && to === 'succeeded'

/** Nothing more is expected of it; a refund or a dispute may still come. */
export const isPaymentFinal = (state: PaymentState): boolean =>
  !(['created', 'awaitingPayment', 'processing'] as PaymentState[]).includes(state)

/** Its money came in and was credited, whatever went back afterwards. */
export const wasCredited = (state: PaymentState): boolean =>
  (['succeeded', 'refunded', 'disputed'] as PaymentState[]).includes(state)

/** How an unpaid payment ends, and the reason its owner sees. */
export const CANCEL_REASON_OF = {
  failed: 'declined',
  expired: 'expired',
  cancelled: 'cancelledByUser',
} as const satisfies Partial<Record<PaymentState, string>>
export type EndState = keyof typeof CANCEL_REASON_OF

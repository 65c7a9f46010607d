/**
 * The life of money that goes out. Each rail has its own moves, in one vocabulary. They only go forward: news of an earlier
 * state changes nothing, so that any order of the same news, with repeats, ends in the same state.
 */
import type { PayoutRailName } from '#providers/payout-port.ts'

/** What a provider may say of a transfer that it has, or may have, wherever our own record of it stands. */
const TOLD = ['submitted', 'onHold', 'blocked', 'settled', 'failed', 'returned'] as const
const ENDED = { failed: [], cancelled: [], returned: [], returnBlocked: [] } as const

const BANK_MOVES = {
  /** The money is set aside, and nothing has been sent. */
  held: ['queued', 'cancelled'],
  /** On its way to the provider; its owner can no longer call it back. */
  queued: ['submitting', ...TOLD],
  /** Being sent. `queued` again when the provider has certainly not taken it. */
  submitting: ['queued', 'submitUnknown', ...TOLD],
  /** It was sent; whether it arrived is not known yet. */
  submitUnknown: ['queued', ...TOLD],
  submitted: ['onHold', 'blocked', 'settled', 'failed', 'returned'],
  /** The provider looks at it, or says something that we do not understand. */
  onHold: ['submitted', 'blocked', 'settled', 'failed', 'returned'],
  /** Stopped by law. A person decides; the owner's money stays set aside until then. */
  blocked: ['settled', 'cancelled', 'returnBlocked'],
  /** It has arrived. It may come back all the same. */
  settled: ['returned', 'returnBlocked'],
  ...ENDED,
} as const

const PAYPAL_MOVES = {
  ...BANK_MOVES,
  queued: [...BANK_MOVES.queued, 'unclaimed'],
  submitting: [...BANK_MOVES.submitting, 'unclaimed'],
  submitUnknown: [...BANK_MOVES.submitUnknown, 'unclaimed'],
  submitted: [...BANK_MOVES.submitted, 'unclaimed'],
  onHold: [...BANK_MOVES.onHold, 'unclaimed'],
  /** It waits for its receiver to have an account over there. */
  unclaimed: ['onHold', 'blocked', 'settled', 'failed', 'returned'],
} as const

export type PayoutState = keyof typeof PAYPAL_MOVES

/** By rail; a state that a rail does not have has no moves there. */
export const PAYOUT_MOVES: Record<PayoutRailName, Partial<Record<PayoutState, readonly PayoutState[]>>> = {
  bank: BANK_MOVES,
  paypal: PAYPAL_MOVES,
}

export const canPayoutAdvance = (rail: PayoutRailName, from: PayoutState, to: PayoutState): boolean =>
  PAYOUT_MOVES[rail][from]?.includes(to) ?? false

/** The moves that no news makes: two operators give back what was kept apart, and what the provider can no longer be asked about. */
export const canPayoutBeReleased = (from: PayoutState, to: PayoutState): boolean =>
  from === 'returnBlocked'
    ? to === 'returned'
    : to === 'cancelled' && (from === 'submitting' || from === 'submitUnknown')

/** Nothing more is expected of it; what has arrived may still come back. */
export const isPayoutFinal = (state: PayoutState): boolean =>
  (['settled', 'failed', 'cancelled', 'returned', 'returnBlocked'] as PayoutState[]).includes(state)

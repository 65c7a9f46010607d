/**
 * A movement is what a person sees of a money movement: one row per party under the same id, written in the batch that
 * moves the money. It keeps a snapshot of the counterpart, so that history reads the same whatever becomes of them.
 */
import {
  type CANCEL_REASONS,
  type HOLD_REASONS,
  type MovementMethod,
  type MovementState,
  type MovementType,
  type PAYIN_RETURN_STEPS,
  transactionId,
} from '@puente/contract'
import type { Json } from '@puente/ledger'

type HoldReason = (typeof HOLD_REASONS)[number]
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** The other side, when it is a person here. */
export type Counterpart = {
  ownerId: string
  name: string
  handle: string
  imageFileId: string | null
  isBusiness: boolean
}

export type MovementRef = { ownerId: string; movementId: string }

/** What a verb says of a new row; everything else follows from the batch. `direction` is 1 for money coming in. */
export type MovementDraft = MovementRef & {
  type: MovementType
  state: MovementState
  method: MovementMethod
  direction: 1 | -1
  amountCents: bigint
  feeCents?: bigint
  scheduledFeeCents?: bigint
  counterpart: Counterpart | null
  note: string
  reference: string
  holdReason?: HoldReason
  cancelReason?: CancelReason
  sendSessionId?: string
  linkedId?: string
  /** Between which days it is promised, `2026-11-24`. */
  expected?: { from: string; to: string } | null
  details?: { [key: string]: Json }
}

/** `amount`: what moved with it, in cents, where that is another amount than the row's. */
export type Step = { step: string; at: string | null; amount?: number }

export type Movement = MovementRef & {
  type: MovementType
  state: MovementState
  method: MovementMethod
  direction: 1 | -1
  amountCents: bigint
  feeCents: bigint
  scheduledFeeCents: bigint
  currency: string
  counterpart: Counterpart | null
  note: string
  privateNote: string | null
  reference: string
  /** The owner's balance after the row's own entry; null while nothing is posted. */
  balanceAfterCents: bigint | null
  entrySeq: bigint | null
  transferId: string | null
  holdReason: HoldReason | null
  cancelReason: CancelReason | null
  expected: { from: string; to: string } | null
  timeline: Step[]
  details: { [key: string]: Json }
  linkedId: string | null
  sendSessionId: string | null
  version: number
  createdAt: Date
  paidAt: Date | null
}

/** How the account stood after the entry that a row stands for. */
export type Posted = { balanceCents: bigint; seq: bigint; transferId: string }

const STEPS: Record<MovementState, string> = {
  PENDING: 'pending',
  'ON HOLD': 'onHold',
  CANCELLED: 'cancelled',
  COMPLETED: 'completed',
}

const stepOf = (state: MovementState, at: Date): Step => ({ step: STEPS[state], at: at.toISOString() })

const postedFields = (posted: Posted | null) => ({
  balanceAfterCents: posted?.balanceCents ?? null,
  entrySeq: posted?.seq ?? null,
  transferId: posted?.transferId ?? null,
})

/** The row of a draft. `posted` is null when the command moved nothing in the owner's wallet. */
export const movementOf = (draft: MovementDraft, at: Date, posted: Posted | null): Movement => ({
  ...draft,
  ...postedFields(posted),
  feeCents: draft.feeCents ?? 0n,
  scheduledFeeCents: draft.scheduledFeeCents ?? 0n,
  currency: 'USD',
  privateNote: null,
  holdReason: draft.holdReason ?? null,
  cancelReason: draft.cancelReason ?? null,
  expected: draft.expected ?? null,
  timeline: [stepOf(draft.state, at)],
  details: draft.details ?? {},
  linkedId: draft.linkedId ?? null,
  sendSessionId: draft.sendSessionId ?? null,
  version: 1,
  createdAt: at,
  paidAt: draft.state === 'COMPLETED' ? at : null,
})

/** Where a row goes; `from`, where given, is the reason that it must be on hold for. */
export type Move = MovementRef & { from?: HoldReason | undefined } & (
    | { to: 'COMPLETED' | 'PENDING'; details?: { [key: string]: Json } }
    | { to: 'ON HOLD'; holdReason: HoldReason; details?: { [key: string]: Json } }
    | { to: 'CANCELLED'; cancelReason: CancelReason; details?: { [key: string]: Json } }
  )

/** Something that is said of a row while it waits, under its details; its state stays. A `step` joins its timeline, once. */
export type Mark = MovementRef & { details: { [key: string]: Json }; step?: 'unclaimed' }

/** The row with the mark; null when it says so already, or waits no longer. */
export const marked = (movement: Movement, { details, step }: Mark, at: Date): Movement | null => {
  const isNews = Object.entries(details).some(([key, value]) => movement.details[key] !== value)
  if (movement.state !== 'PENDING' || !isNews) return null
  const isStep = step !== undefined && movement.timeline.every((one) => one.step !== step)
  return {
    ...movement,
    details: { ...movement.details, ...details },
    timeline: isStep ? [...movement.timeline, { step, at: at.toISOString() }] : movement.timeline,
    version: movement.version + 1,
  }
}

/** Money came for it that nothing was left to be paid with; it lies apart until it goes back. */
export type CameLate = MovementRef & { cents: bigint }

/** The row with what came after it had ended, in all; null while it has not. */
export const cameLate = (movement: Movement, { cents }: CameLate): Movement | null => {
  if (movement.state !== 'CANCELLED') return null
  const received = Number(movement.details['received'] ?? 0) + Number(cents)
  return { ...movement, details: { ...movement.details, received }, version: movement.version + 1 }
}

/**
 * It had arrived and came back: `as` is the row of the return, a bare uuid, and `reason` the provider's code for it. `givenBackCents` is
 * what its owner was credited; null while the money is kept apart.
 */
export type Return = MovementRef & { as: string; reason: string | null; givenBackCents: bigint | null }

/** The row with the return noted, otherwise unchanged; null if it is noted already, or the movement never arrived. */
export const returned = (movement: Movement, { as, reason, givenBackCents }: Return, at: Date): Movement | null => {
  const { returnedAs, givenBack } = movement.details
  const isFirst = returnedAs === undefined
  const isNews = isFirst || (givenBack === undefined && givenBackCents !== null)
  if (movement.state !== 'COMPLETED' || !isNews) return null
  const isBack = givenBackCents !== null && { givenBack: Number(givenBackCents) }
  return {
    ...movement,
    details: { ...movement.details, returnedAs: transactionId(as), returnReason: reason, ...isBack },
    timeline: isFirst ? [...movement.timeline, { step: 'returned', at: at.toISOString() }] : movement.timeline,
    version: movement.version + 1,
  }
}

export type PayinReturnStep = (typeof PAYIN_RETURN_STEPS)[number]

/**
 * What its provider says of a payment from outside that had arrived: it may go back, `backCents` of it and its fee went back, or
 * failed to, or it stays; or a reward was taken back. `uncoveredCents` of a deposit that is contested could not be set aside: its owner would come to owe them. On a
 * receiver's row `backCents` is what of it left their balance, was set aside there or came again.
 */
export type PayinReturned = MovementRef & {
  returnStep: PayinReturnStep
  backCents: bigint | null
  uncoveredCents?: bigint
}

/** The row with one more step; null if the payment never arrived. */
export const payinReturned = (
  movement: Movement,
  { returnStep, backCents, uncoveredCents }: PayinReturned,
  at: Date,
): Movement | null => {
  if (movement.state !== 'COMPLETED') return null
  const step = { step: returnStep, at: at.toISOString(), ...(backCents !== null && { amount: Number(backCents) }) }
  return {
    ...movement,
    details: {
      ...movement.details,
      returnStep,
      ...(uncoveredCents !== undefined && { uncovered: Number(uncoveredCents) }),
    },
    timeline: [...movement.timeline, step],
    version: movement.version + 1,
  }
}

/** The row after a move that the table of states allows. */
export const moved = (movement: Movement, move: Move, at: Date, posted: Posted | null): Movement => ({
  ...movement,
  ...(posted ? postedFields(posted) : {}),
  state: move.to,
  holdReason: move.to === 'ON HOLD' ? move.holdReason : null,
  details: { ...movement.details, ...move.details },
  cancelReason: move.to === 'CANCELLED' ? move.cancelReason : null,
  timeline: [...movement.timeline, stepOf(move.to, at)],
  version: movement.version + 1,
  paidAt: move.to === 'COMPLETED' ? at : movement.paidAt,
})

/** Text as a search compares it: lower case, without accents, so that "cafe" finds "Café". */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()

/** What a search looks through. */
export const searchTextOf = ({ counterpart, note, privateNote, reference }: Movement): string =>
  folded(
    [counterpart?.name, counterpart?.handle, note, privateNote, reference]
      .filter((part) => part !== null && part !== undefined && part !== '')
      .join('\n'),
  )

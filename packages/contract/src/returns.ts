/** Money that goes back: how much of a transaction did, what its steps stand for and how it stands, alike on screens and on papers. */
import type { MovementState, MovementType, Transaction } from './app/activity.ts'

type Row = Pick<
  Transaction,
  'type' | 'state' | 'amount' | 'fee' | 'timeline' | 'returnStep' | 'returnedAs' | 'linkedId' | 'cancelReason'
>
type ReturnStep = NonNullable<Transaction['returnStep']>

/** Money that goes back, in the row of the balance that it leaves or comes back into. */
export const isReturn = ({ type }: Pick<Row, 'type'>): boolean => type === 'refund' || type === 'reversal'

export const isReward = ({ type }: Pick<Row, 'type'>): boolean => type === 'reward' || type === 'referral'

/** The row in which a reward goes back; its `linkedId` is the one by which it was paid. */
export const isRewardTakenBack = (row: Pick<Row, 'type' | 'linkedId'>): boolean =>
  isReward(row) && row.linkedId !== null

/** It may go back: its provider is to decide, or its card's bank takes it for fraud. */
export const isOpenStep = (step: string | undefined): boolean => step === 'contested' || step === 'warned'

/** What was set aside, or taken, is its owner's again. */
const isFreeStep = (step: ReturnStep): boolean => step === 'kept' || step === 'cleared' || step === 'refundFailed'

/** A withdrawal whose money came back before it arrived: its bank or PayPal returned it, or no one claimed it. No one canceled it. */
export const isSentBack = ({ type, cancelReason }: Pick<Row, 'type' | 'cancelReason'>): boolean =>
  type === 'withdraw' && (cancelReason === 'returned' || cancelReason === 'unclaimed')

/**
 * Why a withdrawal came back, by its provider's word. What came back before it arrived says so while it is on hold: a decision may still
 * let it go on.
 */
export const whyBackOf = <Reason>(
  state: MovementState,
  { returnReason, backReason }: { returnReason?: Reason; backReason?: Reason },
): Reason | undefined => returnReason ?? (state === 'ON HOLD' ? backReason : undefined)

/** What its provider questions or took back of a payment from outside, or what was taken back of a reward. */
export const isGoingBack = (row: Pick<Row, 'type' | 'returnStep'>): boolean =>
  !isReturn(row) && row.returnStep !== undefined && !isFreeStep(row.returnStep)

/** Rows of these have no price: what is given or comes back has no fee of its own. */
const UNPRICED: ReadonlySet<MovementType> = new Set(['refund', 'reversal', 'reward', 'referral', 'adjustment'])
export const hasPrice = ({ type, fee }: Pick<Row, 'type' | 'fee'>): boolean => fee !== 0 || !UNPRICED.has(type)

/**
 * What came of the last step by which its money went back: of one that went back in parts, all that went back that way and has not come again; of
 * a refund that failed, and of what is set aside, the last alone.
 */
export const goneBackCents = ({ timeline, amount, fee }: Pick<Row, 'timeline' | 'amount' | 'fee'>, step: string) => {
  const failed = step === 'refunded' ? 'refundFailed' : 'kept'
  const said = timeline.filter((one) => one.step === step || one.step === failed)
  if (step === 'refundFailed' || isOpenStep(step) || !said.some((one) => one.amount !== undefined))
    return said.at(-1)?.amount ?? amount + fee
  return said.reduce((sum, one) => sum + (one.step === failed ? -1 : 1) * (one.amount ?? 0), 0)
}

/** What its steps stand for where money goes or comes back; what needed no decision never waited for one. */
export const shownSteps = (row: Pick<Row, 'type' | 'timeline' | 'returnStep' | 'cancelReason'>): Row['timeline'] => {
  const { returnStep, timeline } = row
  if (isSentBack(row)) return timeline.map((one) => (one.step === 'cancelled' ? { ...one, step: 'returned' } : one))
  if (isReward(row))
    return timeline.map(({ step, at, amount }) =>
      amount === 0 ? { step: 'voided', at } : { step, at, ...(amount !== undefined && { amount }) },
    )
  if (!isReturn(row) || returnStep === undefined) return timeline
  const hasWaited = returnStep !== 'refunded' && returnStep !== 'takenBack'
  // A warning alone is replaced.
  const isWarning = returnStep === 'warned' || returnStep === 'cleared' || returnStep === 'replaced'
  const meant: Partial<Record<string, string>> = {
    onHold: isWarning ? 'warned' : 'contested',
    completed: returnStep,
    cancelled: isFreeStep(returnStep) ? returnStep : 'cancelled',
  }
  return timeline
    .filter(({ step }) => hasWaited || step !== 'onHold')
    .map((one) => ({ ...one, step: meant[one.step] ?? one.step }))
}

type GoneStep = 'refunded' | 'chargedBack' | 'takenBack'
/** `rewardVoided`: the balance was empty, so that nothing of it could be taken. */
type RewardGone = 'rewardTakenBack' | 'rewardTakenBackPartly' | 'rewardVoided'
export type Standing = ReturnStep | `${GoneStep}Partly` | RewardGone | 'returned' | 'availableAgain'
export type StandingTone = 'neutral' | 'positive' | 'waiting' | 'negative'

const STATE_TONES: Readonly<Record<MovementState, StandingTone>> = {
  PENDING: 'waiting',
  'ON HOLD': 'waiting',
  CANCELLED: 'neutral',
  COMPLETED: 'positive',
}

/** What is not decided, and what its payer has back at the receiver's word, is nothing bad. */
export const STANDING_TONES: Readonly<Record<Standing, StandingTone>> = {
  warned: 'waiting',
  contested: 'waiting',
  chargedBack: 'negative',
  chargedBackPartly: 'negative',
  takenBack: 'negative',
  takenBackPartly: 'negative',
  rewardTakenBack: 'negative',
  rewardTakenBackPartly: 'negative',
  rewardVoided: 'negative',
  refunded: 'neutral',
  refundedPartly: 'neutral',
  refundFailed: 'neutral',
  kept: 'positive',
  cleared: 'positive',
  replaced: 'neutral',
  returned: 'neutral',
  availableAgain: 'positive',
}

const isGone = (step: ReturnStep): step is GoneStep =>
  step === 'refunded' || step === 'chargedBack' || step === 'takenBack'

/** Of the row in which money goes back. What was set aside and stands was never canceled. */
const standingOfReturn = ({ type, state, returnStep }: Row): Standing | null => {
  if (returnStep === undefined) return type === 'reversal' && state === 'COMPLETED' ? 'returned' : null
  if (state === 'CANCELLED') return isFreeStep(returnStep) ? 'availableAgain' : null
  if (state === 'COMPLETED') return returnStep === 'kept' ? 'availableAgain' : returnStep
  return null
}

/** How it stands where money of it goes back or came back, whatever it was before; null where its state says all. */
export const standingOf = (row: Row): Standing | null => {
  const { returnStep, returnedAs, amount, fee } = row
  if (returnedAs !== undefined || isSentBack(row)) return 'returned'
  if (isReturn(row)) return standingOfReturn(row)
  if (isRewardTakenBack(row)) return 'rewardTakenBack'
  if (returnStep === undefined || !isGoingBack(row)) return null
  const goneCents = goneBackCents(row, returnStep)
  const isPart = isGone(returnStep) && goneCents < amount + fee
  if (isReward(row) && goneCents === 0) return 'rewardVoided'
  if (isReward(row)) return isPart ? 'rewardTakenBackPartly' : 'rewardTakenBack'
  return isPart ? `${returnStep}Partly` : returnStep
}

/** The one tone of all that says how it stands. */
export const toneOf = (row: Row): StandingTone => {
  const standing = standingOf(row)
  return standing === null ? STATE_TONES[row.state] : STANDING_TONES[standing]
}

/** Codes of a bank's return that have words of their own, in `texts/returns`; any other is given as it is. */
const WORDED = [
  'R01',
  'R02',
  'R03',
  'R04',
  'R06',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R17',
  'R20',
  'R23',
  'R24',
  'R28',
  'R34',
] as const
const RETURN_CODE = /^R\d\d$/

/** The name of the text that says why a bank sent money back; null for what is no code of a bank. */
export const returnReasonOf = (code: unknown): (typeof WORDED)[number] | 'other' | null => {
  if (typeof code !== 'string' || !RETURN_CODE.test(code)) return null
  return WORDED.find((one) => one === code) ?? 'other'
}

/**
 * What can become of a dispute, and by when we answer it: 12 CFR 1005.11, counted in banking days of New York. Pure, so that it holds
 * in a verb, in a job and under the locks of a batch.
 */
import type { Dispute as DisputeOut, DisputeKind, DisputeState, DisputeStep } from '@puente/contract'
import { isBankingDay, momentInNewYork, newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Credit, Dispute } from './dispute.ts'

/** By state, where a dispute may go. Four states are final. */
const DISPUTE_MOVES: Record<DisputeState, readonly DisputeState[]> = {
  opened: ['investigating', 'provisionalCredit', 'resolvedForUser', 'resolvedAgainst', 'withdrawn'],
  investigating: ['provisionalCredit', 'resolvedForUser', 'resolvedAgainst', 'withdrawn'],
  provisionalCredit: ['resolvedForUser', 'resolvedAgainst', 'withdrawn', 'cameBack'],
  resolvedForUser: [],
  resolvedAgainst: [],
  withdrawn: [],
  cameBack: [],
}

export const canMoveDispute = (from: DisputeState, to: DisputeState): boolean => DISPUTE_MOVES[from].includes(to)
export const isOpenDispute = (state: DisputeState): boolean => DISPUTE_MOVES[state].length > 0

const DAY_MS = 86_400_000
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const minusBankingDays = (day: string, count: number): string => {
  if (count === 0) return day
  const before = plusDays(day, -1)
  return minusBankingDays(before, isBankingDay(before) ? count - 1 : count)
}
const dayOf = (at: Date): string => newYorkTime(at).day

/** 1005.18(e)(2): days after the movement, whenever its owner first saw it. They are more than the 60 after a month's statement. */
const NOTICE_DAYS = 120
/** 1005.11(c)(1) and (2), and (c)(3) of an account whose first deposit was not thirty days before the movement. */
const USUAL = { businessDays: 10, days: 45 } as const
const NEW_ACCOUNT = { businessDays: 20, days: 90, isNewDays: 30 } as const
/** 1005.11(d)(2): how long before a credit goes back its owner is notified. */
const TAKE_BACK_BUSINESS_DAYS = 5
/** How long before a deadline operators are told of it, every day. */
const WARNED_BUSINESS_DAYS = 2
/** The most that is credited to one person without a person of ours, counting what was credited before and is not decided. */
export const CREDITED_ALONE_MAX_CENTS = 500_00n

/** Types of what we take ourselves: a debt that is paid, what a provider or the law takes, a reward. */
const TAKEN_BY_US: readonly Movement['type'][] = ['adjustment', 'reversal', 'reward', 'referral']

/**
 * Only what its owner's balance has paid is credited without people: money that came in took nothing from it, what was paid from outside
 * may come back there by the provider's own dispute, and a debt that was paid is given back automatically once it turns out not to be one (decision 47).
 */
export const hasLeftBalance = ({ direction, type, method }: Movement): boolean =>
  direction === -1 && !TAKEN_BY_US.includes(type) && (method === 'wallet' || type === 'withdraw')

/** The last day on which a movement can be disputed. */
export const reportableUntil = (movedAt: Date): string => plusDays(dayOf(movedAt), NOTICE_DAYS)

/** By the end of which days in New York we answer, or credit, and answer in any case. */
export const deadlinesOf = (
  reportedAt: Date,
  { movedAt, firstCreditAt }: { movedAt: Date; firstCreditAt: Date | null },
): { answerDay: string; finalDay: string } => {
  const isNew = firstCreditAt === null || movedAt.getTime() - firstCreditAt.getTime() <= NEW_ACCOUNT.isNewDays * DAY_MS
  const { businessDays, days } = isNew ? NEW_ACCOUNT : USUAL
  const day = dayOf(reportedAt)
  return { answerDay: plusBankingDays(day, businessDays), finalDay: plusDays(day, days) }
}

const stepped = (dispute: Dispute, step: DisputeStep, at: Date): Dispute['timeline'] => [
  ...dispute.timeline,
  { step, at: at.toISOString() },
]

/** A new one. */
export const opened = (
  draft: Omit<Dispute, 'state' | 'credit' | 'answerMessageId' | 'warnedDay' | 'timeline' | 'version'>,
): Dispute => ({
  ...draft,
  state: 'opened',
  credit: null,
  answerMessageId: null,
  warnedDay: null,
  timeline: [{ step: 'opened', at: draft.createdAt.toISOString() }],
  version: 1,
})

const movedTo = (dispute: Dispute, to: DisputeState, at: Date, credit: Credit | null): Dispute => ({
  ...dispute,
  state: to,
  credit,
  timeline: stepped(dispute, to, at),
})

export const investigated = (dispute: Dispute, at: Date): Dispute =>
  movedTo(dispute, 'investigating', at, dispute.credit)

/** 1005.11(c)(2)(i): the most that may be held back of a credit, where it is believed on a reasonable basis that it was not the owner. */
const HELD_BACK_MAX_CENTS = 50_00n

/** The least that a credit may be. Where the law asks for none, any part will do. */
export const leastCredit = ({ amountCents, creditDue, kind }: Dispute): bigint => {
  if (!creditDue) return 1n
  if (kind !== 'unauthorised') return amountCents
  return amountCents > HELD_BACK_MAX_CENTS ? amountCents - HELD_BACK_MAX_CENTS : 1n
}

export const canCredit = (dispute: Dispute, cents: bigint): boolean =>
  cents >= leastCredit(dispute) && cents <= dispute.amountCents

const newCredit = (state: 'given' | 'final', movementId: string, cents: bigint, at: Date): Credit => ({
  state,
  movementId,
  cents,
  at,
  takeBackDay: null,
  takenCents: 0n,
  owedCents: 0n,
})

/** This much is its owner's to use until we answer. */
export const credited = (dispute: Dispute, movementId: string, cents: bigint, at: Date): Dispute =>
  movedTo(dispute, 'provisionalCredit', at, newCredit('given', movementId, cents, at))

/** What was credited stays; what was not is credited by `movementId`. */
export const resolvedFor = (dispute: Dispute, movementId: string, at: Date): Dispute =>
  movedTo(
    dispute,
    'resolvedForUser',
    at,
    dispute.credit ? { ...dispute.credit, state: 'final' } : newCredit('final', movementId, dispute.amountCents, at),
  )

const toTakeBack = (credit: Credit | null, at: Date): Credit | null =>
  credit && { ...credit, state: 'toTakeBack', takeBackDay: plusBankingDays(dayOf(at), TAKE_BACK_BUSINESS_DAYS) }

/** There was no error, its owner says so, or the money came back another way: the credit goes back, and its owner learns when. */
export const endedWithout = (dispute: Dispute, to: 'resolvedAgainst' | 'withdrawn' | 'cameBack', at: Date): Dispute =>
  movedTo(dispute, to, at, toTakeBack(dispute.credit, at))

/** What went back of the credit; the rest is owed. */
export const takenBack = (dispute: Dispute, takenCents: bigint, at: Date): Dispute => ({
  ...dispute,
  credit: dispute.credit && {
    ...dispute.credit,
    state: 'takenBack',
    takenCents,
    owedCents: dispute.credit.cents - takenCents,
  },
  timeline: stepped(dispute, 'creditTakenBack', at),
})

/** The day by whose end something is due from us now; null when nothing is. */
export const deadlineOf = ({ state, creditDue, answerDay, finalDay }: Dispute): string | null => {
  if (state === 'provisionalCredit') return finalDay
  return isOpenDispute(state) ? (creditDue ? answerDay : finalDay) : null
}

/**
 * Which deadline that its owner knows of has passed without what was due by it: `answer`, that of an answer or a credit, or `final`. Of
 * what was canceled nothing can be credited, so that only the answer is due.
 */
export const lateOf = (
  { state, creditDue, answerDay, finalDay }: Dispute,
  movement: Pick<Movement, 'state'> | null,
  at: Date,
): DisputeOut['late'] => {
  const today = dayOf(at)
  if (!isOpenDispute(state)) return null
  if (today > finalDay) return 'final'
  const isCreditAhead = creditDue && state !== 'provisionalCredit' && movement?.state !== 'CANCELLED'
  return isCreditAhead && today > answerDay ? 'answer' : null
}

/** The day from which a deadline is near: up to it lie so many banking days. */
export const nearUntil = (at: Date): string => plusBankingDays(dayOf(at), WARNED_BUSINESS_DAYS)

/** Credits are given, and go back, at noon of their day: there is an afternoon left if it does not work. */
const NOON = '12:00'
const MORNING = '09:00'

/** When there is something to do about it next, and every hour from then on; null where there never is. */
export const alarmAt = (dispute: Dispute): Date | null => {
  const { credit } = dispute
  if (credit?.state === 'toTakeBack' && credit.takeBackDay !== null) return momentInNewYork(credit.takeBackDay, NOON)
  const deadline = deadlineOf(dispute)
  return deadline === null ? null : momentInNewYork(minusBankingDays(deadline, WARNED_BUSINESS_DAYS), MORNING)
}

/**
 * Whether the amount is credited automatically on the day of the answer, as its transaction stands. `isKept`: it is completed, and its money did not
 * come back; `wasCredited`: an earlier report of it was, and was withdrawn; `givenCents`: what its owner was credited and is not theirs for
 * good, or will be for what was reported before.
 */
export const isCreditedAlone = (
  dispute: Dispute,
  {
    movement,
    isKept,
    wasCredited,
    givenCents,
  }: { movement: Movement; isKept: boolean; wasCredited: boolean; givenCents: bigint },
): boolean =>
  dispute.creditDue &&
  canMoveDispute(dispute.state, 'provisionalCredit') &&
  hasLeftBalance(movement) &&
  isKept &&
  !wasCredited &&
  givenCents + dispute.amountCents <= CREDITED_ALONE_MAX_CENTS

/** What is to be done now. `warn`: whether operators are to be told that the deadline is near, or past. */
export type Turn = { does: 'credit' | 'takeBack' | null; warn: 'near' | 'missed' | null }

export const turnOf = (dispute: Dispute, at: Date): Turn => {
  const { credit, state, creditDue, answerDay, warnedDay } = dispute
  const today = dayOf(at)
  if (credit?.state === 'toTakeBack') return { does: at >= (alarmAt(dispute) ?? at) ? 'takeBack' : null, warn: null }
  const deadline = deadlineOf(dispute)
  if (deadline === null) return { does: null, warn: null }
  const isCreditDue = state !== 'provisionalCredit' && creditDue && at >= momentInNewYork(answerDay, NOON)
  const isNear = today >= minusBankingDays(deadline, WARNED_BUSINESS_DAYS) && warnedDay !== today
  return { does: isCreditDue ? 'credit' : null, warn: isNear ? (today > deadline ? 'missed' : 'near') : null }
}

/** Kinds that say of money which came in that it was too little, or not all of it; of what came in nothing else is in error. */
const OF_INCOMING: readonly DisputeKind[] = ['wrongAmount', 'other']

/** Whether this can be said of a movement in this direction. */
export const fitsDirection = (kind: DisputeKind, direction: 1 | -1): boolean =>
  direction === -1 || OF_INCOMING.includes(kind)

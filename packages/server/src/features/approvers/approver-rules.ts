/**
 * Which payments wait for an approver, whose word counts, and what may change at once: pure, so that it holds in a verb and in the
 * batch. One thought runs through it: whatever protects more holds at once, whatever protects less takes 24 hours. Otherwise a thief
 * with the person's session would do away with the protection first.
 */
import { APPROVAL_HOURS } from '@puente/contract'
import type { Approver, Rule } from './approver.ts'

const HOUR_MS = 3_600_000

/** A day later: until then a payment waits at most, and the old rule holds. */
export const aDayAfter = (at: Date): Date => new Date(at.getTime() + APPROVAL_HOURS * HOUR_MS)

/** The rule that holds then. */
export const ruleAt = ({ rule, next }: Pick<Approver, 'rule' | 'next'>, at: Date): Rule =>
  next !== null && at >= next.at ? next.rule : rule

/** Whether they have not been taken away by then. */
export const isThereAt = ({ endsAt }: Pick<Approver, 'endsAt'>, at: Date): boolean => endsAt === null || at < endsAt

/** Whether they approve by then. */
export const isActiveAt = (approver: Approver, at: Date): boolean =>
  approver.state === 'active' && isThereAt(approver, at)

const lower = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || (other !== null && other < one) ? other : one

/** The rule that lets nothing through which either would stop. */
const stricter = (one: Rule, other: Rule): Rule => ({
  newPayee: one.newPayee || other.newPayee,
  aboveCents: lower(one.aboveCents, other.aboveCents),
})

const isSame = (one: Rule, other: Rule): boolean =>
  one.newPayee === other.newPayee && one.aboveCents === other.aboveCents

/** What holds at once of a changed rule, and what follows in a day, if it protects less anywhere. */
export const changedRule = (approver: Approver, rule: Rule, at: Date): Pick<Approver, 'rule' | 'next'> => {
  const before = ruleAt(approver, at)
  // Nothing was approved yet, so nothing is lost.
  if (approver.state === 'invited') return { rule, next: null }
  const now = stricter(before, rule)
  return { rule: now, next: isSame(now, rule) ? null : { rule, at: aDayAfter(at) } }
}

/** From when on a new approver decides: at once, unless somebody else could be got around with their help. */
export const decidesFrom = (others: readonly Approver[], at: Date): Date =>
  others.some((other) => isActiveAt(other, at)) ? aDayAfter(at) : at

/** A payment from the balance to another person, before it goes. */
export type Going = {
  payeeId: string
  amountCents: bigint
  /** Whether this person got a payment from the balance before. */
  isPaidBefore: boolean
  /** What they got or are to get from the balance within 24 hours, without what was approved or waits for that. */
  goneCents: bigint
}

const covers = ({ newPayee, aboveCents }: Rule, { amountCents, goneCents, isPaidBefore }: Going): boolean =>
  (newPayee && !isPaidBefore) || (aboveCents !== null && amountCents + goneCents > aboveCents)

export type Deciders = { approvers: readonly Approver[] } | 'nobodyNeeded' | 'nobodyCould'

/**
 * Whose word counts: any one of those whose rule covers it. Somebody new counts only where nobody who was there before does, and nobody
 * decides on a payment to themselves, not even by naming a helper just before.
 */
export const decidersOf = (approvers: readonly Approver[], going: Going, at: Date): Deciders => {
  const covering = approvers.filter((one) => isActiveAt(one, at) && covers(ruleAt(one, at), going))
  if (covering.length === 0) return 'nobodyNeeded'
  const settled = covering.filter(({ decidesFrom: from }) => from !== null && from <= at)
  const deciding = (settled.length > 0 ? settled : covering).filter(({ approverId }) => approverId !== going.payeeId)
  return deciding.length > 0 ? { approvers: deciding } : 'nobodyCould'
}

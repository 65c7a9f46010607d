/** Which rules a completed movement is looked at under, and since when it counts. */
import type { RewardReason, RewardRule } from '@puente/contract'
import type { Movement } from '#features/wallet/index.ts'
import { momentInNewYork, newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'
import type { Fact, Programme } from './reward-rules.ts'

/** A completed movement of a person. */
export type Done = Movement & { paidAt: Date }

export const isDone = (movement: Movement): movement is Done =>
  movement.state === 'COMPLETED' && movement.paidAt !== null

/** What is looked at for oneself. */
const ownRules = ({ type, direction, method, counterpart }: Done): RewardRule[] => {
  if (type === 'withdraw' && direction === -1) return ['withdrawal']
  if (counterpart === null) return []
  if (type === 'invoice' && direction === 1) return ['sales']
  if (type !== 'sent' || direction !== -1) return []
  return [method === 'wallet' ? 'inAppSends' : 'outsideSends', 'allMethods']
}

/**
 * When a bank can hardly return it any more, at the end of a banking day of New York; null for what is final at once. Later returns
 * take back what was paid.
 */
const maturesAt = ({ type, method, paidAt }: Done, { returnDays }: Programme): Date | null =>
  type === 'withdraw' && method === 'bank'
    ? momentInNewYork(plusBankingDays(newYorkTime(paidAt).day, returnDays), '23:59')
    : null

const factOf = (done: Done, rule: RewardRule, programme: Programme, reason: RewardReason | null): Fact => {
  const ripeAt = maturesAt(done, programme)
  const counting = ripeAt === null ? 'counting' : 'waiting'
  return {
    rule,
    factId: done.movementId,
    sourceId: done.movementId,
    otherId: done.counterpart?.ownerId ?? null,
    method: done.method,
    amountCents: done.amountCents,
    at: done.paidAt,
    state: reason === null ? counting : 'refused',
    reason,
    maturesAt: ripeAt,
    waitsForFriend: false,
    share: 0n,
    rewardId: null,
  }
}

/** @param why the first reason for which it does not count, by what stands against it */
export const ownFacts = (done: Done, programme: Programme, why: RewardReason | null): Fact[] =>
  ownRules(done).map((rule) => {
    const isSmall = done.amountCents < programme.floorCents
    const reason = why === 'off' || why === 'restricted' ? why : isSmall ? 'belowFloor' : why
    return factOf(done, rule, programme, reason)
  })

const MONTH_MS = 30 * 86_400_000

export type Friendship = { friendId: string; since: Date; isVerified: boolean; shareBps: number }

/** What a friend's movement is looked at under, for the one who invited them. A waived fee has nothing to share. */
export const friendFacts = (
  done: Done,
  programme: Programme,
  { friendId, since, isVerified, shareBps }: Friendship,
  why: RewardReason | null,
): Fact[] => {
  const of = (rule: RewardRule): Fact => {
    const fact = factOf(done, rule, programme, why)
    const state = fact.state === 'counting' && !isVerified ? 'waiting' : fact.state
    return { ...fact, otherId: friendId, state, waitsForFriend: !isVerified }
  }
  const { shareMonths, friendFloorCents } = programme
  const isShared = shareMonths === null || done.paidAt.getTime() - since.getTime() <= shareMonths * MONTH_MS
  const facts: Fact[] = []
  if (done.feeCents > 0n && isShared)
    facts.push({ ...of('feeShare'), amountCents: done.feeCents, share: done.feeCents * BigInt(shareBps) })
  if (done.scheduledFeeCents > 0n && done.amountCents >= friendFloorCents)
    facts.push({ ...of('referralBonus'), factId: friendId })
  return facts
}

/** More was given back than the amount, or all there was: of a waived fee nothing else would tell. */
const isFeeBack = ({ amountCents, feeCents, details: { givenBack } }: Movement): boolean => {
  const backCents = typeof givenBack === 'number' ? BigInt(givenBack) : 0n
  return backCents > amountCents || backCents >= amountCents + feeCents
}

/**
 * Movements of this person that have come back, as their rows tell, and those of them whose fee was given back: what came back and is kept
 * apart did not arrive, but its fee is still ours.
 */
export const undoneBy = (movements: readonly Movement[]): { own: string[]; fees: string[] } => {
  const returned = movements.flatMap(({ movementId, details }) =>
    details['returnedAs'] === undefined ? [] : [movementId],
  )
  const linked = movements.flatMap(({ type, state, linkedId }) =>
    (type === 'refund' || type === 'reversal') && state === 'COMPLETED' && linkedId !== null ? [linkedId] : [],
  )
  return {
    own: [...returned, ...linked],
    fees: movements.filter(isFeeBack).map(({ movementId }) => movementId),
  }
}

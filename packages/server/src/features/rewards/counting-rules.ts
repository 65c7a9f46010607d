/**
 * What a person's facts come to. Facts that count are used up in the order in which they happened, as many at a time as the rule says;
 * a fact that is undone breaks the reward that it was used for, and the others count again. Pure, and the same for the model that tests it.
 */
import type { RewardReason, RewardRule } from '@puente/contract'
import { isFederalHoliday, newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { type Against, type Counter, type Fact, type Reward, type Rules, SHARE_UNIT } from './reward-rules.ts'

const DAY_MS = 86_400_000

export type Counting = {
  /** Looked at for the first time. Those with a reason do not count. */
  fresh: readonly Fact[]
  /** What has come back meanwhile, by the movement. */
  undone: ReadonlyMap<string, RewardReason>
  /** Friends who are verified by now. */
  verified: ReadonlySet<string>
  /** Businesses among friends. */
  businesses: ReadonlySet<string>
  /** What stands against friends, by the friend: nothing of it counts that is not paid yet. */
  against: ReadonlyMap<string, Against>
  now: Date
  /** In force when a fact happened. */
  rulesAt: (at: Date) => Rules
  newId: () => string
}

/** What is to be written, and what is new to be posted. */
export type Counted = {
  facts: Fact[]
  rewards: Reward[]
  shareDue: bigint
  earned: Reward[]
  takenBack: Reward[]
  /** When a fact has waited long enough. */
  nextAt: Date | null
}

/** Pays once for all. */
const ONCE: readonly RewardRule[] = ['verification', 'allMethods']

const keyOf = ({ rule, factId }: Fact): string => `${rule}/${factId}`

const inOrder = (a: Fact, b: Fact): number => a.at.getTime() - b.at.getTime() || (a.factId < b.factId ? -1 : 1)

/** A friend counts once, but a first operation that was undone may be followed by another one, never by the same. */
const isReplacedBy = ({ rule, state, reason, sourceId }: Fact, fact: Fact): boolean =>
  rule === 'referralBonus' && state === 'refused' && reason === 'reversed' && sourceId !== fact.sourceId

const isStanding = ({ state }: Reward): boolean => state !== 'clawedBack' && state !== 'refused'

/** One of each rule with the same person counts in a day. */
const isSameDay = (fact: Fact, others: Iterable<Fact>): boolean => {
  if (fact.otherId === null || fact.rule === 'feeShare' || fact.rule === 'referralBonus') return false
  for (const other of others)
    if (
      other.rule === fact.rule &&
      other.otherId === fact.otherId &&
      other.state !== 'refused' &&
      keyOf(other) !== keyOf(fact) &&
      Math.abs(other.at.getTime() - fact.at.getTime()) < DAY_MS
    )
      return true
  return false
}

const amountOf = (rules: Rules, fact: Fact, businesses: ReadonlySet<string>) => {
  const { amountCents, businessCents, doubles } = rules[fact.rule]
  const isBusiness = fact.otherId !== null && businesses.has(fact.otherId)
  const isDoubled = doubles && isFederalHoliday(newYorkTime(fact.at).day)
  const cents = isBusiness && businessCents !== null ? businessCents : amountCents
  return { amountCents: isDoubled ? 2n * cents : cents, isDoubled }
}

/** Counts what is new, gives up what was undone, and makes the rewards that are due. Doing it again with the same changes nothing. */
export const countFacts = (before: Counter, counting: Counting): Counted => {
  const { now, newId } = counting
  const facts = new Map(before.facts.map((fact) => [keyOf(fact), fact]))
  const rewards = new Map(before.rewards.map((reward) => [reward.rewardId, reward]))
  const changedFacts = new Set<string>()
  const changedRewards = new Set<string>()
  const earned: Reward[] = []
  const takenBack: Reward[] = []
  let { shareDue } = before

  const put = (fact: Fact): void => {
    facts.set(keyOf(fact), fact)
    changedFacts.add(keyOf(fact))
  }
  const putReward = (reward: Reward): void => {
    rewards.set(reward.rewardId, reward)
    changedRewards.add(reward.rewardId)
  }

  const take = (fact: Fact): void => {
    const known = facts.get(keyOf(fact))
    if (known && !isReplacedBy(known, fact)) return
    const others = [...facts.values()].filter(({ rule }) => rule === fact.rule)
    if (fact.rule === 'allMethods') {
      const isPaid = [...rewards.values()].some((one) => one.rule === 'allMethods' && isStanding(one))
      if (isPaid || others.some(({ method, state }) => method === fact.method && state !== 'refused')) return
    }
    put(fact.reason === null && isSameDay(fact, others) ? { ...fact, state: 'refused', reason: 'sameDay' } : fact)
  }

  /** The reward of a fact that does not count after all: given up or taken back, and its other facts count again. */
  const breakReward = (reward: Reward, reason: RewardReason): void => {
    if (!isStanding(reward)) return
    const after: Reward = { ...reward, state: reward.state === 'paid' ? 'clawedBack' : 'refused', reason }
    putReward(after)
    if (after.state === 'clawedBack') takenBack.push(after)
    for (const fact of facts.values())
      if (fact.rewardId === reward.rewardId && fact.state === 'used')
        put({ ...fact, state: 'counting', rewardId: null })
  }

  const undo = (fact: Fact, reason: RewardReason): void => {
    if (fact.state === 'refused') return
    const reward = fact.rewardId === null ? undefined : rewards.get(fact.rewardId)
    if (fact.rule === 'feeShare' && fact.state === 'used') shareDue -= fact.share
    put({ ...fact, state: 'refused', reason, rewardId: null })
    if (reward) breakReward(reward, reason)
  }

  const isPaidFor = ({ rule, state, rewardId }: Fact): boolean =>
    state === 'used' && (rule === 'feeShare' || (rewardId !== null && rewards.get(rewardId)?.state === 'paid'))

  const mature = (fact: Fact): void => {
    const waitsForFriend = fact.waitsForFriend && !(fact.otherId !== null && counting.verified.has(fact.otherId))
    const isRipe = fact.maturesAt === null || fact.maturesAt <= now
    if (isRipe && !waitsForFriend) put({ ...fact, state: 'counting', waitsForFriend })
    else if (waitsForFriend !== fact.waitsForFriend) put({ ...fact, waitsForFriend })
  }

  const earn = (rule: RewardRule, some: readonly Fact[], given?: bigint): void => {
    const last = some.at(-1)
    if (!last) return
    const { amountCents, isDoubled } = amountOf(counting.rulesAt(last.at), last, counting.businesses)
    const reward: Reward = {
      rewardId: newId(),
      rule,
      amountCents: given ?? amountCents,
      isDoubled: given === undefined && isDoubled,
      state: 'earned',
      reason: null,
      otherId: rule === 'referralBonus' ? last.otherId : null,
      earnedAt: now,
      paidAt: null,
      paidCents: 0n,
      takenCents: 0n,
      paymentId: null,
      isSettled: false,
    }
    if (reward.amountCents === 0n) return
    putReward(reward)
    earned.push(reward)
    if (rule !== 'feeShare') for (const fact of some) put({ ...fact, state: 'used', rewardId: reward.rewardId })
  }

  const share = (counted: readonly Fact[]): void => {
    for (const fact of counted) {
      shareDue += fact.share
      put({ ...fact, state: 'used' })
    }
    const wholeCents = shareDue / SHARE_UNIT
    if (wholeCents <= 0n || counted.length === 0) return
    shareDue -= wholeCents * SHARE_UNIT
    earn('feeShare', counted, wholeCents)
  }

  const settle = (rule: RewardRule): void => {
    const counted = [...facts.values()].filter((one) => one.rule === rule && one.state === 'counting').toSorted(inOrder)
    if (rule === 'feeShare') return share(counted)
    if (ONCE.includes(rule) && [...rewards.values()].some((one) => one.rule === rule && isStanding(one))) return
    let from = 0
    for (;;) {
      const next = counted[from]
      if (!next) return
      const { every } = counting.rulesAt(next.at)[rule]
      const some = counted.slice(from, from + every)
      if (some.length < every) return
      earn(rule, some)
      from += every
      if (ONCE.includes(rule)) return
    }
  }

  for (const fact of counting.fresh.toSorted(inOrder)) take(fact)
  for (const fact of facts.values()) {
    const reason = counting.undone.get(fact.sourceId)
    if (reason) undo(fact, reason)
  }
  for (const fact of facts.values()) {
    const reason = fact.otherId === null ? undefined : counting.against.get(fact.otherId)?.[fact.rule]
    if (reason && !isPaidFor(fact)) undo(fact, reason)
  }
  for (const fact of facts.values()) if (fact.state === 'waiting') mature(fact)
  for (const rule of new Set([...facts.values()].map((one) => one.rule))) settle(rule)

  const waits = [...facts.values()].flatMap(({ state, maturesAt }) =>
    state === 'waiting' && maturesAt !== null && maturesAt > now ? maturesAt.getTime() : [],
  )
  return {
    facts: [...changedFacts].flatMap((key) => facts.get(key) ?? []),
    rewards: [...changedRewards].flatMap((id) => rewards.get(id) ?? []),
    shareDue,
    earned: earned.flatMap(({ rewardId }) => {
      const reward = rewards.get(rewardId)
      return reward?.state === 'earned' ? [reward] : []
    }),
    takenBack,
    nextAt: waits.length === 0 ? null : new Date(Math.min(...waits)),
  }
}

/** What the rewards programme keeps: rules and guards in force, facts that were looked at, and rewards that they came to. */
import type { RewardReason, RewardRule, RewardState } from '@puente/contract'

/** A rule as it is in force at a moment. */
export type Rule = {
  rule: RewardRule
  amountCents: bigint
  /** Where a business is worth another amount. */
  businessCents: bigint | null
  /** How many facts come to one reward. */
  every: number
  doubles: boolean
  /** Of the fees of friends, in basis points. */
  shareBps: number | null
}

export type Rules = Readonly<Record<RewardRule, Rule>>

/** The programme as it is in force at a moment: the switch, the month's budget and the numbers of the guards. */
export type Programme = {
  isOn: boolean
  budgetCents: bigint
  floorCents: bigint
  personCapCents: bigint
  friendsCap: number
  friendFloorCents: bigint
  returnDays: number
  shareMonths: number | null
}

/** `waiting` for a moment or for a friend; `counting` towards a reward; `used` by one. */
export type FactState = 'waiting' | 'counting' | 'used' | 'refused'

/** By rule, why what a friend does brings nothing to the person who invited them. */
export type Against = Partial<Record<RewardRule, RewardReason>>

/** The two are one person. */
export const ONE_PERSON: Against = { referralBonus: 'linked', feeShare: 'linked' }

/** Something that was looked at under a rule, once for each `factId`. Ids are bare uuids. */
export type Fact = {
  rule: RewardRule
  /** The movement, or the friend where a friend counts once. */
  factId: string
  /** The movement that it follows from, by which it is undone. */
  sourceId: string
  otherId: string | null
  method: string | null
  amountCents: bigint
  at: Date
  state: FactState
  reason: RewardReason | null
  maturesAt: Date | null
  waitsForFriend: boolean
  /** Of a friend's fee, in ten-thousandths of a cent. */
  share: bigint
  rewardId: string | null
}

export type Reward = {
  rewardId: string
  rule: RewardRule
  amountCents: bigint
  isDoubled: boolean
  state: Exclude<RewardState, 'counting'>
  reason: RewardReason | null
  otherId: string | null
  earnedAt: Date
  paidAt: Date | null
  paidCents: bigint
  takenCents: bigint
  paymentId: string | null
  isSettled: boolean
}

/** Of a reward that came back what the balance did not have, in cents. */
export const madeUpOf = ({ state, isSettled, amountCents, takenCents }: Reward): bigint =>
  state === 'clawedBack' && isSettled ? amountCents - takenCents : 0n

/** All that decides what a person's facts come to; read and written under the lock of the person. */
export type Counter = { facts: readonly Fact[]; rewards: readonly Reward[]; shareDue: bigint }

/** Ten-thousandths of a cent in a cent. */
export const SHARE_UNIT = 10_000n

/** Rules that a person is paid by for what they do themselves, which have one cap together. */
export const OWN_RULES = [
  'verification',
  'inAppSends',
  'outsideSends',
  'allMethods',
  'sales',
  'withdrawal',
] as const satisfies readonly RewardRule[]

export const isOwnRule = (rule: RewardRule): boolean => (OWN_RULES as readonly RewardRule[]).includes(rule)

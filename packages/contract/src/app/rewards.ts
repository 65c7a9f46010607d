import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CursorIn, CursorOut, DayOut, LimitQueryIn, TimestampOut } from '../fields.ts'
import { TransactionIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'

/** What earns something: the rules of the programme, in the order in which they are shown. */
export const REWARD_RULES = [
  'verification',
  'inAppSends',
  'outsideSends',
  'allMethods',
  'sales',
  'withdrawal',
  'referralBonus',
  'feeShare',
] as const
export type RewardRule = (typeof REWARD_RULES)[number]

/** `counting`: it counts towards a reward that is not due yet. */
export const REWARD_STATES = ['counting', 'earned', 'waitingBudget', 'paid', 'refused', 'clawedBack'] as const
export type RewardState = (typeof REWARD_STATES)[number]

/** Why something does not count, or a reward is not paid or was taken back. */
export const REWARD_REASONS = [
  /** The programme was switched off. */
  'off',
  /** The account was restricted. */
  'restricted',
  'belowFloor',
  /** Both accounts share an identity, a device, a phone, a card or a bank account. */
  'linked',
  /** The money came back within days, over whatever way. */
  'roundTrip',
  /** Another one of the same rule with the same person counted within 24 hours. */
  'sameDay',
  'reversed',
  /** Verification only: the phone was another account's before, or is one to throw away. */
  'usedPhone',
  'disposablePhone',
  'sameIdentity',
  /** As much as one person can get in 30 days, or for friends. */
  'personCap',
  'friendsCap',
  'closed',
] as const
export type RewardReason = (typeof REWARD_REASONS)[number]

const RuleOut = z.object({
  rule: z.enum(REWARD_RULES),
  /** What one reward of the rule is; 0 for the share of fees. */
  amount: CentsOut,
  /** Where a business is worth another amount. */
  businessAmount: z.nullable(CentsOut),
  /** How much has to count for one reward. */
  every: z.int(),
  doublesOnHolidays: z.boolean(),
  /** Of the fees of friends, in basis points. */
  shareBps: z.nullable(z.int()),
  /** What counts towards the next reward. */
  counted: z.int(),
  /** What waits, for a bank's return window or a friend's verification. */
  waiting: z.int(),
  /** What did not count in the last 30 days. */
  refused: z.int(),
  /** Of a rule that pays once: it has paid. */
  done: z.boolean(),
  /** Of `verification`: why it pays the caller nothing any more. `verifiedBefore`: they were verified before it counted. */
  missed: z.nullable(z.enum(['verifiedBefore', ...REWARD_REASONS])),
  /** Of `allMethods`: those that have counted. */
  methods: z.array(z.string()),
  /** Paid less taken back. */
  paid: CentsOut,
})
export type RewardRuleOut = z.infer<typeof RuleOut>

const HistoryItem = z.object({
  id: z.string(),
  rule: z.enum(REWARD_RULES),
  state: z.enum(REWARD_STATES),
  reason: z.nullable(z.enum(REWARD_REASONS)),
  /** Of the reward; null for what counts towards one, or does not. */
  amount: z.nullable(CentsOut),
  /** Of a reward that was taken back: what the balance did not have. Later rewards make up for it. */
  madeUp: CentsOut,
  /** And what had made up for an earlier reward: later ones make up for it again. */
  owedAgain: CentsOut,
  doubled: z.boolean(),
  at: TimestampOut,
  /** Of the caller's own transaction that was looked at, or that paid the reward. */
  transactionId: z.nullable(TransactionIdOut),
  /** Of the transaction that was looked at; null for what friends do. */
  operationAmount: z.nullable(CentsOut),
  /** The other side of it; null when there is none, or it is gone. */
  name: z.nullable(z.string()),
})
export type RewardHistoryItem = z.infer<typeof HistoryItem>

const Friend = z.object({
  since: TimestampOut,
  /** Of the bonus for this friend. `counting`: what it takes has not happened yet. */
  state: z.enum(REWARD_STATES),
  reason: z.nullable(z.enum(REWARD_REASONS)),
  /** Of the bonus, once it is earned; and of one that was taken back what the balance did not have, as in the history. */
  amount: z.nullable(CentsOut),
  madeUp: CentsOut,
})

/** Friends that are listed. */
export const FRIENDS_SHOWN = 100

export const rewards = {
  rewardsSummary: {
    method: 'GET',
    path: '/rewards/summary',
    summary:
      'The rules of the rewards programme with what counts for the caller, what comes next and what is left to be paid',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    result: z.object({
      on: z.boolean(),
      rules: z.array(RuleOut),
      /** Below this nothing counts. */
      floor: CentsOut,
      /** What one person can get in 30 days, not counting friends, and what of it was paid. */
      cap: CentsOut,
      capUsed: CentsOut,
      friendsCap: z.int(),
      friendFloor: CentsOut,
      /** Banking days that a withdrawal to a bank waits. */
      returnDays: z.int(),
      /** Of everybody, in this month of New York. */
      budget: CentsOut,
      budgetLeft: CentsOut,
      /** All that was paid less what was taken back: the sum of the caller's entries. */
      paid: CentsOut,
      /** What later rewards pay for first. */
      owed: CentsOut,
      /** What is earned and not paid yet; `waitsFor` says what keeps it. */
      due: CentsOut,
      waitsFor: z.nullable(z.enum(['payment', 'budget', 'tier1', 'unrestricted', 'on'])),
      /** Today in New York, where it is a federal holiday. */
      holiday: z.nullable(DayOut),
    }),
    refuses: [],
  },
  rewardsHistory: {
    method: 'GET',
    path: '/rewards/history',
    summary: 'What counted for the caller, what did not and why, and what was paid; newest first',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({ limit: LimitQueryIn, last: z.optional(CursorIn) }),
    result: z.object({ items: z.array(HistoryItem), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidLimit'],
  },
  rewardsReferral: {
    method: 'GET',
    path: '/rewards/referral',
    summary: "The caller's referral link, whom it has brought, and what their fees come to",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    result: z.object({
      code: z.string(),
      link: z.string(),
      shareBps: z.int(),
      bonus: CentsOut,
      businessBonus: CentsOut,
      friendFloor: CentsOut,
      friends: z.array(Friend),
      /** Shares that have come to no whole cent yet, in ten-thousandths of a cent; below zero after a fee was given back. */
      accruedTenThousandths: z.int(),
      /** Of bonuses and of shares, less what was taken back. */
      paid: CentsOut,
    }),
    refuses: [],
  },
} as const satisfies Endpoints

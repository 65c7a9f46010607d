import { type Output, REWARD_RULES, type RewardReason, type RewardRule, type RewardRuleOut } from '@puente/contract'
import { isFederalHoliday, newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { readBudgetLeft } from './fund-budget.ts'
import { programmeAt, readProgrammes, rulesAt } from './programme-store.ts'
import { OWN_RULES, type Programme, type Rule } from './reward-rules.ts'
import {
  countByRule,
  type FactCount,
  findVerificationReason,
  readTotals,
  type RewardSum,
  sumByRule,
  sumOwnPaid,
} from './rewards-store.ts'

const DAYS_30_MS = 30 * 86_400_000

const isDue = ({ state }: RewardSum): boolean => state === 'earned' || state === 'waitingBudget'

type Missed = RewardRuleOut['missed']

/** Verified, and never looked at: it was before the programme counted. */
const missedOf = ({ user }: UserCtx, reason: RewardReason | null | undefined): Missed =>
  reason === undefined ? (user.tier < 1 ? null : 'verifiedBefore') : reason

const ruleOut = (
  rule: Rule,
  facts: readonly FactCount[],
  sums: readonly RewardSum[],
  missed: Missed,
): RewardRuleOut => {
  const of = (state: FactCount['state']) => facts.find((one) => one.rule === rule.rule && one.state === state)
  const own = sums.filter((one) => one.rule === rule.rule)
  const isOnce = rule.rule === 'verification' || rule.rule === 'allMethods'
  const paidCents = own.reduce((sum, { paidCents: cents }) => sum + cents, 0n)
  return {
    rule: rule.rule,
    amount: Number(rule.amountCents),
    businessAmount: rule.businessCents === null ? null : Number(rule.businessCents),
    every: rule.every,
    doublesOnHolidays: rule.doubles,
    shareBps: rule.shareBps,
    counted: of('counting')?.count ?? 0,
    waiting: of('waiting')?.count ?? 0,
    refused: of('refused')?.count ?? 0,
    done: isOnce && own.some((one) => one.state === 'paid' || isDue(one)),
    missed: rule.rule === 'verification' ? missed : null,
    methods: rule.rule === 'allMethods' ? [...(of('counting')?.methods ?? []), ...(of('used')?.methods ?? [])] : [],
    paid: Number(paidCents),
  }
}

type WaitsFor = Output<'rewardsSummary'>['waitsFor']

const waitsForOf = (ctx: UserCtx, programme: Programme, sums: readonly RewardSum[]): WaitsFor => {
  if (!sums.some(isDue)) return null
  if (!programme.isOn) return 'on'
  if (ctx.user.status !== 'open') return 'unrestricted'
  if (ctx.user.tier < 1) return 'tier1'
  return sums.some(({ state }) => state === 'waitingBudget') ? 'budget' : 'payment'
}

/** The rule table with the caller's own counters, what comes next, and what is left of the month's budget. */
export const rewardsSummary = async (ctx: UserCtx): Promise<Output<'rewardsSummary'>> => {
  const { db, user } = ctx
  const at = await databaseNow(db, ctx.clock)
  const monthAgo = new Date(at.getTime() - DAYS_30_MS)
  const [programmes, facts, sums, totals, capUsed, budgetLeft, reason] = await Promise.all([
    readProgrammes(db),
    countByRule(db, user.id, monthAgo),
    sumByRule(db, user.id),
    readTotals(db, user.id),
    sumOwnPaid(db, user.id, OWN_RULES, monthAgo),
    readBudgetLeft(ctx),
    findVerificationReason(db, user.id),
  ])
  const programme = programmeAt(programmes, at)
  const rules = rulesAt(programmes, at)
  const { day } = newYorkTime(at)
  const cents = (amount: (sum: RewardSum) => bigint) => Number(sums.reduce((sum, one) => sum + amount(one), 0n))
  return {
    on: programme.isOn,
    rules: REWARD_RULES.map((rule: RewardRule) => ruleOut(rules[rule], facts, sums, missedOf(ctx, reason))),
    floor: Number(programme.floorCents),
    cap: Number(programme.personCapCents),
    capUsed: Number(capUsed),
    friendsCap: programme.friendsCap,
    friendFloor: Number(programme.friendFloorCents),
    returnDays: programme.returnDays,
    budget: Number(programme.budgetCents),
    budgetLeft: Number(budgetLeft),
    paid: cents(({ paidCents }) => paidCents),
    owed: Number(totals.owedCents),
    due: cents((one) => (isDue(one) ? one.amountCents : 0n)),
    waitsFor: waitsForOf(ctx, programme, sums),
    holiday: isFederalHoliday(day) ? day : null,
  }
}

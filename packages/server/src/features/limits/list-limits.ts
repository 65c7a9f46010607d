import type { LimitRow, Output } from '@puente/contract'
import { WALLET } from '@puente/ledger'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { cooledState, coolingRows, sendingState } from './cooling-rules.ts'
import { limitState, rulesOfTier } from './limit-state-rules.ts'
import type { LimitRule, LimitState } from './limit-state-rules.ts'
import { readParties } from './parties-store.ts'
import { listRules, readIncoming } from './limits-store.ts'
import { overriddenRules } from './override-rules.ts'
import { readOverrides } from './overrides-store.ts'
import { unprovedRowsOfAll } from './unproved-rows.ts'
import { readUsage } from './usage-store.ts'

const MAX_TIER = 2

/** A row as the wire shows it. */
export const limitRowAnswer = ({ rule, usedCents, leftCents, freesAt }: LimitState): LimitRow => ({
  row: rule.row,
  operation: rule.operation,
  window: rule.window,
  limitCents: Number(rule.limitCents),
  usedCents: Number(usedCents),
  leftCents: Number(leftCents),
  freesAt: freesAt?.toISOString() ?? null,
  ...(rule.special && {
    special: {
      kind: rule.special.kind,
      cause: rule.special.cause,
      usualCents: rule.special.usualCents === null ? null : Number(rule.special.usualCents),
      until: rule.special.until.toISOString(),
    },
  }),
})

/** What limits look at, for one person at this moment. */
export const readStanding = async (ctx: Pick<UserCtx, 'clock' | 'db' | 'ledger' | 'user'>) => {
  const { pool } = ctx.db
  const ownerId = ctx.user.id
  const at = await databaseNow(ctx.db, ctx.clock)
  const [parties, rules, overrides, usage, incoming, { balanceCents, heldCents }] = await Promise.all([
    readParties(pool, { ownerIds: [ownerId], payers: [], receivers: [], at }),
    listRules(pool, at),
    readOverrides(pool, [ownerId], at),
    readUsage(pool, [ownerId], at),
    readIncoming(pool, [ownerId]),
    ctx.ledger.balance({ ownerId, account: WALLET }),
  ])
  return {
    at,
    cooling: parties.get(ownerId)?.cooling ?? null,
    /** Of all tiers, with the person's own amounts. */
    rules: overriddenRules(rules, overrides.get(ownerId) ?? []),
    usage: usage.get(ownerId) ?? new Map(),
    balanceCents: balanceCents + (incoming.get(ownerId) ?? 0n),
    /** What can be paid with now. */
    availableCents: balanceCents - heldCents,
  }
}

export type Standing = Awaited<ReturnType<typeof readStanding>>

/** Every row that binds the caller now, and those of the next tier with what they would leave. */
export const listLimits = async (ctx: UserCtx): Promise<Output<'limits'>> => {
  const standing = await readStanding(ctx)
  const { cooling, rules, usage, balanceCents } = standing
  const answer = (rule: LimitRule) => limitRowAnswer(cooledState(limitState(rule, usage, balanceCents), cooling))
  const rowsOf = (tier: number) => rulesOfTier(rules, tier).map(answer)
  const { tier } = ctx.user
  const nextTier = tier < MAX_TIER ? tier + 1 : null
  const own = rulesOfTier(rules, tier)
  const cooled = coolingRows(cooling, tier).map((row) =>
    row.operation === 'outgoing' ? limitRowAnswer(sendingState(row, own, usage)) : answer(row),
  )
  const unproved = (await unprovedRowsOfAll(ctx, standing)).map((row) => limitRowAnswer(limitState(row, usage, 0n)))
  const rows = [...unproved, ...cooled, ...own.map(answer)]
  return { tier, rows, nextTier, nextRows: nextTier === null ? [] : rowsOf(nextTier) }
}

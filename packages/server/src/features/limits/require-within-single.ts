import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { exceededRow, type LimitGroup, limitRefusal, rulesOfTier } from './limit-state-rules.ts'
import { readStanding } from './list-limits.ts'

/** Refuses an amount that no single operation of the caller may have, whatever is used: it would never pass. */
export const requireWithinSingle = async (
  ctx: Pick<UserCtx, 'clock' | 'db' | 'ledger' | 'user'>,
  operations: readonly LimitGroup[],
  amountCents: bigint,
): Promise<void> => {
  const { rules } = await readStanding(ctx)
  const single = rulesOfTier(rules, ctx.user.tier).filter(({ window }) => window === 'transaction')
  const exceeded = exceededRow(single, { operations, amountCents }, new Map(), 0n)
  if (!exceeded) return
  const mostCents = Number(exceeded.rule.limitCents)
  const { code, details } = limitRefusal(exceeded, { freesAt: null, freesCents: null, mostCents })
  throw new Refusal(code, details)
}

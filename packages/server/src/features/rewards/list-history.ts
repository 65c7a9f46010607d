import { type Input, type Output, transactionId } from '@puente/contract'
import { listPeople } from '#features/accounts/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { openCursor, sealCursor } from '#platform/page-cursor.ts'
import { type HistoryPosition, listHistory } from './rewards-store.ts'

const listOf = ({ keys, user }: UserCtx) => ({ keys, ownerId: user.id, list: 'rewards' })

const readPosition = (ctx: UserCtx, cursor: string): HistoryPosition => {
  const opened = openCursor(listOf(ctx), cursor) as { at: string; id: string } | null
  if (opened === null) throw new Refusal('invalidRequest', { field: 'last' })
  return { at: new Date(opened.at), id: opened.id }
}

/** A page of what counted and what did not, with the reason, and of what was paid; newest first. */
export const rewardsHistory = async (
  ctx: UserCtx,
  { limit, last }: Input<'rewardsHistory'>,
): Promise<Output<'rewardsHistory'>> => {
  const after = last === undefined ? null : readPosition(ctx, last)
  const found = await listHistory(ctx.db, ctx.user.id, { after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const lowest = page.at(-1)
  const end = found.length <= limit
  const otherIds = [...new Set(page.flatMap(({ otherId }) => otherId ?? []))]
  const [people, blocked] = await Promise.all([listPeople(ctx.db, otherIds), findBlockedBy(ctx.db, ctx.user.id)])
  const names = new Map(people.flatMap(({ id, fullName }) => (blocked.has(id) ? [] : [[id, fullName] as const])))
  return {
    items: page.map((row) => ({
      id: `${row.rule}.${row.id}`,
      rule: row.rule,
      state: row.state,
      reason: row.reason,
      amount: row.amountCents === null ? null : Number(row.amountCents),
      madeUp: Number(row.madeUpCents),
      owedAgain: Number(row.owedAgainCents),
      doubled: row.isDoubled,
      at: row.at.toISOString(),
      transactionId: row.transactionId === null ? null : transactionId(row.transactionId),
      operationAmount: row.operationCents === null ? null : Number(row.operationCents),
      name: row.otherId === null ? null : (names.get(row.otherId) ?? null),
    })),
    last: end || !lowest ? null : sealCursor(listOf(ctx), { at: lowest.at.toISOString(), id: lowest.id }),
    end,
  }
}

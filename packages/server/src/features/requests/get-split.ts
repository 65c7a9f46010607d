import { type Input, type Output, splitId as wireId, uuidOf } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requestRowsOf } from './request-row.ts'
import { findSplit, listOfSplit } from './requests-store.ts'

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** A bill that the caller split, with all its requests, in the order of the shares. */
export const getSplit = async (ctx: UserCtx, { splitId }: Input<'getSplit'>): Promise<Output<'getSplit'>> => {
  const id = uuidOf(splitId, 'spl')
  const split = id === null ? null : await findSplit(ctx.db, ctx.user.id, id)
  if (!split) throw new Refusal('notFound')
  const items = await requestRowsOf(ctx, await listOfSplit(ctx.db, ctx.user.id, split.splitId))
  return {
    splitId: wireId(split.splitId),
    date: split.createdAt.toISOString(),
    note: split.note,
    total: Number(split.totalCents),
    currency: 'USD',
    ownPart: Number(split.ownCents),
    paid: sumOf(items.map(({ paidTotal, lost }) => paidTotal - lost)),
    left: sumOf(items.filter(({ state }) => state === 'open').map(({ amount }) => amount)),
    items,
  }
}

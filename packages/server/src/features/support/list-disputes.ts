import { disputeId as wireId, type Input, type Output, uuidOf } from '@puente/contract'
import { requireMovementId } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { disputesOut } from './dispute-out.ts'
import { listDisputes as listRows } from './disputes-store.ts'

/** A page of the caller's disputes, newest first. The cursor is the id of the last one of the page before. */
export const listDisputes = async (
  ctx: UserCtx,
  { transactionId, limit, last }: Input<'listDisputes'>,
): Promise<Output<'listDisputes'>> => {
  const before = last === undefined ? null : uuidOf(last, 'dsp')
  if (last !== undefined && before === null) throw new Refusal('invalidRequest', { field: 'last' })
  const movementId = transactionId === undefined ? null : requireMovementId(transactionId)
  const rows = await listRows(ctx.db, ctx.user.id, { movementId, before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const end = rows.length <= limit
  const lastOne = page.at(-1)
  return { items: await disputesOut(ctx, page), last: end || !lastOne ? null : wireId(lastOne.disputeId), end }
}

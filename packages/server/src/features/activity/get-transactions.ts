import type { Input, Output } from '@puente/contract'
import { requireMovementId } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { listById } from './activity-store.ts'
import { listRows } from './list-rows.ts'

/** Several transactions of the caller. Another person's are as unknown as those that do not exist: they are left out. */
export const getTransactions = async (
  ctx: UserCtx,
  { transactionIds }: Input<'getTransactions'>,
): Promise<Output<'getTransactions'>> => {
  return { items: await listRows(ctx, listById(ctx.db, ctx.user.id, transactionIds.map(requireMovementId))) }
}

import type { Input, Output } from '@puente/contract'
import { findBlockedBy } from '#features/contacts/index.ts'
import { requireMovementId, transactionRow } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { listById } from './activity-store.ts'
import { isHidden } from './transaction-row-of.ts'

/** Several transactions of the caller. Another person's are as unknown as those that do not exist: they are left out. */
export const getTransactions = async (
  ctx: UserCtx,
  { transactionIds }: Input<'getTransactions'>,
): Promise<Output<'getTransactions'>> => {
  const [movements, blocked] = await Promise.all([
    listById(ctx.db, ctx.user.id, transactionIds.map(requireMovementId)),
    findBlockedBy(ctx.db, ctx.user.id),
  ])
  return { items: movements.map((movement) => transactionRow(movement, ctx.user, isHidden(movement, blocked))) }
}

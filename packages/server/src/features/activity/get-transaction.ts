import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { leftDebt } from '#features/limits/index.ts'
import { findNextLook } from '#features/payments/index.ts'
import { findMovement, requireMovementId } from '#features/wallet/index.ts'
import { transactionRowOf } from './transaction-row-of.ts'

/** One transaction of the caller. Another person's is as unknown as one that does not exist. */
export const getTransaction = async (
  ctx: UserCtx,
  { transactionId }: Input<'getTransaction'>,
): Promise<Output<'getTransaction'>> => {
  const movementId = requireMovementId(transactionId)
  const movement = await findMovement(ctx.db, { ownerId: ctx.user.id, movementId })
  if (!movement) throw new Refusal('invalidTransactionId')
  const [shown, isOwed] = await Promise.all([
    transactionRowOf(ctx.db, ctx.user, movement),
    leftDebt(ctx.db.pool, ctx.user.id, movementId),
  ])
  const row = { ...shown, ...(isOwed && { leftDebt: true }) }
  if (row.holdReason !== 'providerUnknown') return row
  const looksAt = await findNextLook(ctx.db, movementId)
  return { ...row, ...(looksAt && { looksAgainAt: looksAt.toISOString() }) }
}

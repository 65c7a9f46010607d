import type { Transaction } from '@puente/contract'
import { findBlockedBy } from '#features/contacts/index.ts'
import { transactionRow } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { findNoLongerDue } from './find-no-longer-due.ts'
import type { ListedMovement } from './newest-store.ts'
import { isHidden } from './transaction-row-of.ts'

/** Movements of the caller's as a list shows them, in their order. */
export const listRows = async (ctx: UserCtx, listed: Promise<readonly ListedMovement[]>): Promise<Transaction[]> => {
  const [movements, blocked] = await Promise.all([listed, findBlockedBy(ctx.db, ctx.user.id)])
  const ended = await findNoLongerDue(ctx.db, movements, ctx.clock.now())
  return movements.map((movement) => {
    const row = transactionRow(movement, ctx.user, isHidden(movement, blocked))
    const noLongerDue = ended.get(movement.movementId)
    return noLongerDue === undefined ? row : { ...row, noLongerDue }
  })
}

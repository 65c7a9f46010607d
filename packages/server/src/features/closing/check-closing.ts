import type { Output } from '@puente/contract'
import { WALLET } from '@puente/ledger'
import { closingCheck, pendingAnswer, readDebt, readTies } from '#features/limits/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

/** What keeps the caller's account from being closed now, for the screen that offers it. The batch decides. */
export const checkClosing = async (ctx: UserCtx): Promise<Output<'checkClosing'>> => {
  const ownerId = ctx.user.id
  const [{ balanceCents, heldCents }, underWay, { owedCents }, ties] = await Promise.all([
    ctx.ledger.balance({ ownerId, account: WALLET }),
    closingCheck(ctx.db.pool, ownerId),
    readDebt(ctx.db.pool, ownerId),
    readTies(ctx.db.pool, { ownerId, credited: ctx.ledger.house('receivable:disputes', ownerId) }),
  ])
  return pendingAnswer({ balanceCents, heldCents, owedCents, ...ties, underWay }) as Output<'checkClosing'>
}

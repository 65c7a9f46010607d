import type { Output } from '@puente/contract'
import { WALLET } from '@puente/ledger'
import { closingCheck, pendingAnswer } from '#features/limits/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

/** What keeps the caller's account from being closed now, for the screen that offers it. The batch decides. */
export const checkClosing = async (ctx: UserCtx): Promise<Output<'checkClosing'>> => {
  const [{ balanceCents, heldCents }, underWay] = await Promise.all([
    ctx.ledger.balance({ ownerId: ctx.user.id, account: WALLET }),
    closingCheck(ctx.db.pool, ctx.user.id),
  ])
  return pendingAnswer({ balanceCents, heldCents, underWay }) as Output<'checkClosing'>
}

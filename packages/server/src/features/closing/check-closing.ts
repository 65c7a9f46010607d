import type { Output } from '@puente/contract'
import { WALLET } from '@puente/ledger'
import { findAnyCooling, requireOpen } from '#features/accounts/index.ts'
import { closingCheck, closingRefusal, pendingAnswer, readCredited, readDebt } from '#features/limits/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'

const standingOf = async (ctx: StepUpCtx) => {
  const ownerId = ctx.user.id
  const [{ balanceCents, heldCents }, underWay, { owedCents }, creditedCents, until] = await Promise.all([
    ctx.ledger.balance({ ownerId, account: WALLET }),
    closingCheck(ctx.db.pool, ownerId),
    readDebt(ctx.db.pool, ownerId),
    readCredited(ctx.db.pool, { ownerId, credited: ctx.ledger.house('receivable:disputes', ownerId) }),
    findAnyCooling(ctx.db, ownerId, ctx.clock.now()),
  ])
  return { balanceCents, heldCents, owedCents, creditedCents, underWay, until }
}

/** What keeps the caller's account from being closed now, for the screen that offers it. The batch decides. */
export const checkClosing = async (ctx: UserCtx): Promise<Output<'checkClosing'>> =>
  pendingAnswer(await standingOf(ctx)) as Output<'checkClosing'>

/** Refuses with `accountRestricted` what the batch would refuse now, so that no proof is asked for in vain. */
export const requireClosable = async (ctx: StepUpCtx): Promise<void> => {
  requireOpen(ctx.user)
  const refusal = closingRefusal(await standingOf(ctx))
  if (refusal) throw new Refusal(refusal.code, refusal.details)
}

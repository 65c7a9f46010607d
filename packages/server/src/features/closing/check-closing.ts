import type { Output } from '@puente/contract'
import { WALLET } from '@puente/ledger'
import { findAnyCooling } from '#features/accounts/index.ts'
import { closingCheck, pendingAnswer, readCredited, readDebt } from '#features/limits/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

/** What keeps the caller's account from being closed now, for the screen that offers it. The batch decides. */
export const checkClosing = async (ctx: UserCtx): Promise<Output<'checkClosing'>> => {
  const ownerId = ctx.user.id
  const [{ balanceCents, heldCents }, underWay, { owedCents }, creditedCents, until] = await Promise.all([
    ctx.ledger.balance({ ownerId, account: WALLET }),
    closingCheck(ctx.db.pool, ownerId),
    readDebt(ctx.db.pool, ownerId),
    readCredited(ctx.db.pool, { ownerId, credited: ctx.ledger.house('receivable:disputes', ownerId) }),
    findAnyCooling(ctx.db, ownerId, ctx.clock.now()),
  ])
  return pendingAnswer({ balanceCents, heldCents, owedCents, creditedCents, underWay, until }) as Output<'checkClosing'>
}

/** Refuses with `accountRestricted` while the caller's account cools, so that no proof is asked for in vain. */
export const requireNotCooling = async ({ clock, db, user }: Pick<UserCtx, 'clock' | 'db' | 'user'>): Promise<void> => {
  const until = await findAnyCooling(db, user.id, clock.now())
  if (until) throw new Refusal('accountRestricted', { reason: 'closingCooling', until: until.toISOString() })
}

import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { startCooling } from '#features/accounts/index.ts'
import { giveCookie } from '#features/sessions/index.ts'
import { isEnrolled } from './enrolled-factors.ts'
import { auditFactorChange } from './factor-changed.ts'
import { replaceRecoveryCodes } from './recovery-codes-store.ts'
import { deleteApp, findTotpSince } from './totp-store.ts'

/** Refuses with `notFound` when none is enrolled. */
export const requireTotp = async ({ db, user }: StepUpCtx): Promise<void> => {
  if ((await findTotpSince(db, user.id)) === null) throw new Refusal('notFound')
}

/**
 * Removes the authenticator app; money goes out slowly for a while. With the last factor the recovery codes go. Refuses with
 * `notFound` when none is enrolled.
 */
export const removeTotp = async (ctx: UserCtx) => {
  const { id: ownerId } = ctx.user
  const cookie = await transaction(ctx.db, 'remove totp', async (trx) => {
    if (!(await deleteApp(trx, ownerId))) throw new Refusal('notFound')
    if (!(await isEnrolled(trx, ownerId))) await replaceRecoveryCodes(trx, ownerId, [], ctx.clock.now())
    await startCooling(trx, ownerId, 'factorRemoved', ctx.clock.now())
    return auditFactorChange(ctx, trx, 'totpRemoved')
  })
  giveCookie(ctx.reply, cookie)
  return {}
}

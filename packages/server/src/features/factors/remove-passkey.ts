import type { Input } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { startCooling } from '#features/accounts/index.ts'
import { giveCookie } from '#features/sessions/index.ts'
import { isEnrolled } from './enrolled-factors.ts'
import { auditFactorChange } from './factor-changed.ts'
import { passkeysOut } from './passkeys-out.ts'
import { deletePasskey, findPasskey } from './passkeys-store.ts'
import { replaceRecoveryCodes } from './recovery-codes-store.ts'

/** Refuses with `notFound` what is no passkey of the caller. */
export const requirePasskey = async ({ db, user }: StepUpCtx, { id }: Input<'removePasskey'>): Promise<void> => {
  if (!(await findPasskey(db, user.id, id))) throw new Refusal('notFound')
}

/**
 * Removes a passkey, which signs in no more, and answers those that are left; money goes out slowly for a while. With the last
 * factor the recovery codes go. Refuses with `notFound`.
 */
export const removePasskey = async (ctx: UserCtx, { id }: Input<'removePasskey'>) => {
  const { id: ownerId } = ctx.user
  const cookie = await transaction(ctx.db, 'remove passkey', async (trx) => {
    if ((await deletePasskey(trx, ownerId, id)) === null) throw new Refusal('notFound')
    if (!(await isEnrolled(trx, ownerId))) await replaceRecoveryCodes(trx, ownerId, [], ctx.clock.now())
    await startCooling(trx, ownerId, 'factorRemoved', ctx.clock.now())
    return auditFactorChange(ctx, trx, 'passkeyRemoved')
  })
  giveCookie(ctx.reply, cookie)
  return passkeysOut(ctx.db, ownerId)
}

import type { Db } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { giveCookie } from '#features/sessions/index.ts'
import { auditFactorChange } from './factor-changed.ts'
import { isEnrolled } from './enrolled-factors.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Refuses with `notFound` where neither a passkey nor an app is enrolled: there is nothing to recover from. */
export const requireEnrolled = async ({ db, user }: Pick<StepUpCtx, 'user'> & { db: Db }): Promise<void> => {
  if (!(await isEnrolled(db, user.id))) throw new Refusal('notFound')
}

/** Ten new recovery codes; those before them stop working. Refuses as `requireEnrolled`. */
export const renewRecoveryCodes = async (ctx: UserCtx) => {
  const { id: ownerId } = ctx.user
  const { recoveryCodes, cookie } = await transaction(ctx.db, 'renew recovery codes', async (trx) => {
    await requireEnrolled({ db: trx, user: ctx.user })
    return {
      recoveryCodes: await makeRecoveryCodes(trx, ownerId, ctx.clock.now()),
      cookie: await auditFactorChange(ctx, trx, 'recoveryCodesRenewed'),
    }
  })
  giveCookie(ctx.reply, cookie)
  return { recoveryCodes }
}

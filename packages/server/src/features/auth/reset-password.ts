import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { mailJob } from '#providers/mail/mail-job.ts'
import { languageOfAccount } from './account.ts'
import { getAccount, updatePassword } from './account-store.ts'
import { EMAIL_REFUSALS, judgeCode } from './code-rules.ts'
import { lockCodeOfLink, type StoredCode, useCode } from './codes-store.ts'
import { requireStrongPassword } from './password-strength.ts'
import { passwordsOf } from './passwords-of.ts'
import { closeAllSessions } from './sessions-store.ts'

/** The link's code, still good; refuses in the words of the email calls. */
const requireLink = async (ctx: PublicCtx, trx: Trx, token: string): Promise<StoredCode> => {
  const code = await lockCodeOfLink(trx, ctx.keys, token, 'passwordReset')
  const verdict = judgeCode(code, true, ctx.clock.now())
  if (!code || verdict !== 'right') throw new Refusal(EMAIL_REFUSALS[verdict === 'right' ? 'none' : verdict])
  return code
}

/**
 * Sets a new password with the link of the mail. It does not sign in, ends every session, and tells the owner. A password
 * that is refused (`invalidPass`) leaves the link good. Refuses with `invalidCode`, `usedCode`, `emailTokenExpired`.
 */
export const resetPassword = async (ctx: PublicCtx, { token, newPassword }: Input<'resetPassword'>) => {
  const account = await transaction(ctx.db, 'look at reset link', async (trx) => {
    const { ownerId } = await requireLink(ctx, trx, token)
    return getAccount(trx, ctx.keys, ownerId)
  })
  await requireStrongPassword(newPassword, account)
  const passwordHash = await passwordsOf(ctx).hash(newPassword)
  await transaction(ctx.db, 'reset password', async (trx) => {
    const at = ctx.clock.now()
    await useCode(trx, await requireLink(ctx, trx, token), at)
    await updatePassword(trx, account.id, passwordHash, at)
    await closeAllSessions(trx, account.id, 'passwordChanged', at)
    const params = { name: account.fullName, link: `${ctx.config.publicUrl}/reset-password` }
    await ctx.jobs.add(
      trx,
      mailJob(ctx, {
        template: 'passwordChanged',
        to: account.email,
        language: languageOfAccount(account),
        ref: newId(),
        params,
      }),
    )
    await audit(trx, {
      actor: { kind: 'user', id: account.id },
      action: 'password.reset',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  ctx.live.wake([account.id])
  return {}
}

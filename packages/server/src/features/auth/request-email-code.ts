import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { getAccount, lockAccount, maskEmail } from '#features/accounts/index.ts'
import { consumeMails, sendEmailCode } from './send-code.ts'

/** Mails a confirmation link and code to the caller's address. Refuses with `alreadyConfirmed`. */
export const requestEmailCode = async (ctx: UserCtx) => {
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  // What comes back is to be verified again.
  if (account.emailVerified && account.emailReturnedAt === null) throw new Refusal('alreadyConfirmed')
  await consumeMails(ctx, account.id)
  const expiresAt = await transaction(ctx.db, 'request email code', async (trx) => {
    const locked = await lockAccount(trx, ctx.keys, account.id)
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'email-code.requested',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return sendEmailCode(ctx, trx, locked)
  })
  return { sentTo: maskEmail(account.email), expiresAt: expiresAt.toISOString() }
}

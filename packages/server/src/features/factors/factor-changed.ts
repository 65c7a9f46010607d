/**
 * What every change of a factor has in common: a line of the audit trail and of the security log, a mail to the owner, other screens that look again, and
 * a new cookie for the session that did it, so that one taken before is worth nothing.
 */
import type { SecurityEvent } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx, UserCtx } from '#platform/http/ctx.ts'
import type { MailTemplate } from '#providers/mail/mail-texts.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { getAccount, sendChangeNotice } from '#features/accounts/index.ts'
import { replaceCookie } from '#features/sessions/index.ts'

/** Mails the owner about a factor, with a link for an owner who did not do it; commits with what it is about. */
export const mailAboutFactor = async (
  ctx: Pick<PublicCtx, 'agent' | 'clock' | 'config' | 'jobs' | 'keys'>,
  trx: Trx,
  ownerId: string,
  template: MailTemplate,
): Promise<void> => sendChangeNotice(ctx, trx, await getAccount(trx, ctx.keys, ownerId), template)

/** By the name in the security log: the line of the audit trail, and the mail. */
const CHANGES = {
  passkeyAdded: { action: 'passkey.added', template: 'passkeyAdded' },
  passkeyRenamed: { action: 'passkey.renamed', template: 'passkeyRenamed' },
  passkeyRemoved: { action: 'passkey.removed', template: 'passkeyRemoved' },
  totpAdded: { action: 'totp.added', template: 'totpAdded' },
  totpReplaced: { action: 'totp.replaced', template: 'totpReplaced' },
  totpRemoved: { action: 'totp.removed', template: 'totpRemoved' },
  recoveryCodesRenewed: { action: 'recovery-codes.renewed', template: 'recoveryCodesRenewed' },
} as const satisfies Partial<Record<SecurityEvent, object>>
export type FactorChange = keyof typeof CHANGES

/** A line of the audit trail and of the security log, a mail, and word to the other screens. */
const tellOfChange = async (ctx: UserCtx, trx: Trx, change: FactorChange): Promise<void> => {
  const { id: ownerId, sessionId } = ctx.user
  const { action, template } = CHANGES[change]
  await recordSecurityEvent(trx, ctx, ownerId, change)
  await audit(trx, {
    actor: { kind: 'user', id: ownerId, sessionId },
    action,
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
  })
  await mailAboutFactor(ctx, trx, ownerId, template)
  await ctx.live.publish(trx, { ownerId, event: 'me', data: { fields: ['factors'] } })
}

/** What a passkey is called proves nothing, so the session keeps its cookie; the owner is told as of any other change. */
export const auditPasskeyRenamed = (ctx: UserCtx, trx: Trx): Promise<void> => tellOfChange(ctx, trx, 'passkeyRenamed')

/** Writes all of that for a change of the caller's factors. The cookie that it answers is to be given once it is committed. */
export const auditFactorChange = async (ctx: UserCtx, trx: Trx, change: FactorChange): Promise<string> => {
  await tellOfChange(ctx, trx, change)
  const cookie = newToken()
  await replaceCookie(trx, { ownerId: ctx.user.id, sessionId: ctx.user.sessionId }, cookie, ctx.clock.now())
  return cookie
}

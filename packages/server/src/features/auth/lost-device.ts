import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '#platform/http/facts.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { freezeAccount, lockAccount, mailToOwner, updateAccountRow } from '#features/accounts/index.ts'
import { forgetBrowsers } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { closeAllSessions, endSignInTokens, forgetKnownBrowsers } from '#features/sessions/index.ts'
import { endCodes } from './codes-store.ts'

/**
 * One of the caller's devices is lost: every session and every change of the contacts that waits for its code
 * ends, no browser is known any more, and the account is frozen until its
 * owner proves to be there. It asks for no proof, since what would give it may be what was lost.
 */
export const lostDevice = async (ctx: UserCtx) => {
  const { id: ownerId, sessionId } = ctx.user
  await transaction(ctx.db, 'lost device', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, ownerId)
    const at = ctx.clock.now()
    await endSignInTokens(trx, ownerId, at)
    for (const purpose of ['emailChange', 'phoneChange'] as const) await endCodes(trx, ownerId, purpose, at)
    await freezeAccount(ctx, trx, { ownerId, at, cause: 'lostDevice' })
    await closeAllSessions(trx, ownerId, 'lostDevice', at)
    await forgetBrowsers(trx, ownerId)
    await forgetKnownBrowsers(trx, ownerId, null)
    await updateAccountRow(trx, ctx.keys, ownerId, { devicesForgottenAt: at }, at)
    const link = `${ctx.config.publicUrl}/sign-in`
    await ctx.jobs.add(trx, mailToOwner(ctx, account, { template: 'deviceLost', ref: newId(), params: { link } }))
    await recordSecurityEvent(trx, ctx, ownerId, 'deviceLost')
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'device.lost',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  ctx.live.wake([ownerId])
  ctx.reply.clearCookie(SESSION_COOKIE)
  ctx.reply.clearCookie(DEVICE_COOKIE)
  return { frozen: true as const }
}

import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { readDevice } from '#platform/crypto/device-cookie.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import {
  type Account,
  updateAccount,
  updateAccountRow,
  updatePassword,
  claimOf,
  startCooling,
  mailToOwner,
  findAnyCooling,
} from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { endCodes, useCode } from './codes-store.ts'
import { dropOpeners, dropUnproved, reclaim } from './drop-unproved.ts'
import { isKnownBrowser } from './known-browser.ts'
import { requireStrongPassword } from './password-strength.ts'
import { forgetBrowsers, passwordsOf } from '#features/factors/index.ts'
import { findResetLink, readResetLink, requireResetLink } from './reset-link.ts'
import { rememberDevice, closeAllSessions, endSignInTokens, forgetKnownBrowsers } from '#features/sessions/index.ts'

/**
 * The link came to the address. Where that proves it for the first time, its owner takes the account back, and nothing that was added stays.
 * So it is where the address was proved outside the browser that opened the account, unless the reset comes from a browser the account knows.
 */
const settleOwner = async (ctx: PublicCtx, trx: Trx, account: Account, at: Date): Promise<void> => {
  const { id: ownerId } = account
  if (!account.emailVerified) {
    await dropUnproved(ctx, trx, account, { referrer: true })
    await reclaim(ctx, trx, ownerId, at)
    await updateAccount(ctx, trx, ownerId, { emailVerifiedAt: at }, ['emailVerified'])
  } else if (account.provedElsewhereAt !== null) {
    if (!isKnownBrowser(ctx, account)) {
      await dropOpeners(ctx, trx, account)
      await reclaim(ctx, trx, ownerId, at)
    }
    await updateAccountRow(trx, ctx.keys, ownerId, { provedElsewhereAt: null }, at)
  }
}

/**
 * Sets a new password with the link of the mail. It does not sign in, ends every session and every
 * other link, forgets remembered browsers but no factor, and tells the owner; the failed
 * tries of others are forgotten, and for a day money goes out slowly. A password
 * that is refused (`invalidPass`) leaves the link good, and so does a call whose caller no longer waits. Refuses with `invalidCode`, `usedCode`,
 * `emailTokenExpired`, and with `accountRestricted` while it is in doubt whose the account is.
 */
export const resetPassword = async (ctx: PublicCtx, { token, newPassword }: Input<'resetPassword'>) => {
  const { account } = await readResetLink(ctx, token)
  await requireStrongPassword(newPassword, account)
  const passwordHash = await passwordsOf(ctx).hash(newPassword)
  await transaction(
    ctx.db,
    'reset password',
    async (trx) => {
      const { account: locked, code } = requireResetLink(await findResetLink(ctx, trx, token))
      const at = ctx.clock.now()
      await useCode(trx, code, at)
      await endSignInTokens(trx, account.id, at)
      for (const purpose of ['passwordReset', 'emailChange', 'phoneChange'] as const)
        await endCodes(trx, account.id, purpose, at)
      await updatePassword(trx, account.id, passwordHash, at)
      await startCooling(trx, account.id, 'passwordReset', at)
      await settleOwner(ctx, trx, locked, at)
      await closeAllSessions(trx, account.id, 'passwordChanged', at)
      await forgetBrowsers(trx, account.id)
      await forgetKnownBrowsers(trx, account.id, readDevice(ctx.keys, ctx.deviceCookie)?.id ?? null)
      await recordSecurityEvent(trx, ctx, account.id, 'passwordReset')
      const link = `${ctx.config.publicUrl}/reset-password`
      const coolsUntil = (await findAnyCooling(trx, account.id, at))?.toISOString()
      const mail = { template: 'passwordChanged', ref: newId(), params: { link, coolsUntil } } as const
      await ctx.jobs.add(trx, mailToOwner(ctx, account, mail))
      await audit(trx, {
        actor: { kind: 'user', id: account.id },
        action: 'password.reset',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      })
    },
    ctx.isAwaited,
  )
  ctx.live.wake([account.id])
  await ctx.budgets.clear(claimOf(ctx.keys, 'email', account.email), BUDGETS.signInPerAccount)
  await ctx.budgets.clear(account.id, BUDGETS.newDevicesPerAccount)
  await rememberDevice(ctx, account.id)
  return {}
}

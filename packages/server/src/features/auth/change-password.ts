import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { readDevice } from '#platform/crypto/device-cookie.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { newId } from '#platform/ids.ts'
import {
  claimOf,
  findCredentials,
  getAccount,
  getPasswordChangedAt,
  lockAccount,
  mailToOwner,
  updatePassword,
} from '#features/accounts/index.ts'
import { checkPassword, forgetBrowsers, passwordsOf } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import {
  closeSessions,
  endSignInTokens,
  forgetKnownBrowsers,
  giveCookie,
  rememberDevice,
  replaceCookie,
} from '#features/sessions/index.ts'
import { endCodes } from './codes-store.ts'
import { requireStrongPassword } from './password-strength.ts'

type Change = { passwordHash: string; comparedAt: Date; cookie: string }

/** Everything that follows from a new password, together with it. False when another change came in between. */
const write = async (ctx: UserCtx, trx: Trx, { passwordHash, comparedAt, cookie }: Change): Promise<boolean> => {
  const { id: ownerId, sessionId } = ctx.user
  const account = await lockAccount(trx, ctx.keys, ownerId)
  if ((await getPasswordChangedAt(trx, ownerId)).getTime() !== comparedAt.getTime()) return false
  const at = ctx.clock.now()
  await endSignInTokens(trx, ownerId, at)
  await updatePassword(trx, ownerId, passwordHash, at)
  await closeSessions(trx, { ownerId, ids: null, except: sessionId }, 'passwordChanged', at)
  await replaceCookie(trx, { ownerId, sessionId }, cookie, at)
  await forgetBrowsers(trx, ownerId)
  await forgetKnownBrowsers(trx, ownerId, readDevice(ctx.keys, ctx.deviceCookie)?.id ?? null)
  // What a thief may have begun ends with the password: links to set another one, and changes of the contacts.
  for (const purpose of ['passwordReset', 'emailChange', 'phoneChange'] as const)
    await endCodes(trx, ownerId, purpose, at)
  const { browser, device, timeZone } = ctx.agent()
  const params = {
    link: `${ctx.config.publicUrl}/reset-password`,
    facts: { browser, device, timeZone, at: at.toISOString() },
  }
  await ctx.jobs.add(trx, mailToOwner(ctx, account, { template: 'ownPasswordChanged', ref: newId(), params }))
  await recordSecurityEvent(trx, ctx, ownerId, 'passwordChanged')
  await audit(trx, { ...trailOf(ctx), result: 'done' })
  return true
}

const trailOf = ({ user, network, requestId }: StepUpCtx) => ({
  actor: { kind: 'user', id: user.id, sessionId: user.sessionId } as const,
  action: 'password.changed' as const,
  network,
  requestId,
})

const refuse = async (ctx: StepUpCtx): Promise<never> => {
  const code = 'change_password_error'
  await transaction(ctx.db, 'refuse a password', (trx) => audit(trx, { ...trailOf(ctx), result: 'refused', code }))
  throw new Refusal(code)
}

/**
 * The account, and when the password it was compared with was chosen. Refuses what no proof makes possible: a wrong current password,
 * which costs a guess as at signing in, and a new one that is too weak.
 */
export const checkPasswordChange = async (ctx: StepUpCtx, input: Input<'changePassword'>) => {
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  const found = await findCredentials(ctx.db, account.id)
  const claim = claimOf(ctx.keys, 'email', account.email)
  const { passes } = await checkPassword(ctx, { found, claim, password: input.currentPassword })
  if (!passes || !found) return refuse(ctx)
  await requireStrongPassword(input.newPassword, account)
  return { account, comparedAt: found.passwordChangedAt }
}

/**
 * Changes the password of the caller. Every other session ends (`passwordChanged`), this one goes on under a new cookie; what
 * was proved with the old password, reset links and changes of the contacts that wait for their code are void, and the owner
 * gets a mail. Refuses with `change_password_error` when the current password is wrong, within the budgets of guesses
 * (`tooManyRequests`), and with `invalidPass`. Of two changes at once one counts, and the other is refused.
 */
export const changePassword = async (ctx: UserCtx, input: Input<'changePassword'>) => {
  const { account, comparedAt } = await checkPasswordChange(ctx, input)
  const passwordHash = await passwordsOf(ctx).hash(input.newPassword)
  const change = { passwordHash, comparedAt, cookie: newToken() }
  const isChanged = await transaction(ctx.db, 'change password', (trx) => write(ctx, trx, change), ctx.isAwaited)
  if (!isChanged) return refuse(ctx)
  ctx.live.wake([account.id])
  giveCookie(ctx.reply, change.cookie)
  await rememberDevice(ctx, account.id)
  return {}
}

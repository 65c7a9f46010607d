import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findCredentials, getAccount, claimOf } from '#features/accounts/index.ts'
import { checkPassword } from '#features/factors/index.ts'
import {
  answerSession,
  giveCookie,
  rememberDevice,
  endOf,
  sessionClosed,
  sessionOfCookie,
  idleEnd,
  replaceCookie,
  unlockSessionRow,
} from '#features/sessions/index.ts'

/**
 * Goes on in a locked session with the password: a new cookie id (the old one is dead at once), a new bearer, and where
 * the screen was. Refuses with `invalidSignIn`, and with `sessionClosed` once it is too late.
 */
export const unlockSession = async (ctx: PublicCtx, { password }: Input<'unlockSession'>) => {
  const session = await sessionOfCookie(ctx, ctx.sessionCookie)
  const end = await endOf(ctx, session)
  if (end && end !== 'locked') throw sessionClosed(end)
  const { ownerId, sessionId, absoluteExpiresAt, resume } = session
  const { email } = await getAccount(ctx.db, ctx.keys, ownerId)
  const found = await findCredentials(ctx.db, ownerId)
  const { passes } = await checkPassword(ctx, { found, claim: claimOf(ctx.keys, 'email', email), password })
  const at = ctx.clock.now()
  const idleExpiresAt = idleEnd(at, absoluteExpiresAt)
  const cookie = newToken()
  await transaction(ctx.db, 'unlock session', async (trx) => {
    const entry = {
      actor: { kind: 'user', id: ownerId, sessionId } as const,
      network: ctx.network,
      requestId: ctx.requestId,
    }
    if (!passes) return audit(trx, { ...entry, action: 'session.unlocked', result: 'refused', code: 'invalidSignIn' })
    await unlockSessionRow(trx, session, at, idleExpiresAt)
    await replaceCookie(trx, session, cookie, at)
    return audit(trx, { ...entry, action: 'session.unlocked', result: 'done' })
  })
  if (!passes) throw new Refusal('invalidSignIn', { reason: 'password' })
  await ctx.failpoint('session.rotated')
  giveCookie(ctx.reply, cookie)
  await rememberDevice(ctx, ownerId)
  const answer = await answerSession(ctx, {
    ownerId,
    sessionId,
    tier: session.user.tier,
    idleExpiresAt,
    absoluteExpiresAt,
  })
  return resume === null ? answer : { ...answer, resume }
}

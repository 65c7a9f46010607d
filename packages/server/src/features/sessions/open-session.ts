import { type Input, session as limits } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { getAccount } from '#features/accounts/index.ts'
import { answerSession, giveCookie } from './session-answer.ts'
import { absoluteEnd, idleEnd, standingOf } from './session-rules.ts'
import { closeSessionRow, insertSession, lockOpenSessions, replaceCookie } from './sessions-store.ts'
import { takeSignInToken } from './sign-in-tokens-store.ts'

const TOKEN_MS = limits.signInTokenSeconds * 1000

/**
 * The proof was begun with an older password. One that was changed in the future was changed by a clock that has been set
 * right since: it says nothing about what came before it, and the tokens there were then ended with the change.
 */
const isFromOldPassword = (
  { expiresAt, passwordChangedAt }: { expiresAt: Date; passwordChangedAt: Date },
  at: Date,
): boolean => passwordChangedAt <= at && expiresAt.getTime() - TOKEN_MS < passwordChangedAt.getTime()

/**
 * Exchanges a sign-in token for the cookie and a bearer. The token works once; when the person has five sessions, the
 * oldest makes room. For a caller that no longer waits the token is not used up. Refuses with `invalidToken` (unknown, used, or from before the password was changed) and `tokenExpired`.
 */
export const openSession = async (ctx: PublicCtx, { token }: Input<'openSession'>) => {
  const at = ctx.clock.now()
  const cookie = newToken()
  const opened = await transaction(
    ctx.db,
    'open session',
    async (trx) => {
      const taken = await takeSignInToken(trx, token, at)
      if (!taken) throw new Refusal('invalidToken')
      if (at >= taken.expiresAt) throw new Refusal('tokenExpired')
      if (isFromOldPassword(taken, at)) throw new Refusal('invalidToken')
      const { ownerId } = taken
      const open = (await lockOpenSessions(trx, ownerId)).filter((session) => standingOf(session, at).state !== 'ended')
      for (const oldest of open.slice(0, Math.max(0, open.length - limits.sessionsPerUser + 1))) {
        await closeSessionRow(trx, oldest, 'replaced', at)
      }
      const absoluteExpiresAt = absoluteEnd(at)
      const session = { ownerId, sessionId: newId(), absoluteExpiresAt, idleExpiresAt: idleEnd(at, absoluteExpiresAt) }
      await insertSession(trx, { ...session, at, userAgent: ctx.userAgent, network: ctx.network })
      await replaceCookie(trx, session, cookie, at)
      await audit(trx, {
        actor: { kind: 'user', id: ownerId, sessionId: session.sessionId },
        action: 'session.opened',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      })
      const { tier } = await getAccount(trx, ctx.keys, ownerId)
      return { ...session, tier }
    },
    ctx.isAwaited,
  )
  giveCookie(ctx.reply, cookie)
  return answerSession(ctx, opened)
}

import { type Input, session as limits } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { answerSession, giveCookie, startSession, takeSignInToken } from '#features/sessions/index.ts'

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
  const started = await transaction(
    ctx.db,
    'open session',
    async (trx) => {
      const taken = await takeSignInToken(trx, token, at)
      if (!taken) throw new Refusal('invalidToken')
      if (at >= taken.expiresAt) throw new Refusal('tokenExpired')
      if (isFromOldPassword(taken, at)) throw new Refusal('invalidToken')
      const { ownerId, proof: factor } = taken
      const session = await startSession(ctx, trx, { ownerId, cookie, factor, at })
      await audit(trx, {
        actor: { kind: 'user', id: ownerId, sessionId: session.sessionId },
        action: 'session.opened',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
        details: { factor },
      })
      return session
    },
    ctx.isAwaited,
  )
  giveCookie(ctx.reply, cookie)
  return answerSession(ctx, started)
}

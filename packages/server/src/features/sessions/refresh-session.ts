import { SESSION_COOKIE } from '#platform/http/facts.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { answerSession } from './session-answer.ts'
import { endOf, sessionClosed, sessionOfCookie } from './session-standing.ts'

/**
 * A new bearer for the session of the cookie. The cookie's id stays: two tabs that refresh at once must not end a healthy
 * session. It does not count as activity. Refuses with `sessionClosed` and the reason.
 */
export const refreshSession = async (ctx: PublicCtx) => {
  const session = await sessionOfCookie(ctx, ctx.sessionCookie)
  const end = await endOf(ctx, session)
  if (end && end !== 'locked') ctx.reply.clearCookie(SESSION_COOKIE)
  if (end) throw sessionClosed(end)
  return answerSession(ctx, { ...session, tier: session.user.tier })
}

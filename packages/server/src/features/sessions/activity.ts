import type { UserCtx } from '#platform/http/ctx.ts'
import { sessionClosed } from './session-standing.ts'
import { idleEnd } from './session-rules.ts'
import { findSession, touchSession } from './sessions-store.ts'

/** Notes that the person is there, for those who only read; answers how long they may now stay away. */
export const activity = async (ctx: UserCtx) => {
  const session = await findSession(ctx.db, { ownerId: ctx.user.id, sessionId: ctx.user.sessionId })
  if (!session) throw sessionClosed('signedOut')
  const at = ctx.clock.now()
  const idleExpiresAt = idleEnd(at, session.absoluteExpiresAt)
  await touchSession(ctx.db, session, at, idleExpiresAt)
  return { idleExpiresAt: idleExpiresAt.toISOString() }
}

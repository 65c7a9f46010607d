import { type Output, sessionId } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { endOf } from './session-standing.ts'
import { type ListedSession, listUnclosed } from './sessions-store.ts'

/** Where the caller is signed in: this session first, then those used last. One that is locked can be unlocked, so it counts. */
export const listSessions = async (ctx: UserCtx): Promise<Output<'listSessions'>> => {
  const unclosed = await listUnclosed(ctx.db, ctx.user.id)
  const ends = await Promise.all(unclosed.map((session) => endOf(ctx, session)))
  const isCurrent = (session: ListedSession): boolean => session.sessionId === ctx.user.sessionId
  const open = unclosed.filter((_, index) => ends[index] === null || ends[index] === 'locked')
  return {
    items: [...open.filter(isCurrent), ...open.filter((session) => !isCurrent(session))].map((session) => ({
      id: sessionId(session.sessionId),
      current: isCurrent(session),
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      browser: session.browser,
      device: session.device,
      place: { timeZone: session.timeZone, language: session.language },
      factor: session.factor,
    })),
  }
}

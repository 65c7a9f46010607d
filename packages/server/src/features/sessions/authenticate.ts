import type { Authenticate } from '#platform/http/authenticate.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { isOwnerInDoubt } from '#features/accounts/index.ts'
import { currentUserOf, endOf, sessionClosed } from './session-standing.ts'
import { idleEnd, isWorthNoting } from './session-rules.ts'
import { findHandoff } from './handoffs-store.ts'
import { findSession, touchSession } from './sessions-store.ts'

/**
 * Who speaks with a bearer. The bearer is proof of a session only: the session, the tier and the flags are read from the
 * database for every call, so that an ended session or a changed tier counts at once, whatever the bearer says.
 */
export const authenticate = (services: Pick<Services, 'clock' | 'db'>): Authenticate => {
  const { db, clock } = services
  return async (claims, { active }) => {
    if (claims === 'expired') throw new Refusal('tokenExpired')
    if (claims === 'noSubject') throw new Refusal('userIdMissing')
    if (claims === 'invalid') throw new Refusal('invalidToken')
    const session = await findSession(db, { ownerId: claims.userId, sessionId: claims.sessionId })
    if (!session) throw new Refusal('userIdMissing')
    const end = await endOf(services, session)
    if (end) throw sessionClosed(end)
    const at = clock.now()
    const handoffId = 'handoffId' in claims ? claims.handoffId : undefined
    if (handoffId !== undefined) {
      const handoff = await findHandoff(db, { ownerId: session.ownerId, handoffId })
      if (handoff?.state !== 'open' || at >= handoff.expiresAt) throw sessionClosed('revoked')
    }
    if (active && isWorthNoting(session, at))
      await touchSession(db, session, at, idleEnd(at, session.absoluteExpiresAt))
    const user = currentUserOf(session)
    return {
      user: handoffId === undefined ? user : { ...user, handoffId },
      expiresAt: claims.expiresAt,
      isOwnerInDoubt: user.status === 'frozen' && (await isOwnerInDoubt(db, user.id)),
    }
  }
}

/**
 * What every call with a session goes through: the row is read, its standing decided, and an end that is not recorded
 * yet is recorded with its reason, so that the next screen can say why.
 */
import { type CloseReason, languageOf } from '@puente/contract'
import { Refusal } from '#platform/http/refusal.ts'
import type { CurrentUser } from '#platform/http/ctx.ts'
import type { ReadSessions, SessionEnd } from '#platform/live/session-watch.ts'
import type { Services } from '#platform/services.ts'
import { getPasswordChangedAt, termsAccepted } from '#features/accounts/index.ts'
import { hasExternalPayment } from './external-payments-store.ts'
import { standingOf } from './session-rules.ts'
import {
  closeSessionRow,
  findByCookie,
  findSession,
  findSessions,
  lockSessionRow,
  type Session,
  type SessionOfUser,
  type SessionRef,
} from './sessions-store.ts'

type Reading = Pick<Services, 'db' | 'clock'>

export const sessionClosed = (reason: CloseReason): Refusal => new Refusal('sessionClosed', { reason })

/** How the session stands; ends and locks that only the clock decided are written down on the way. Null while open. */
export const endOf = async ({ db, clock }: Reading, session: Session): Promise<CloseReason | null> => {
  const at = clock.now()
  const standing = standingOf(session, at)
  if (standing.state === 'open') return null
  if (standing.state === 'locked') return 'locked'
  if (standing.state === 'idling') {
    // A person who is paying on another page is not gone: they find the session locked, and go on with their password.
    if (await hasExternalPayment(db, session.ownerId, at)) {
      await lockSessionRow(db, session, at, null)
      return 'locked'
    }
    await closeSessionRow(db, session, 'idle', at)
    return 'idle'
  }
  if (!standing.isRecorded) await closeSessionRow(db, session, standing.reason, at)
  return standing.reason
}

/** Why a cookie that was replaced counts no more: its browser may have missed the answer to its own change of the password. */
const replacedFor = async (db: Services['db'], ownerId: string, replacedAt: Date): Promise<CloseReason> =>
  (await getPasswordChangedAt(db, ownerId)).getTime() === replacedAt.getTime() ? 'passwordChanged' : 'revoked'

/** The session of a cookie, whatever its state. Refuses with `sessionClosed` when the cookie leads nowhere. */
export const sessionOfCookie = async ({ db }: Pick<Services, 'db'>, cookie: string | null): Promise<SessionOfUser> => {
  const found = cookie === null ? null : await findByCookie(db, cookie)
  if (found?.replacedAt) throw sessionClosed(await replacedFor(db, found.ownerId, found.replacedAt))
  const session = found && (await findSession(db, found))
  if (!session) throw sessionClosed(found ? 'revoked' : 'signedOut')
  return session
}

/** Whether a session that something was begun in can still be acted for. */
export const isSessionOpen = async (
  services: Reading,
  ref: { ownerId: string; sessionId: string },
): Promise<boolean> => {
  const session = await findSession(services.db, ref)
  return session !== null && session !== undefined && (await endOf(services, session)) === null
}

/** Ends that nobody wanted: the clock's, and the one that makes room for another session. */
const UNWANTED: ReadonlySet<string> = new Set<CloseReason>(['idle', 'absolute', 'replaced'])

/** How sessions stand for whoever would still tell their browsers something: `ended` on purpose, or else over by the clock. */
export const standingsOf = async (
  { db }: Pick<Services, 'db'>,
  refs: readonly SessionRef[],
): Promise<('open' | 'over' | 'ended')[]> => {
  const found = refs.length === 0 ? [] : await findSessions(db, refs)
  const byId = new Map(found.map((session) => [session.sessionId, session]))
  return refs.map(({ sessionId }) => {
    const session = byId.get(sessionId)
    if (!session) return 'ended'
    if (session.closeReason === null) return 'open'
    return UNWANTED.has(session.closeReason) ? 'over' : 'ended'
  })
}

/** For the live streams: how sessions stand, in the order asked. A session that is gone was signed out. */
export const readSessionEnds =
  (services: Reading): ReadSessions =>
  async (refs) => {
    const found = await findSessions(services.db, refs)
    const byId = new Map(found.map((session) => [session.sessionId, session]))
    return Promise.all(
      refs.map(async ({ sessionId }): Promise<SessionEnd> => {
        const session = byId.get(sessionId)
        const reason = session ? await endOf(services, session) : 'signedOut'
        return reason && { state: reason === 'locked' ? 'locked' : 'closed', reason }
      }),
    )
  }

export const currentUserOf = ({ ownerId, sessionId, user }: SessionOfUser): CurrentUser => {
  const { termsVersion, lang, ...rest } = user
  return {
    id: ownerId,
    sessionId,
    ...rest,
    termsAccepted: termsAccepted({ termsVersion }),
    language: languageOf(lang) ?? 'en',
  }
}

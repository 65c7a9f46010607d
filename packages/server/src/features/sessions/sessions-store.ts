/** Sessions, and the cookies that lead to them. */
import type { Browser, CloseReason, Device, SessionFactor } from '@puente/contract'
import { uuids } from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import { hashToken } from '#platform/crypto/tokens.ts'
import { type Db, lookupDb, type Trx } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import type { Agent } from '#platform/http/agent-rules.ts'
import type { CurrentUser } from '#platform/http/ctx.ts'
import type { SessionTimes } from './session-rules.ts'

export type SessionRef = { ownerId: string; sessionId: string }
export type Session = SessionRef & SessionTimes & { resume: string | null }

/** A session with what every call wants to know of its user. */
export type SessionOfUser = Session & {
  createdAt: Date
  factor: SessionFactor
  user: Pick<
    CurrentUser,
    'fullName' | 'tier' | 'emailVerified' | 'phoneVerified' | 'status' | 'reclaimedAt' | 'timeZone'
  > & {
    termsVersion: string | null
    lang: string
  }
}

const SESSION = [
  'sessions.owner_id as ownerId',
  'sessions.session_id as sessionId',
  'sessions.last_seen_at as lastSeenAt',
  'sessions.idle_expires_at as idleExpiresAt',
  'sessions.absolute_expires_at as absoluteExpiresAt',
  'sessions.locked_at as lockedAt',
  'sessions.close_reason as closeReason',
  'sessions.resume',
] as const

const SESSIONS_OF_USERS = `
select sessions.owner_id as "ownerId", sessions.session_id as "sessionId", last_seen_at as "lastSeenAt",
       idle_expires_at as "idleExpiresAt", absolute_expires_at as "absoluteExpiresAt", locked_at as "lockedAt",
       close_reason as "closeReason", resume, sessions.created_at as "createdAt", factor, full_name as "fullName", users.tier, email_verified_at is not null as "emailVerified",
       phone_verified_at is not null as "phoneVerified", users.status, users.time_zone as "timeZone",
       users.terms_version as "termsVersion", users.reclaimed_at as "reclaimedAt", users.lang
  from unnest($1::uuid[], $2::uuid[]) as asked (owner_id, session_id)
  join sessions on sessions.owner_id = asked.owner_id and sessions.session_id = asked.session_id
  join users on users.owner_id = asked.owner_id`

type SessionRow = Omit<SessionOfUser, 'user'> & SessionOfUser['user']

const loadSessions = async (db: Db, refs: SessionRef[]): Promise<Map<string, SessionOfUser>> => {
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), uuids(refs.map(({ sessionId }) => sessionId))]
  const { rows } = await lookupDb(db).executeQuery<SessionRow>(CompiledQuery.raw(SESSIONS_OF_USERS, values))
  return new Map(
    rows.map((row) => {
      const {
        fullName,
        tier,
        emailVerified,
        phoneVerified,
        status,
        timeZone,
        termsVersion,
        reclaimedAt,
        lang,
        ...session
      } = row
      const contacts = { emailVerified, phoneVerified }
      const user = { fullName, tier, ...contacts, status, timeZone, termsVersion, reclaimedAt, lang }
      return [idOf(session), { ...session, user }]
    }),
  )
}

const idOf = ({ ownerId, sessionId }: SessionRef): string => `${ownerId}/${sessionId}`

/** The session and its user in one read; null when either is gone. Every call asks for one, so they are asked together. */
export const findSession = batchedLoader(idOf, loadSessions)

export const findSessions = (db: Db, refs: readonly SessionRef[]): Promise<Session[]> =>
  db
    .selectFrom('sessions')
    .select(SESSION)
    .where(
      'sessions.owner_id',
      'in',
      refs.map(({ ownerId }) => ownerId),
    )
    .where(
      'sessions.session_id',
      'in',
      refs.map(({ sessionId }) => sessionId),
    )
    .execute()

/** Where a cookie leads; `replacedAt` is null while its id counts. */
export const findByCookie = async (
  db: Db,
  cookie: string,
): Promise<(SessionRef & { replacedAt: Date | null }) | null> => {
  const row = await db
    .selectFrom('session_tokens')
    .select(['owner_id', 'session_id', 'replaced_at'])
    .where('token_hash', '=', hashToken(cookie))
    .executeTakeFirst()
  return row ? { ownerId: row.owner_id, sessionId: row.session_id, replacedAt: row.replaced_at } : null
}

/** The person's sessions that are not closed, oldest first; waits for a call that is opening one at the same moment. */
export const lockOpenSessions = async (trx: Trx, ownerId: string): Promise<Session[]> => {
  await trx.selectFrom('users').select('owner_id').where('owner_id', '=', ownerId).forUpdate().execute()
  return trx
    .selectFrom('sessions')
    .select(SESSION)
    .where('sessions.owner_id', '=', ownerId)
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('session_id')
    .execute()
}

export type NewSession = SessionRef & {
  at: Date
  factor: SessionFactor
  idleExpiresAt: Date
  absoluteExpiresAt: Date
  userAgent: string | null
  /** Null where no browser opened it. */
  agent: Agent | null
  network: string
}

export const insertSession = async (trx: Trx, session: NewSession): Promise<void> => {
  const { ownerId, sessionId, at, factor, idleExpiresAt, absoluteExpiresAt, userAgent, agent, network } = session
  const times = {
    created_at: at,
    last_seen_at: at,
    idle_expires_at: idleExpiresAt,
    absolute_expires_at: absoluteExpiresAt,
  }
  await trx
    .insertInto('sessions')
    .values({
      owner_id: ownerId,
      session_id: sessionId,
      factor,
      user_agent: userAgent,
      browser: agent?.browser ?? null,
      device: agent?.device ?? null,
      time_zone: agent?.timeZone ?? null,
      language: agent?.language ?? null,
      network,
      ...times,
    })
    .execute()
}

/** Gives the session a new cookie; all earlier ones are dead from here on. */
export const replaceCookie = async (
  trx: Trx,
  { ownerId, sessionId }: SessionRef,
  cookie: string,
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('session_tokens')
    .set({ replaced_at: at })
    .where('owner_id', '=', ownerId)
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .execute()
  await trx
    .insertInto('session_tokens')
    .values({ token_hash: hashToken(cookie), owner_id: ownerId, session_id: sessionId, created_at: at })
    .execute()
}

const openOne = (db: Db, { ownerId, sessionId }: SessionRef) =>
  db
    .updateTable('sessions')
    .where('owner_id', '=', ownerId)
    .where('session_id', '=', sessionId)
    .where('closed_at', 'is', null)

/** Notes activity; a session that was locked or closed meanwhile stays so. */
export const touchSession = async (db: Db, ref: SessionRef, at: Date, idleExpiresAt: Date): Promise<void> => {
  await openOne(db, ref)
    .where('locked_at', 'is', null)
    .set({ last_seen_at: at, idle_expires_at: idleExpiresAt })
    .execute()
}

export const lockSessionRow = async (db: Db, ref: SessionRef, at: Date, resume: string | null): Promise<void> => {
  await openOne(db, ref)
    .set({ locked_at: at, ...(resume === null ? {} : { resume }) })
    .execute()
}

export const unlockSessionRow = async (trx: Trx, ref: SessionRef, at: Date, idleExpiresAt: Date): Promise<void> => {
  await openOne(trx, ref)
    .set({ locked_at: null, resume: null, last_seen_at: at, idle_expires_at: idleExpiresAt })
    .execute()
}

type ClosingReason = Exclude<CloseReason, 'locked'>

/** Closes it with its reason; a session that is closed already keeps the first one. */
export const closeSessionRow = async (db: Db, ref: SessionRef, reason: ClosingReason, at: Date): Promise<void> => {
  await openOne(db, ref).set({ closed_at: at, close_reason: reason }).execute()
}

export const closeAllSessions = async (trx: Trx, ownerId: string, reason: ClosingReason, at: Date): Promise<void> => {
  await trx
    .updateTable('sessions')
    .set({ closed_at: at, close_reason: reason })
    .where('owner_id', '=', ownerId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Closes those of these that are open, or with null all; `except` stays. Answers what they said of their browsers. */
export const closeSessions = async (
  trx: Trx,
  { ownerId, ids, except }: { ownerId: string; ids: readonly string[] | null; except: string | null },
  reason: ClosingReason,
  at: Date,
): Promise<{ browser: Browser; device: Device }[]> => {
  let query = trx
    .updateTable('sessions')
    .set({ closed_at: at, close_reason: reason })
    .where('owner_id', '=', ownerId)
    .where('closed_at', 'is', null)
  if (ids !== null) query = query.where('session_id', 'in', ids)
  if (except !== null) query = query.where('session_id', '!=', except)
  const closed = await query.returning(['browser', 'device']).execute()
  return closed.map(({ browser, device }) => ({
    browser: (browser ?? 'other') as Browser,
    device: (device ?? 'other') as Device,
  }))
}

/** An unclosed session with what its owner recognises it by. */
export type ListedSession = Session & {
  createdAt: Date
  factor: SessionFactor
  browser: Browser | null
  device: Device | null
  timeZone: string | null
  language: string | null
}

export const listUnclosed = async (db: Db, ownerId: string): Promise<ListedSession[]> => {
  const rows = await db
    .selectFrom('sessions')
    .select(SESSION)
    .select(['created_at as createdAt', 'factor', 'browser', 'device', 'time_zone as timeZone', 'language'])
    .where('sessions.owner_id', '=', ownerId)
    .where('closed_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map(({ factor, browser, device, ...row }) => ({
    ...row,
    factor: factor as SessionFactor,
    browser: browser as Browser | null,
    device: device as Device | null,
  }))
}

/** Which of these ids are sessions of the person, open or not. */
export const findOwn = async (db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('sessions')
    .select('session_id')
    .where('owner_id', '=', ownerId)
    .where('session_id', 'in', ids)
    .execute()
  return rows.map((row) => row.session_id)
}

/** Whether it is the session in which the account began. */
export const isFirstSession = async (db: Db, { ownerId, sessionId }: SessionRef): Promise<boolean> => {
  const first = await db
    .selectFrom('sessions')
    .select('session_id')
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('session_id')
    .limit(1)
    .executeTakeFirst()
  return first?.session_id === sessionId
}

/** Whether the account was ever signed in to. */
export const hasSessions = async (db: Db, ownerId: string): Promise<boolean> => {
  const row = db.selectFrom('sessions').select('session_id').where('owner_id', '=', ownerId).limit(1)
  return (await row.executeTakeFirst()) !== undefined
}

/**
 * Hand-offs: another device goes on with what a session has begun. The code that leads to one is kept hashed and works
 * once; at most one hand-off of a person is alive.
 */
import { hashToken, newToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { SessionRef } from './sessions-store.ts'

export type HandoffRef = { ownerId: string; handoffId: string }
/** `waiting` for the other device, `open` on it. */
export type HandoffState = 'waiting' | 'open' | 'ended'
export type Handoff = HandoffRef & { sessionId: string; state: HandoffState; expiresAt: Date }

const select = (db: Db, ownerId: string) =>
  db
    .selectFrom('session_handoffs')
    .select(['handoff_id', 'session_id', 'expires_at', 'opened_at', 'ended_at'])
    .where('owner_id', '=', ownerId)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

const handoffOf = (ownerId: string, row: Row): Handoff => ({
  ownerId,
  handoffId: row.handoff_id,
  sessionId: row.session_id,
  state: row.ended_at ? 'ended' : row.opened_at ? 'open' : 'waiting',
  expiresAt: row.expires_at,
})

export const findHandoff = async (db: Db, { ownerId, handoffId }: HandoffRef): Promise<Handoff | null> => {
  const row = await select(db, ownerId).where('handoff_id', '=', handoffId).executeTakeFirst()
  return row ? handoffOf(ownerId, row) : null
}

/** The one that is alive at this time. */
export const findLiveHandoff = async (db: Db, ownerId: string, at: Date): Promise<Handoff | null> => {
  const live = select(db, ownerId).where('ended_at', 'is', null).where('expires_at', '>', at)
  const row = await live.orderBy('created_at', 'desc').executeTakeFirst()
  return row ? handoffOf(ownerId, row) : null
}

/** Ends whatever is alive; false when nothing was. */
export const endHandoffs = async (trx: Trx, ownerId: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('session_handoffs')
    .set({ ended_at: at })
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Begins one, and answers with its code, which is kept nowhere. */
export const insertHandoff = async (trx: Trx, session: SessionRef, at: Date, expiresAt: Date): Promise<string> => {
  const { ownerId, sessionId } = session
  const code = newToken()
  const handoffId = newId()
  await trx
    .insertInto('session_handoffs')
    .values({
      owner_id: ownerId,
      handoff_id: handoffId,
      session_id: sessionId,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute()
  await trx
    .insertInto('handoff_codes')
    .values({ code_hash: hashToken(code), owner_id: ownerId, handoff_id: handoffId, expires_at: expiresAt })
    .execute()
  return code
}

/** Uses a code up: of two at once exactly one gets the hand-off. Null when it is unknown or used. */
export const takeHandoffCode = async (trx: Trx, code: string, at: Date): Promise<Handoff | null> => {
  const taken = await trx
    .updateTable('handoff_codes')
    .set({ used_at: at })
    .where('code_hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .returning(['owner_id', 'handoff_id'])
    .executeTakeFirst()
  return taken ? findHandoff(trx, { ownerId: taken.owner_id, handoffId: taken.handoff_id }) : null
}

/** The other device has it now, until `expiresAt`; false when it was ended meanwhile. */
export const openHandoff = async (
  trx: Trx,
  { ownerId, handoffId }: HandoffRef,
  at: Date,
  expiresAt: Date,
): Promise<boolean> => {
  const opened = await trx
    .updateTable('session_handoffs')
    .set({ opened_at: at, expires_at: expiresAt })
    .where('owner_id', '=', ownerId)
    .where('handoff_id', '=', handoffId)
    .where('opened_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('handoff_id')
    .executeTakeFirst()
  return opened !== undefined
}

/** Forgets codes that can open nothing any more. */
export const pruneHandoffCodes = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('handoff_codes').where('expires_at', '<', before).execute()
}

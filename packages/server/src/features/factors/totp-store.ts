/** Authenticator apps. Their secrets are opened and sealed here and nowhere else. */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'

type FieldKeys = Pick<Keys, 'sealing'>

const placeOf = (ownerId: string, column: 'secret_sealed' | 'pending_sealed') => ({
  table: 'authenticator_apps',
  column,
  row: ownerId,
})

/** Since when the person has an app enrolled; null without one. */
export const findTotpSince = async (db: Db, ownerId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('authenticator_apps')
    .select('enrolled_at')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row?.enrolled_at ?? null
}

/** The app in force, with the last time step that was used and the session that enrolled it, null where that is not known; null without one. */
export const findTotp = async (
  db: Db,
  keys: FieldKeys,
  ownerId: string,
): Promise<{ secret: string; lastStep: number; enrolledSession: string | null } | null> => {
  const row = await db
    .selectFrom('authenticator_apps')
    .select(['secret_sealed', 'last_step', 'enrolled_session'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row?.secret_sealed) return null
  const secret = decryptField(keys.sealing, placeOf(ownerId, 'secret_sealed'), row.secret_sealed)
  return { secret, lastStep: Number(row.last_step), enrolledSession: row.enrolled_session }
}

/** Takes a time step of the app in force: true for exactly one of those that ask, false when it or a later one was used. */
export const takeStep = async (trx: Trx, ownerId: string, step: number): Promise<boolean> => {
  const taken = await trx
    .updateTable('authenticator_apps')
    .set({ last_step: BigInt(step) })
    .where('owner_id', '=', ownerId)
    .where('last_step', '<', BigInt(step))
    .returning('owner_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Keeps a secret until its first code is confirmed; an app in force stays so until then. */
export const keepPending = async (
  trx: Trx,
  keys: FieldKeys,
  { ownerId, secret, until }: { ownerId: string; secret: string; until: Date },
): Promise<void> => {
  const pending = {
    pending_sealed: encryptField(keys.sealing, placeOf(ownerId, 'pending_sealed'), secret),
    pending_until: until,
  }
  await trx
    .insertInto('authenticator_apps')
    .values({ owner_id: ownerId, ...pending })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(pending))
    .execute()
}

/** The secret that waits for its first code, locked; null when there is none or its time is over. */
export const lockPending = async (trx: Trx, keys: FieldKeys, ownerId: string, at: Date): Promise<string | null> => {
  const row = await trx
    .selectFrom('authenticator_apps')
    .select(['pending_sealed', 'pending_until'])
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.pending_sealed || !row.pending_until || at >= row.pending_until) return null
  return decryptField(keys.sealing, placeOf(ownerId, 'pending_sealed'), row.pending_sealed)
}

/** The secret is in force from here on, and the step of the code that confirmed it is used. */
export const enrolApp = async (
  trx: Trx,
  keys: FieldKeys,
  {
    ownerId,
    sessionId,
    secret,
    step,
    at,
  }: { ownerId: string; sessionId: string; secret: string; step: number; at: Date },
): Promise<void> => {
  await trx
    .updateTable('authenticator_apps')
    .set({
      secret_sealed: encryptField(keys.sealing, placeOf(ownerId, 'secret_sealed'), secret),
      enrolled_at: at,
      enrolled_session: sessionId,
      last_step: BigInt(step),
      pending_sealed: null,
      pending_until: null,
    })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** False when none was in force. */
export const deleteApp = async (trx: Trx, ownerId: string): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('authenticator_apps')
    .where('owner_id', '=', ownerId)
    .returning('enrolled_at')
    .executeTakeFirst()
  return (gone?.enrolled_at ?? null) !== null
}

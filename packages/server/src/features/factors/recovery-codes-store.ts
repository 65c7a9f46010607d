/** Recovery codes, as hashes. A used one stays, so that its owner who tries it again learns why it does not work. */
import type { Db, Trx } from '#platform/db/database.ts'

/** How many are unused; null when none were ever made. */
export const countRecoveryCodes = async (db: Db, ownerId: string): Promise<number | null> => {
  const rows = await db.selectFrom('recovery_codes').select('used_at').where('owner_id', '=', ownerId).execute()
  return rows.length === 0 ? null : rows.filter(({ used_at }) => used_at === null).length
}

/** Whether the person's codes are those that were made at that time, none of them used. */
export const areUntouched = async (db: Db, ownerId: string, madeAt: Date): Promise<boolean> => {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('owner_id', '=', ownerId)
    .execute()
  return rows.length > 0 && rows.every((row) => row.used_at === null && row.created_at.getTime() === madeAt.getTime())
}

/** These replace all there were. */
export const replaceRecoveryCodes = async (trx: Trx, ownerId: string, hashes: Buffer[], at: Date): Promise<void> => {
  await trx.deleteFrom('recovery_codes').where('owner_id', '=', ownerId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ owner_id: ownerId, code_hash: hash, created_at: at })))
    .execute()
}

/** Whether a code of the person's is unused, used, or none of theirs. */
export const findRecoveryCode = async (db: Db, ownerId: string, hash: Buffer): Promise<'open' | 'used' | 'none'> => {
  const row = await db
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('owner_id', '=', ownerId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  if (!row) return 'none'
  return row.used_at === null ? 'open' : 'used'
}

/** Uses it up: true for exactly one of those that ask. */
export const takeRecoveryCode = async (trx: Trx, ownerId: string, hash: Buffer, at: Date): Promise<boolean> => {
  const taken = await trx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('owner_id', '=', ownerId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('owner_id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * With which papers an account passed the identity check, also where it was denied because they are another account's: keyed hashes, by
 * which two accounts of one person show.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'

export const insertIdentityMarks = async (trx: Trx, ownerId: string, marks: readonly string[]): Promise<void> => {
  if (marks.length === 0) return
  await trx
    .insertInto('identity_marks')
    .values(marks.map((mark) => ({ owner_id: ownerId, mark })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listIdentityMarks = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db.selectFrom('identity_marks').select('mark').where('owner_id', '=', ownerId).execute()
  return rows.map(({ mark }) => mark)
}

/** Which of these people passed the check with papers of this person as well. */
export const listSameIdentity = async (
  db: Db,
  ownerId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const marks = await listIdentityMarks(db, ownerId)
  if (marks.length === 0 || otherIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('identity_marks')
    .select('owner_id')
    .where(sql<boolean>`owner_id = any(${otherIds}::uuid[])`)
    .where('mark', 'in', marks)
    .execute()
  return new Set(rows.map(({ owner_id }) => owner_id))
}

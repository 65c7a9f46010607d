/**
 * With which papers an account passed the identity check, also where it was denied because they are another account's: keyed hashes, by
 * which two accounts of one person show.
 */
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

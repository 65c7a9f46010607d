/** By what two accounts could be one person's, as keyed hashes, and what is worth the reward for being verified only once. */
import type { Db } from '#platform/db/database.ts'

const listMarks = async (db: Db, ownerId: string): Promise<Set<string>> => {
  const rows = await db.selectFrom('reward_marks').select('mark').where('owner_id', '=', ownerId).execute()
  return new Set(rows.map(({ mark }) => mark))
}

/** Adds what is known of a person now to what was known before, and answers with all of it. */
export const keepMarks = async (db: Db, ownerId: string, marks: readonly string[], at: Date): Promise<Set<string>> => {
  const known = await listMarks(db, ownerId)
  const fresh = [...new Set(marks)].filter((mark) => !known.has(mark))
  if (fresh.length > 0)
    await db
      .insertInto('reward_marks')
      .values(fresh.map((mark) => ({ owner_id: ownerId, mark, seen_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return new Set([...known, ...fresh])
}

/** Takes it for this account unless another one had it before; answers whether it is this account's. */
export const takeOnce = async (db: Db, claim: string, ownerId: string, at: Date): Promise<boolean> => {
  await db
    .insertInto('reward_claims')
    .values({ claim, owner_id: ownerId, seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('reward_claims').select('owner_id').where('claim', '=', claim).executeTakeFirst()
  return row?.owner_id === ownerId
}

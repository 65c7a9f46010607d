/** Who was invited by whom, for the one who invited. */
import type { Db } from '#platform/db/database.ts'

export type Referral = { friendId: string; since: Date }

export const keepReferral = async (db: Db, ownerId: string, { friendId, since }: Referral): Promise<void> => {
  await db
    .insertInto('referrals')
    .values({ owner_id: ownerId, friend_id: friendId, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const findReferral = async (db: Db, ownerId: string, friendId: string): Promise<Referral | null> => {
  const row = await db
    .selectFrom('referrals')
    .select('since')
    .where('owner_id', '=', ownerId)
    .where('friend_id', '=', friendId)
    .executeTakeFirst()
  return row ? { friendId, since: row.since } : null
}

/** The newest first. */
export const listReferrals = async (db: Db, ownerId: string, limit: number): Promise<Referral[]> => {
  const rows = await db
    .selectFrom('referrals')
    .select(['friend_id', 'since'])
    .where('owner_id', '=', ownerId)
    .orderBy('since', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ friendId: row.friend_id, since: row.since }))
}

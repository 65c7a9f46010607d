/** What operators have done to accounts, until their owners are told. */
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'

export type AccountAct = { id: string; ownerId: string; act: 'frozen' | 'unfrozen' | 'limitChanged' | 'sessionsEnded' }

export const insertAct = async (trx: Trx, { ownerId, act }: Omit<AccountAct, 'id'>, at: Date): Promise<void> => {
  await trx.insertInto('account_acts').values({ id: newId(), owner_id: ownerId, act, at }).execute()
}

/** The oldest first. */
export const listUntold = async (db: Db, limit: number): Promise<AccountAct[]> => {
  const rows = await db
    .selectFrom('account_acts')
    .select(['id', 'owner_id', 'act'])
    .where('told_at', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()
  return rows.map(({ id, owner_id, act }) => ({ id, ownerId: owner_id, act: act as AccountAct['act'] }))
}

/** False when another process was faster. */
export const markTold = async (trx: Trx, id: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('account_acts')
    .set({ told_at: at })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

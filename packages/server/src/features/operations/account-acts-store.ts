/** What operators have done to accounts, until their owners are told. */
import type { AccessReason } from '@puente/contract'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'

/** `why` is of sessions that were ended. */
export type AccountAct = {
  id: string
  ownerId: string
  act: 'frozen' | 'unfrozen' | 'limitChanged' | 'sessionsEnded'
  why: AccessReason | null
}

export const insertAct = async (
  trx: Trx,
  { ownerId, act, why = null }: Omit<AccountAct, 'id' | 'why'> & Partial<Pick<AccountAct, 'why'>>,
  at: Date,
): Promise<void> => {
  await trx.insertInto('account_acts').values({ id: newId(), owner_id: ownerId, act, why, at }).execute()
}

/** The oldest first. */
export const listUntold = async (db: Db, limit: number): Promise<AccountAct[]> => {
  const rows = await db
    .selectFrom('account_acts')
    .select(['id', 'owner_id', 'act', 'why'])
    .where('told_at', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()
  return rows.map(({ id, owner_id, act, why }) => ({
    id,
    ownerId: owner_id,
    act: act as AccountAct['act'],
    why: why as AccessReason | null,
  }))
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

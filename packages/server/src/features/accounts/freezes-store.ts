/** Why an account is frozen: one row per cause, none while it is open. */
import type { FreezeCause, FreezeReason } from '@puente/contract'
import type { Db, Trx } from '#platform/db/database.ts'

export type Freeze = {
  cause: FreezeCause
  /** Of an operator's freeze, what its owner may know; null for the others. */
  publicReason: FreezeReason | null
  frozenAt: Date
}

/** False when the account was frozen for this cause already: the first moment counts. */
export const insertFreeze = async (trx: Trx, ownerId: string, freeze: Freeze): Promise<boolean> => {
  const inserted = await trx
    .insertInto('account_freezes')
    .values({
      owner_id: ownerId,
      cause: freeze.cause,
      public_reason: freeze.publicReason,
      frozen_at: freeze.frozenAt,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'cause']).doNothing())
    .returning('cause')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The oldest first. */
export const listFreezes = async (db: Db, ownerId: string): Promise<Freeze[]> => {
  const rows = await db
    .selectFrom('account_freezes')
    .select(['cause', 'public_reason', 'frozen_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('frozen_at')
    .execute()
  return rows.map((row) => ({
    cause: row.cause as FreezeCause,
    publicReason: row.public_reason as FreezeReason | null,
    frozenAt: row.frozen_at,
  }))
}

export const deleteFreezes = async (trx: Trx, ownerId: string, causes: readonly FreezeCause[]): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('account_freezes')
    .where('owner_id', '=', ownerId)
    .where('cause', 'in', causes)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type AccountStatus = 'open' | 'frozen' | 'closing' | 'closed'

/** Locks the person's row until the transaction ends, so that freezes and their ends come one after another. */
export const lockStatus = async (trx: Trx, ownerId: string): Promise<AccountStatus> => {
  const user = trx.selectFrom('users').select('status').where('owner_id', '=', ownerId).forUpdate()
  return (await user.executeTakeFirstOrThrow()).status as AccountStatus
}

export const updateStatus = async (trx: Trx, ownerId: string, status: AccountStatus, at: Date): Promise<void> => {
  await trx.updateTable('users').set({ status, updated_at: at }).where('owner_id', '=', ownerId).execute()
}

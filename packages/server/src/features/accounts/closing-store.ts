/** What closing an account takes from the tables of this slice. The account's row stays, for the time records are kept. */
import { type Statement, uuids, type Write } from '@puente/ledger'
import type { Db, Trx } from '#platform/db/database.ts'

const close: Statement = {
  name: 'accounts.close',
  text: `update users set status = 'closed', updated_at = $2 where owner_id = any($1::uuid[])`,
}

/** Closes accounts within the ledger's batch. */
export const closeWrites = (ownerIds: readonly string[], at: Date): Write[] =>
  ownerIds.length === 0 ? [] : [{ statement: close, values: [uuids(ownerIds), at], rows: ownerIds.length }]

/** Takes the person out of the directory: from here on the others see that the account is gone. */
export const deletePerson = async (trx: Trx, ownerId: string): Promise<void> => {
  await trx.deleteFrom('directory').where('owner_id', '=', ownerId).execute()
}

/** Whether there has ever been this person. */
export const hasAccount = async (db: Pick<Db, 'selectFrom'>, ownerId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('owner_id').where('owner_id', '=', ownerId).executeTakeFirst()
  return row !== undefined
}

import { type AccountRef, type QueryRunner, uuids } from '@puente/ledger'

/** The owner who is closing, and the account of the house that holds the credits of all open disputes. */
export type Closing = { ownerId: string; credited: AccountRef }

const TRANSFERS = `select transfer_id from idempotency where owner_id = $1 and status = 'accepted'`

const MOVED = `
select coalesce(sum(amount_cents), 0)::bigint as moved_cents from entries
 where owner_id = $1 and account = $2 and transfer_id = any($3::uuid[])`

/** What was credited for problems and is not their owner's for good: the sum of what every transfer under their keys moved in the account. */
export const readCredited = async (db: QueryRunner, { ownerId, credited }: Closing): Promise<bigint> => {
  const transfers = await db.query<{ transfer_id: string }>({
    name: 'limits.transfers_of_debtor',
    text: TRANSFERS,
    values: [ownerId],
  })
  const ids = uuids(transfers.rows.map(({ transfer_id }) => transfer_id))
  const values = [credited.ownerId, credited.account, ids]
  const { rows } = await db.query<{ moved_cents: bigint }>({ name: 'limits.owed', text: MOVED, values })
  return -(rows[0]?.moved_cents ?? 0n)
}

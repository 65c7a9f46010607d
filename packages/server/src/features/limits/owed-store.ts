import { type AccountRef, type QueryRunner, uuids } from '@puente/ledger'

/** Whose debt, and in which account of the house it stands, together with those of others. */
type Debtor = { ownerId: string; receivable: AccountRef }

/** The same, and where it stands what was credited for disputes that are not over. */
export type Debts = { ownerId: string; receivable: AccountRef; credited: AccountRef }

const TRANSFERS = `select transfer_id from idempotency where owner_id = $1 and status = 'accepted'`

const MOVED = `
select coalesce(sum(amount_cents), 0)::bigint as moved_cents from entries
 where owner_id = $1 and account = $2 and transfer_id = any($3::uuid[])`

/** What a person owes the house, in cents: what every transfer under a key of theirs moved in the receivable, added up. */
const readOwed = async (db: QueryRunner, { ownerId, receivable }: Debtor): Promise<bigint> => {
  const transfers = await db.query<{ transfer_id: string }>({
    name: 'limits.transfers_of_debtor',
    text: TRANSFERS,
    values: [ownerId],
  })
  const ids = uuids(transfers.rows.map(({ transfer_id }) => transfer_id))
  const values = [receivable.ownerId, receivable.account, ids]
  const { rows } = await db.query<{ moved_cents: bigint }>({ name: 'limits.owed', text: MOVED, values })
  return -(rows[0]?.moved_cents ?? 0n)
}

/** What a person owes for good, and what was credited to them for disputes and is not theirs for good, in cents. */
export const readDebts = async (db: QueryRunner, { ownerId, receivable, credited }: Debts) => ({
  owedCents: await readOwed(db, { ownerId, receivable }),
  creditedCents: await readOwed(db, { ownerId, receivable: credited }),
})

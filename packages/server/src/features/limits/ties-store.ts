import { type AccountRef, type QueryRunner, uuids } from '@puente/ledger'

/** The owner who is closing, and the account of the house that holds the credits of all open disputes. */
export type Closing = { ownerId: string; credited: AccountRef }

/** What keeps an account from being closed besides its balance and a debt, in cents: credits and rewards that are not final yet. */
export type Ties = { creditedCents: bigint; rewardsOwedCents: bigint }

const TRANSFERS = `select transfer_id from idempotency where owner_id = $1 and status = 'accepted'`

const MOVED = `
select coalesce(sum(amount_cents), 0)::bigint as moved_cents from entries
 where owner_id = $1 and account = $2 and transfer_id = any($3::uuid[])`

/** The sum of what every transfer under their keys moved in the account. */
const readCredited = async (db: QueryRunner, { ownerId, credited }: Closing): Promise<bigint> => {
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

// What was taken back and is owed, and what is still to be taken back.
const REWARDS = `
select (select coalesce(sum(owed_cents), 0) from reward_accounts where reward_accounts.owner_id = $1)::bigint as owed_cents,
       (select coalesce(sum(amount_cents), 0) from rewards
         where rewards.owner_id = $1 and state = 'clawedBack' and not is_settled)::bigint as to_take_cents`

const readRewardsOwed = async (db: QueryRunner, ownerId: string): Promise<bigint> => {
  const { rows } = await db.query<{ owed_cents: bigint; to_take_cents: bigint }>({
    name: 'limits.rewards_owed',
    text: REWARDS,
    values: [ownerId],
  })
  return (rows[0]?.owed_cents ?? 0n) + (rows[0]?.to_take_cents ?? 0n)
}

export const readTies = async (db: QueryRunner, closing: Closing): Promise<Ties> => {
  const [creditedCents, rewardsOwedCents] = await Promise.all([
    readCredited(db, closing),
    readRewardsOwed(db, closing.ownerId),
  ])
  return { creditedCents, rewardsOwedCents }
}

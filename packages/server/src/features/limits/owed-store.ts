import { type AccountRef, type QueryRunner, uuids } from '@puente/ledger'

/** Who closes, and the account of the house where it stands, with that of others, what was credited for disputes that are not over. */
export type Closing = { ownerId: string; credited: AccountRef }

/** What keeps an account from being closed beside its balance and a debt, in cents: credits and rewards that are not its owner's for good. */
export type Ties = { creditedCents: bigint; rewardsOwedCents: bigint }

const TRANSFERS = `select transfer_id from idempotency where owner_id = $1 and status = 'accepted'`

const MOVED = `
select coalesce(sum(amount_cents), 0)::bigint as moved_cents from entries
 where owner_id = $1 and account = $2 and transfer_id = any($3::uuid[])`

/** What every transfer under a key of theirs moved in the account, added up. */
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

// What was taken back and is owed, and what is to be taken back and has not been yet.
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

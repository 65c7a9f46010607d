/**
 * A history that would take hours to pay for: entries of a wallet and of the house, keys and movements written in one go, so
 * that the books balance as if each had been posted. Every row comes in and goes out again but for a cent; every seventh waited
 * three days before it was posted.
 */
import { withClient } from '#platform/db/pool.ts'
import type { TestApp } from './app.ts'
import { type TestUser, withBalance } from './factories.ts'

const AT = `$4::timestamptz + n::bigint * $5::bigint * interval '1 millisecond'`
const CENTS = `case when n % 2 = 1 then 101 else -100 end`
const SUM = `(n / 2 + (n % 2) * 101)`
const ID = `md5($1 || '/' || n)::uuid`

const STATEMENTS = [
  `insert into entries (owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents, counter_owner_id,
      counter_account, kind, created_at)
    select $1::uuid, 'wallet', 1 + n, ${ID}, 0, ${CENTS}, 1 + ${SUM}, $2::uuid, $3, 'test.history', ${AT}
      from generate_series(1, $6::int) as n`,
  `insert into entries (owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents, counter_owner_id,
      counter_account, kind, created_at)
    select $2::uuid, $3, house.seq + n, ${ID}, 1, -(${CENTS}), house.balance_cents - ${SUM}, $1::uuid, 'wallet',
      'test.history', ${AT}
      from generate_series(1, $6::int) as n
      join accounts as house on house.owner_id = $2::uuid and house.account = $3`,
  `update accounts set seq = seq + $6::int, balance_cents = balance_cents + case when owner_id = $1::uuid then 1 else -1 end
      * (select ${SUM} from generate_series($6::int, $6::int) as n)
    where $4::timestamptz is not null and $5::bigint > 0
      and (owner_id, account) in (($1::uuid, 'wallet'), ($2::uuid, $3))`,
  `insert into idempotency (owner_id, key, request_hash, status, answer, transfer_id, created_at)
    select $1::uuid, 'history-' || n, 'x', 'accepted', null, ${ID}, ${AT} from generate_series(1, $6::int) as n
     where $2::uuid is not null and $3 <> ''`,
  `insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, reference, search_text, note,
      balance_after_cents, entry_seq, transfer_id, created_at, paid_at)
    select $1::uuid, ${ID}, case when n % 7 = 0 then 'withdraw' when n % 2 = 1 then 'received' else 'sent' end, 'COMPLETED',
      case when n % 7 = 0 then 'bank' else 'wallet' end, case when n % 2 = 1 then 1 else -1 end, abs(${CENTS}), 'R' || n, '',
      'note ' || n, 1 + ${SUM}, 1 + n, ${ID}, ${AT} - case when n % 7 = 0 then interval '3 days' else interval '0' end, ${AT}
      from generate_series(1, $6::int) as n where $2::uuid is not null and $3 <> ''`,
]

/** Gives the person so many rows, one each `everyMs` from now on, behind a first cent that has no row. */
export const withLongHistory = async (
  { services, database, clock }: Pick<TestApp, 'services' | 'database' | 'clock'>,
  user: TestUser,
  rows: number,
  everyMs: number,
): Promise<void> => {
  await withBalance(services, user, 1)
  const house = services.ledger.house('settlement:test', user.id)
  const values = [user.id, house.ownerId, house.account, clock.now(), everyMs, rows]
  await withClient(database.superuserUrl, async (client) => {
    for (const text of STATEMENTS) await client.query(text, values)
    await client.query('analyze movements, entries')
  })
}

/**
 * One transaction per transfer with row locks, in two forms over the same tables. The usual one is run by the
 * application: begin, lock, look, write, commit, each a round trip. The other one is the best that the design allows:
 * the whole transfer is one function, hence one round trip. Both use a pool of connections and named statements, lock
 * accounts in the order of their ids, and keep just the indexes by which a person's transfers and the entries of a
 * transfer are listed.
 */
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { ACCOUNTS, FUNDS_CENTS, STRIPES } from '../ledger/engine.ts'
import type { Engine, EngineKind } from '../ledger/engine.ts'
import { accountId, newId } from '../lib/ids.ts'

/** Tried 16, 32 and 64 on two cores: 32 was fastest or as fast. */
const CONNECTIONS = 32

const schema = [
  `create table accounts (
    id uuid primary key,
    balance_cents bigint not null,
    version bigint not null default 0,
    floor_cents bigint,
    check (balance_cents >= floor_cents)
  ) with (fillfactor = 50)`,
  `create table transfers (
    id uuid primary key,
    from_id uuid not null,
    to_id uuid not null,
    amount_cents bigint not null check (amount_cents > 0),
    fee_cents bigint not null,
    created_at timestamptz not null
  )`,
  `create table entries (
    account_id uuid not null,
    version bigint not null,
    transfer_id uuid not null,
    amount_cents bigint not null,
    balance_after_cents bigint not null,
    created_at timestamptz not null,
    primary key (account_id, version)
  )`,
  'create index transfers_from on transfers (from_id, created_at)',
  'create index transfers_to on transfers (to_id, created_at)',
  'create index entries_transfer on entries (transfer_id)',
  `create function transfer(p_id uuid, p_from uuid, p_to uuid, p_amount bigint, p_house uuid, p_fee bigint)
   returns text language plpgsql as $$
   declare
     moment timestamptz := clock_timestamp();
     debited accounts;
     credited accounts;
     earned accounts;
   begin
     perform from accounts where id in (p_from, p_to, p_house) order by id for no key update;
     update accounts set balance_cents = balance_cents - p_amount - p_fee, version = version + 1
       where id = p_from and balance_cents - p_amount - p_fee >= floor_cents returning * into debited;
     if not found then return 'insufficientFunds'; end if;
     update accounts set balance_cents = balance_cents + p_amount, version = version + 1
       where id = p_to returning * into strict credited;
     insert into transfers values (p_id, p_from, p_to, p_amount, p_fee, moment);
     insert into entries values
       (p_from, debited.version, p_id, -p_amount - p_fee, debited.balance_cents, moment),
       (p_to, credited.version, p_id, p_amount, credited.balance_cents, moment);
     if p_fee > 0 then
       update accounts set balance_cents = balance_cents + p_fee, version = version + 1
         where id = p_house returning * into strict earned;
       insert into entries values (p_house, earned.version, p_id, p_fee, earned.balance_cents, moment);
     end if;
     return 'accepted';
   end $$`,
]

export const fund = `insert into accounts (id, balance_cents, floor_cents)
  select md5('account' || n)::uuid, ${FUNDS_CENTS}, 0 from generate_series(0, ${ACCOUNTS - 1}) as n
  union all select md5('house' || n)::uuid, 0, null from generate_series(0, ${STRIPES - 1}) as n`

export const houses = `select md5('house' || n)::uuid::text as id from generate_series(0, ${STRIPES - 1}) as n`

const audit = `select
  (select sum(balance_cents) = ${BigInt(ACCOUNTS) * FUNDS_CENTS} from accounts) as is_all_there,
  (select coalesce(sum(amount_cents), 0) = 0 from entries) as is_balanced,
  (select count(*)::int from transfers) as transfers,
  (select count(*)::int from accounts join (select account_id, max(version) as version, count(*) as count,
      sum(amount_cents) as sum_cents from entries group by 1) as told on told.account_id = accounts.id
    where accounts.version <> told.version or told.count <> told.version
      or (accounts.floor_cents is not null and accounts.balance_cents <> ${FUNDS_CENTS} + told.sum_cents)) as wrong`

const prepare = async (superuser: Pool): Promise<void> => {
  for (const text of [...schema, fund, 'vacuum analyze']) await superuser.query(text)
}

type Move = { id: string; from: string; to: string; house: string | null; amountCents: bigint; feeCents: bigint }

const openWith =
  (name: string, transfer: (pool: Pool, move: Move) => Promise<string | undefined>) =>
  async (url: string): Promise<Engine> => {
    const pool = new Pool({ connectionString: url, max: CONNECTIONS, min: CONNECTIONS })
    const { rows } = await pool.query<{ id: string }>(houses)
    return {
      name,
      transfer: async ({ from, to, amountCents, feeCents }) => {
        const house = feeCents > 0n ? (rows[from % STRIPES]?.id ?? null) : null
        const move = { id: newId(), from: accountId(from), to: accountId(to), house, amountCents, feeCents }
        const outcome = await transfer(pool, move)
        if (outcome !== 'accepted') throw new Error(`${name}: a transfer ended as ${outcome}`)
      },
      takeBatchSizes: () => [],
      check: async (transfers) => {
        const found = await pool.query(audit)
        const expected = { is_all_there: true, is_balanced: true, transfers, wrong: 0 }
        if (JSON.stringify(found.rows[0]) !== JSON.stringify(expected))
          throw new Error(`${name}: found ${JSON.stringify(found.rows[0])} instead of ${JSON.stringify(expected)}`)
      },
      pool,
      close: () => pool.end(),
    }
  }

const byFunction = async (pool: Pool, { id, from, to, house, amountCents, feeCents }: Move) => {
  const { rows } = await pool.query<{ outcome: string }>({
    name: 'transfer',
    text: 'select transfer($1, $2, $3, $4, $5, $6) as outcome',
    values: [id, from, to, amountCents, house, feeCents],
  })
  return rows[0]?.outcome
}

type Account = { id: string; balance_cents: string; version: string; floor_cents: string | null }

const lock = `select id, balance_cents, version, floor_cents from accounts where id = any($1::uuid[]) order by id
  for no key update`
const change = `update accounts set balance_cents = next.balance_cents, version = next.version
  from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as next (id, balance_cents, version) where accounts.id = next.id`
const insertTransfer = 'insert into transfers values ($1, $2, $3, $4, $5, clock_timestamp())'
const insertEntries = `insert into entries select account_id, version, $1, amount_cents, balance_after_cents, clock_timestamp()
  from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[])
    as entry (account_id, version, amount_cents, balance_after_cents)`

const inTransaction = async (client: PoolClient, { id, from, to, house, amountCents, feeCents }: Move) => {
  const amounts = new Map([
    [from, -amountCents - feeCents],
    [to, amountCents],
    ...(house === null ? [] : [[house, feeCents] as const]),
  ])
  const ids = [...amounts.keys()]
  const { rows } = await client.query<Account>({ name: 'lock', text: lock, values: [ids] })
  if (rows.length !== ids.length) return 'unknownAccount'
  const after = rows.map((row) => {
    const amount = amounts.get(row.id) ?? 0n
    const balance = BigInt(row.balance_cents) + amount
    return { ...row, amount, balance, next: BigInt(row.version) + 1n }
  })
  if (after.some((row) => row.floor_cents !== null && row.balance < BigInt(row.floor_cents))) return 'insufficientFunds'
  const [accounts, balances] = [after.map((row) => row.id), after.map(({ balance }) => balance)]
  const versions = after.map(({ next }) => next)
  await client.query({ name: 'change', text: change, values: [accounts, balances, versions] })
  await client.query({ name: 'insert_transfer', text: insertTransfer, values: [id, from, to, amountCents, feeCents] })
  const values = [id, accounts, versions, after.map(({ amount }) => amount), balances]
  await client.query({ name: 'insert_entries', text: insertEntries, values })
  return 'accepted'
}

const byStatements = async (pool: Pool, move: Move) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const outcome = await inTransaction(client, move)
    await client.query(outcome === 'accepted' ? 'commit' : 'rollback')
    client.release()
    return outcome
  } catch (error) {
    client.release(true)
    throw error
  }
}

export const rowLocks: EngineKind = { name: 'row locks', prepare, open: openWith('row locks', byStatements) }

export const rowLocksInOne: EngineKind = {
  name: 'row locks in one',
  prepare,
  open: openWith('row locks in one', byFunction),
}

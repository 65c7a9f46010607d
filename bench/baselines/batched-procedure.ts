/**
 * Batched SQL: a stored function takes a batch, moves two balances and inserts one row per transfer, each transfer under a
 * savepoint of its own so that a failing one harms no other. No keys, holds, limits or running balances. It is fed as our
 * own ledger is: what arrives while a batch is under way goes together with the next.
 *
 * There are two of it. One does the least that can be done. The other does what the published design does (softwaremill's
 * tb-perf, its batched executor): accounts are locked in order before they are read, and the row of a transfer refers to
 * its accounts and can be found by payer, by payee and by time.
 */
import { Pool } from 'pg'
import { ACCOUNTS, FUNDS_CENTS, STRIPES } from '../ledger/engine.ts'
import type { Engine, EngineKind, Transfer } from '../ledger/engine.ts'
import { accountId, newId } from '../lib/ids.ts'
import { fund, houses } from './row-locks.ts'

const BATCH_LIMIT = 1_024

/** What the two of them do not have in common. `call` is given ids, payers, payees, amounts, houses and fees as arrays. */
type Design = {
  name: string
  schema: string[]
  call: string
  values: (batch: Transfer[], houses: string[]) => unknown[]
}

/** The function that is called: `each` is done for the n-th transfer, which harms no other when it fails. */
const batchFunction = ({ parameters, declare, each }: Record<'parameters' | 'declare' | 'each', string>): string => `
  create function transfer_batch(${parameters}) returns text[] language plpgsql as $$
  declare
    outcomes text[] := '{}';
    ${declare}
  begin
    for n in 1 .. cardinality(froms) loop
      begin
        ${each}
      exception when others then
        outcomes[n] := sqlerrm;
      end;
    end loop;
    return outcomes;
  end $$`

const chargeFee = `
        if fees[n] > 0 then
          update accounts set balance_cents = balance_cents + fees[n] where id = houses[n];
        end if;`

const least: Design = {
  name: 'least batched SQL',
  call: 'select transfer_batch($1, $2, $3, $4, $5, $6) as outcomes',
  values: (batch, of) => [
    batch.map(() => newId()),
    batch.map(({ from }) => accountId(from)),
    batch.map(({ to }) => accountId(to)),
    batch.map(({ amountCents }) => amountCents),
    batch.map(({ from, feeCents }) => (feeCents > 0n ? of[from % STRIPES] : null)),
    batch.map(({ feeCents }) => feeCents),
  ],
  schema: [
    `create table accounts (
    id uuid primary key,
    balance_cents bigint not null,
    floor_cents bigint
  ) with (fillfactor = 50)`,
    `create table transfers (
    id uuid primary key,
    from_id uuid not null,
    to_id uuid not null,
    amount_cents bigint not null,
    fee_cents bigint not null,
    created_at timestamptz not null
  )`,
    batchFunction({
      parameters: 'ids uuid[], froms uuid[], tos uuid[], amounts bigint[], houses uuid[], fees bigint[]',
      declare: 'moment timestamptz := clock_timestamp();',
      each: `
        update accounts set balance_cents = balance_cents - amounts[n] - fees[n]
         where id = froms[n] and balance_cents - amounts[n] - fees[n] >= floor_cents;
        if not found then raise exception 'insufficientFunds'; end if;
        update accounts set balance_cents = balance_cents + amounts[n] where id = tos[n];
        if not found then raise exception 'unknownAccount'; end if;
        ${chargeFee}
        insert into transfers values (ids[n], froms[n], tos[n], amounts[n], fees[n], moment);
        outcomes[n] := 'accepted';`,
    }),
    fund,
  ],
}

const fundNumbered = `insert into accounts select n, ${FUNDS_CENTS}, 0 from generate_series(0, ${ACCOUNTS - 1}) as n
  union all select ${ACCOUNTS} + n, 0, 0 from generate_series(0, ${STRIPES - 1}) as n`

const published: Design = {
  name: 'batched SQL',
  call: 'select transfer_batch($1, $2, $3, $4, $5) as outcomes',
  values: (batch) => [
    batch.map(({ from }) => from),
    batch.map(({ to }) => to),
    batch.map(({ amountCents }) => amountCents),
    batch.map(({ from }) => ACCOUNTS + (from % STRIPES)),
    batch.map(({ feeCents }) => feeCents),
  ],
  schema: [
    `create table accounts (
      id bigint primary key,
      balance_cents bigint not null,
      floor_cents bigint not null,
      constraint above_floor check (balance_cents >= floor_cents)
    )`,
    `create table transfers (
      id bigint generated always as identity primary key,
      from_id bigint not null references accounts,
      to_id bigint not null references accounts,
      amount_cents bigint not null check (amount_cents > 0),
      fee_cents bigint not null,
      created_at timestamptz not null default now(),
      check (from_id <> to_id)
    )`,
    'create index transfers_by_payer on transfers (from_id)',
    'create index transfers_by_payee on transfers (to_id)',
    'create index transfers_by_time on transfers (created_at)',
    batchFunction({
      parameters: 'froms bigint[], tos bigint[], amounts bigint[], houses bigint[], fees bigint[]',
      declare: 'first_cents bigint; second_cents bigint;',
      each: `
        select balance_cents into first_cents from accounts where id = least(froms[n], tos[n]) for update;
        select balance_cents into second_cents from accounts where id = greatest(froms[n], tos[n]) for update;
        if first_cents is null or second_cents is null then
          outcomes[n] := 'unknownAccount';
        elsif (case when froms[n] < tos[n] then first_cents else second_cents end) < amounts[n] + fees[n] then
          outcomes[n] := 'insufficientFunds';
        else
          update accounts set balance_cents = balance_cents - amounts[n] - fees[n] where id = froms[n];
          update accounts set balance_cents = balance_cents + amounts[n] where id = tos[n];
          ${chargeFee}
          insert into transfers (from_id, to_id, amount_cents, fee_cents) values (froms[n], tos[n], amounts[n], fees[n]);
          outcomes[n] := 'accepted';
        end if;`,
    }),
    fundNumbered,
  ],
}

const audit = `select
  (select sum(balance_cents) = ${BigInt(ACCOUNTS) * FUNDS_CENTS} from accounts) as is_all_there,
  (select count(*)::int from transfers) as transfers`

type Waiting = { transfer: Transfer; resolve: (outcome: string) => void; reject: (error: unknown) => void }

const batched = ({ name, schema, call, values }: Design): EngineKind => ({
  name,
  prepare: async (superuser) => {
    for (const text of [...schema, 'vacuum analyze']) await superuser.query(text)
  },
  open: async (url): Promise<Engine> => {
    const pool = new Pool({ connectionString: url, max: 1 })
    const stripes = name === least.name ? (await pool.query<{ id: string }>(houses)).rows.map(({ id }) => id) : []
    let waiting: Waiting[] = []
    let isRunning = false
    let sizes: number[] = []

    const post = async (batch: Transfer[]): Promise<string[]> => {
      const result = await pool.query<{ outcomes: string[] }>({
        name: 'transfer_batch',
        text: call,
        values: values(batch, stripes),
      })
      return result.rows[0]?.outcomes ?? []
    }

    const drain = async () => {
      await Promise.resolve()
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH_LIMIT)
        waiting = waiting.slice(BATCH_LIMIT)
        sizes.push(batch.length)
        try {
          const outcomes = await post(batch.map(({ transfer }) => transfer))
          batch.forEach(({ resolve }, n) => resolve(outcomes[n] ?? 'lost'))
        } catch (error) {
          for (const { reject } of batch) reject(error)
        }
      }
      isRunning = false
    }

    return {
      name,
      transfer: async (transfer) => {
        const outcome = await new Promise<string>((resolve, reject) => {
          waiting.push({ transfer, resolve, reject })
          if (isRunning) return
          isRunning = true
          void drain()
        })
        if (outcome !== 'accepted') throw new Error(`${name}: a transfer ended as ${outcome}`)
      },
      takeBatchSizes: () => {
        const taken = sizes
        sizes = []
        return taken
      },
      check: async (transfers) => {
        const found = await pool.query(audit)
        const expected = { is_all_there: true, transfers }
        if (JSON.stringify(found.rows[0]) !== JSON.stringify(expected))
          throw new Error(`${name}: found ${JSON.stringify(found.rows[0])} instead of ${JSON.stringify(expected)}`)
      },
      pool,
      close: () => pool.end(),
    }
  },
})

export const batchedLeast = batched(least)
export const batchedPublished = batched(published)

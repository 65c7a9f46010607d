/**
 * Batched SQL that does the least: a stored function takes a batch, moves two balances and inserts one row per transfer,
 * each transfer under a savepoint of its own so that a failing one harms no other. No keys, holds, limits or running
 * balances. It is fed as our own ledger is: what arrives while a batch is under way goes together with the next.
 */
import { Pool } from 'pg'
import { ACCOUNTS, FUNDS_CENTS, STRIPES } from '../ledger/engine.ts'
import type { Engine, EngineKind, Transfer } from '../ledger/engine.ts'
import { accountId, newId } from '../lib/ids.ts'
import { fund, houses } from './row-locks.ts'

const BATCH_LIMIT = 1_024

const schema = [
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
  `create function transfer_batch(ids uuid[], froms uuid[], tos uuid[], amounts bigint[], houses uuid[], fees bigint[])
   returns text[] language plpgsql as $$
   declare
     outcomes text[] := '{}';
     moment timestamptz := clock_timestamp();
   begin
     for n in 1 .. cardinality(ids) loop
       begin
         update accounts set balance_cents = balance_cents - amounts[n] - fees[n]
           where id = froms[n] and balance_cents - amounts[n] - fees[n] >= floor_cents;
         if not found then raise exception 'insufficientFunds'; end if;
         update accounts set balance_cents = balance_cents + amounts[n] where id = tos[n];
         if not found then raise exception 'unknownAccount'; end if;
         if fees[n] > 0 then
           update accounts set balance_cents = balance_cents + fees[n] where id = houses[n];
         end if;
         insert into transfers values (ids[n], froms[n], tos[n], amounts[n], fees[n], moment);
         outcomes[n] := 'accepted';
       exception when others then
         outcomes[n] := sqlerrm;
       end;
     end loop;
     return outcomes;
   end $$`,
]

const audit = `select
  (select sum(balance_cents) = ${BigInt(ACCOUNTS) * FUNDS_CENTS} from accounts) as is_all_there,
  (select count(*)::int from transfers) as transfers`

type Waiting = { transfer: Transfer; resolve: (outcome: string) => void; reject: (error: unknown) => void }

export const batchedProcedure: EngineKind = {
  name: 'batched SQL',
  prepare: async (superuser) => {
    for (const text of [...schema, fund, 'vacuum analyze']) await superuser.query(text)
  },
  open: async (url): Promise<Engine> => {
    const pool = new Pool({ connectionString: url, max: 1 })
    const { rows } = await pool.query<{ id: string }>(houses)
    let waiting: Waiting[] = []
    let isRunning = false
    let sizes: number[] = []

    const post = async (batch: Transfer[]): Promise<string[]> => {
      const result = await pool.query<{ outcomes: string[] }>({
        name: 'transfer_batch',
        text: 'select transfer_batch($1, $2, $3, $4, $5, $6) as outcomes',
        values: [
          batch.map(() => newId()),
          batch.map(({ from }) => accountId(from)),
          batch.map(({ to }) => accountId(to)),
          batch.map(({ amountCents }) => amountCents),
          batch.map(({ from, feeCents }) => (feeCents > 0n ? rows[from % STRIPES]?.id : null)),
          batch.map(({ feeCents }) => feeCents),
        ],
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
      name: batchedProcedure.name,
      transfer: async (transfer) => {
        const outcome = await new Promise<string>((resolve, reject) => {
          waiting.push({ transfer, resolve, reject })
          if (isRunning) return
          isRunning = true
          void drain()
        })
        if (outcome !== 'accepted') throw new Error(`batched SQL: a transfer ended as ${outcome}`)
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
          throw new Error(`batched SQL: found ${JSON.stringify(found.rows[0])} instead of ${JSON.stringify(expected)}`)
      },
      pool,
      close: () => pool.end(),
    }
  },
}

import type { Pool, QueryConfig } from 'pg'
import { LONG_READ_TIMEOUT_MS, longReadTransaction } from '../pg/transaction.ts'

/** An account of the chart, of all its owners together. */
export type TrialLine = {
  account: string
  owners: number
  /** A credit is positive: what the house owes. */
  balanceCents: bigint
  /** Held now, of holds that were made before the cut-off and are open still. */
  heldCents: bigint
}

const BALANCES = `select account, count(distinct owner_id)::text as owners, sum(amount_cents)::text as cents
  from entries where created_at < $1 group by account order by account`

const HELD = `select account, sum(amount_cents - settled_cents - released_cents)::text as cents
  from holds where state = 'open' and created_at < $1 group by account`

/**
 * Every account's balance as the entries before a moment have it. The moment should lie a little in the past, so that no batch is
 * still writing before it: a movement is then in it with both its sides, or with none. Reads all entries, for ten minutes at most unless said.
 */
export const readTrialBalance = (
  pool: Pool,
  before: Date,
  limitMs = LONG_READ_TIMEOUT_MS,
): Promise<{ lines: TrialLine[]; sumCents: bigint }> =>
  longReadTransaction(
    pool,
    async (client) => {
      const { rows: balances } = await client.query<{ account: string; owners: string; cents: string }>({
        text: BALANCES,
        values: [before],
        query_timeout: limitMs,
      } as QueryConfig)
      const { rows: held } = await client.query<{ account: string; cents: string }>({
        text: HELD,
        values: [before],
        query_timeout: limitMs,
      } as QueryConfig)
      const heldOf = new Map(held.map(({ account, cents }) => [account, BigInt(cents)]))
      const lines = balances.map(({ account, owners, cents }) => ({
        account,
        owners: Number(owners),
        balanceCents: BigInt(cents),
        heldCents: heldOf.get(account) ?? 0n,
      }))
      return { lines, sumCents: lines.reduce((sum, { balanceCents }) => sum + balanceCents, 0n) }
    },
    limitMs,
  )

/**
 * Checker and sealer follow the rows by the number of the transaction that wrote them. A database that was filled from a
 * dump brings the numbers of the old one along and counts its own transactions from the start: what is written there lies
 * before what was looked at last, and neither would ever see it. The way out is to let the new database count on past them.
 */
import type { Pool } from 'pg'
import { ConfigRefused } from '../config-refused.ts'

/** `newest` is the highest number that a row carries, `next` the one that the next transaction gets. */
export type Numbers = { newest: bigint; next: bigint }

const READ = `
select greatest((select transaction_number from check_progress), (select max(transaction_number) from batches),
                (select max(transaction_number) from account_terms), (select max(transaction_number) from audit_log)) as newest,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`

const readNumbers = async (pool: Pool): Promise<Numbers> => {
  const { rows } = await pool.query<Numbers>(READ)
  const [numbers] = rows
  if (!numbers) throw new Error('the database does not tell its transaction numbers')
  return numbers
}

const isBehind = ({ newest, next }: Numbers): boolean => newest >= next

/** Throws `ConfigRefused` for a database whose own transactions would come before what its rows say. */
export const requireNumbersAhead = async (pool: Pool): Promise<void> => {
  const numbers = await readNumbers(pool)
  if (!isBehind(numbers)) return
  throw new ConfigRefused(
    'DATABASE_URL',
    `its rows carry transaction numbers up to ${numbers.newest} and it would go on from ${numbers.next}, as after a restore ` +
      'from a dump: checker and sealer would see nothing that is new. Run `npm run money -- catch-up` before anything writes ' +
      'to it (docs/runbooks/restore.md).',
  )
}

/** Some minutes of counting; far more would also wear the database out. */
const MOST = 200_000_000n
const AT_A_TIME = 20_000n

const COUNT = `
do $$
begin
  for n in 1 .. ${AT_A_TIME} loop
    perform pg_current_xact_id();
    commit;
  end loop;
end
$$`

/**
 * Lets the database count on until its transactions come after all that its rows say, and answers from where to where; null
 * when they do already. Changes no row. Throws `ConfigRefused` when it would take too long.
 */
export const passNumbers = async (
  pool: Pool,
  onStep: (left: bigint) => void = () => {},
): Promise<{ from: bigint; to: bigint } | null> => {
  const { newest, next: from } = await readNumbers(pool)
  if (!isBehind({ newest, next: from })) return null
  if (newest - from > MOST)
    throw new ConfigRefused(
      'DATABASE_URL',
      `${newest - from} transactions are too many to count; restore a base backup`,
    )
  const client = await pool.connect()
  try {
    // What is counted here is empty: nothing is lost with it.
    await client.query('set synchronous_commit = off')
    for (let now = await readNumbers(pool); isBehind(now); now = await readNumbers(pool)) {
      onStep(now.newest - now.next)
      await client.query(COUNT)
    }
  } finally {
    client.release(true)
  }
  return { from, to: (await readNumbers(pool)).next }
}

import type { Pool, PoolClient } from 'pg'
import { CommitNotReplicated, CommitRolledBack } from '../errors.ts'

/** What the driver reports with a `notice` event. */
type Notice = { code?: string | undefined; message?: string | undefined }

/** Whether the server warns that it committed without its standby. By code, since its words are in the server's language. */
export const isAboutStandby = ({ code }: Notice): boolean => code === '01000' || code === '57P01'

/** Only the tag COMMIT counts, and not even that when a standby may lack the change. */
const commit = async (client: PoolClient): Promise<void> => {
  let warning: string | null = null
  const onNotice = (notice: Notice) => {
    if (isAboutStandby(notice)) warning = notice.message ?? 'warning at commit'
  }
  client.on('notice', onNotice)
  try {
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new CommitRolledBack(`COMMIT was answered with ${command}`)
    if (warning !== null) throw new CommitNotReplicated(warning)
  } finally {
    client.off('notice', onNotice)
  }
}

/**
 * Runs `work` in a transaction on its own connection; rolls back and rethrows what it throws. Statements report a lost
 * server by rejecting, but the client also emits an error event, which without a listener would end the process.
 */
export const inTransaction = async <Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  if (client.listenerCount('error') === 0) client.on('error', () => {})
  try {
    await client.query(begin)
    const result = await work(client)
    await commit(client)
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

const keyLookupSettings = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`

/**
 * A transaction whose statements look up many rows by key, so the planner may neither read whole tables nor sort. While
 * a table is small, an index that does not fit costs it the same as one that does, and the connection would keep that
 * plan after the table has grown.
 */
export const keyLookupTransaction = <Result>(
  pool: Pool,
  isolation: 'read committed' | 'repeatable read',
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, `begin isolation level ${isolation}`, async (client) => {
    await client.query(keyLookupSettings)
    return work(client)
  })

// Statements that read whole tables get more time than the product's path allows, and no nested loops: without statistics
// the planner expects a few rows and would pick them even for the largest tables.
export const LONG_READ_TIMEOUT_MS = 600_000
/** For commands that read all of history: it takes as long as it takes. The longest that both timers can be set to. */
export const UNLIMITED_MS = 2_147_483_647
/**
 * Machines of a cluster are told what is `set local` here, and only in these words: a setting made by `set_config` stays with the
 * coordinator, and the roles' own limits would hold on the others, such as 5 seconds of waiting for the rest. One PostgreSQL has no use
 * for the first line. `transaction_timeout` came with PostgreSQL 17.
 */
const longReadSettings = (limitMs: number): string => `
  set local citus.propagate_set_commands = 'local';
  set local statement_timeout = ${limitMs};
  set local idle_in_transaction_session_timeout = 0;
  set local work_mem = '256MB';
  set local max_parallel_workers_per_gather = 2;
  set local enable_nestloop = off;
  select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`

/**
 * One read-only snapshot for statements that read whole tables: checks and audits, not the product's path. The driver has a
 * timer of its own: statements have to say the same limit as their `query_timeout`.
 */
export const longReadTransaction = <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  limitMs = LONG_READ_TIMEOUT_MS,
): Promise<Result> =>
  inTransaction(pool, 'begin isolation level repeatable read read only', async (client) => {
    await client.query(longReadSettings(limitMs))
    return work(client)
  })

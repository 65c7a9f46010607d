import type { Pool, PoolClient } from 'pg'
import { CommitNotReplicated, CommitRolledBack } from '../errors.ts'

/** What a server says at a commit of which a standby may know nothing. */
type Notice = { severity?: string | undefined; code?: string | undefined; message?: string | undefined }

export const isAboutStandby = ({ severity, code }: Notice): boolean =>
  severity === 'WARNING' && (code === '01000' || code === '57P01')

/** Believes in nothing but the tag, and not even in that when a standby may lack the change. */
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
 * A transaction on a connection of its own, ended by whatever `work` throws. Whoever waits for a statement is told by its
 * rejection; but a client that loses its server also has an error event, and one that nobody listens to ends the process.
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

const byKey = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('enable_sort', 'off', true)`

/**
 * A transaction whose statements look up many rows by their keys: a plan that reads whole tables would be a mistake of
 * the planner, and one that sorts what another index finds as well. While a table is young both indexes cost the same to it,
 * and the connection keeps the plan when the table is large.
 */
export const lookUp = <Result>(
  pool: Pool,
  isolation: 'read committed' | 'repeatable read',
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, `begin isolation level ${isolation}`, async (client) => {
    await client.query(byKey)
    return work(client)
  })

// Short timeouts guard the product's path; what reads everything takes as long as it takes, within reason. Where tables have
// no statistics yet the planner expects a few rows and would join them one by one, for ever: all of them are joined at once.
export const PATIENCE_MS = 600_000
// Settings that this server does not know are left out.
const patience = `select set_config(wanted.name, wanted.value, true)
  from (values ('statement_timeout', '${PATIENCE_MS}'), ('transaction_timeout', '0'), ('work_mem', '256MB'),
    ('max_parallel_workers_per_gather', '2'), ('enable_nestloop', 'off')) as wanted (name, value)
  join pg_settings on pg_settings.name = wanted.name`

/** One snapshot for statements that read whole tables: for tests, audits and nights, not for the product's path. */
export const patient = <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  inTransaction(pool, 'begin isolation level repeatable read read only', async (client) => {
    await client.query(patience)
    return work(client)
  })

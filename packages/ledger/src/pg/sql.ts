import { types } from 'pg'
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'

/**
 * A prepared statement, parsed once per connection. A list is passed as one array parameter and unnested. `query_timeout`,
 * in milliseconds, overrides the connection's own.
 */
export type Statement = { name: string; text: string; query_timeout?: number }

/** Runs single statements: a pool, a client, a pipeline. */
export type QueryRunner = { query: <Row extends QueryResultRow>(config: QueryConfig) => Promise<QueryResult<Row>> }

// The ledger reads bigint as bigint, whatever parsers the pool has.
const INT8 = types.builtins.INT8
const exact = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

const DUPLICATE = /^duplicate key value violates unique constraint "([^"]+)"/

/**
 * Citus copies the rows of INSERT ... SELECT to their machines, and reports a duplicate among them as an internal error that
 * names the constraint in its text only. Here it becomes what one PostgreSQL reports.
 */
const nameDuplicate = (error: unknown): never => {
  const { code, message = '' } = error as { code?: string; message?: string }
  const constraint = code === 'XX000' ? DUPLICATE.exec(message)?.[1] : undefined
  if (constraint !== undefined) Object.assign(error as object, { code: '23505', constraint })
  throw error
}

/** Runs a statement. A duplicate row is SQLSTATE 23505; on several machines the shard's number follows the constraint's name. */
export const run = <Row extends QueryResultRow>(
  db: QueryRunner,
  statement: Statement,
  values: unknown[],
): Promise<QueryResult<Row>> => db.query<Row>({ ...statement, values, types: exact }).catch(nameDuplicate)

/**
 * Awaits statements that were sent without waiting for one another. Throws the first failure once all have ended: it is
 * the cause, and the failures behind it only say that the transaction is aborted.
 */
export const settleAll = async <Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<{ [N in keyof Work]: Awaited<Work[N]> }> => {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return Promise.all(work) as Promise<{ [N in keyof Work]: Awaited<Work[N]> }>
}

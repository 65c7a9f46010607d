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

export const run = <Row extends QueryResultRow>(
  db: QueryRunner,
  statement: Statement,
  values: unknown[],
): Promise<QueryResult<Row>> => db.query<Row>({ ...statement, values, types: exact })

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

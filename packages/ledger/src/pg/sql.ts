import { types } from 'pg'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/**
 * A named prepared statement: parsed once per connection. Lists go in as arrays and are unnested. `query_timeout`, in
 * milliseconds, overrides the connection's own.
 */
export type Statement = { name: string; text: string; query_timeout?: number }

export type Queryable = Pool | PoolClient

/** What single statements can be sent to, each for itself. */
export type Asks = { query: <Row extends QueryResultRow>(config: QueryConfig) => Promise<QueryResult<Row>> }

// The ledger reads bigint as bigint whatever the pool's own parsers are.
const INT8 = types.builtins.INT8
const exact = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

export const run = <Row extends QueryResultRow>(
  db: Asks,
  statement: Statement,
  values: unknown[],
): Promise<QueryResult<Row>> => db.query<Row>({ ...statement, values, types: exact })

/**
 * Awaits statements that were sent without waiting for one another. All of them have ended before the first failure is
 * thrown: it is the cause, what follows it only says that the transaction is aborted.
 */
export const together = async <Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<{ [N in keyof Work]: Awaited<Work[N]> }> => {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return Promise.all(work) as Promise<{ [N in keyof Work]: Awaited<Work[N]> }>
}

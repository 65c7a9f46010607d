import type { QueryRunner } from '@puente/ledger'
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Clock } from '../clock.ts'
import { losesConnection } from './classify.ts'
import { createLookups } from './lookups.ts'
import { createPool, type PoolOptions } from './pool.ts'
import type { DB } from './schema.gen.ts'

export type { DB }

/** The query builder over the pool, for reads and for single statements that may be repeated. */
export type Db = Kysely<DB>
/** The query builder inside one transaction; asked for by everything that must commit together with something else. */
export type Trx = Transaction<DB>

/** As much of the query builder as reads: nothing that writes can be built with it. */
export type ReadDb = Pick<Db, 'selectFrom'>

/**
 * A process's access to the database: the query builder, the part of it that only reads, the pool below it for transactions
 * and the ledger, and the connection for lookups.
 */
export type Database = Db & {
  readonly reading: ReadDb
  readonly pool: Pool
  readonly lookups: QueryRunner
  close: () => Promise<void>
}

type Send = (client: PoolClient, text: string, values: unknown[]) => Promise<QueryResult>

const send: Send = (client, text, values) => client.query(text, values)

/** Texts are built from a few shapes; whatever makes more of them than this goes without a name. */
const MOST_NAMES = 500
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `query-${names.size}`
  names.set(text, name)
  return name
}

/** A migration has changed what a prepared statement would answer, or a pooler has lost it; nothing was run. */
const isStale = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan'))
}

/** Under a name a statement is parsed and planned once per connection, which costs more than most lookups do. */
const sendNamed: Send = async (client, text, values) => {
  const name = nameOf(text)
  if (name === undefined) return send(client, text, values)
  try {
    return await client.query({ name, text, values })
  } catch (error) {
    if (isStale(error)) return send(client, text, values)
    throw error
  }
}

/** One checked-out connection as the query builder wants it; told when it may not go back to the pool. */
const watched = (client: PoolClient, run: Send, release: (isLost: boolean) => void) => {
  let isLost = false
  return {
    query: async (text: string, values: readonly unknown[]) => {
      try {
        return await run(client, text, values as unknown[])
      } catch (error) {
        // After a read timeout the connection still waits for the old answer; its next query would time out too.
        isLost ||= losesConnection(error)
        throw error
      }
    },
    release: () => release(isLost),
  }
}

type Connected = {
  query: (text: string, values: readonly unknown[]) => Promise<QueryResult>
  release: () => void
}

const builderOver = (connect: () => Promise<Connected>): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as unknown as PostgresPool }),
  })

/**
 * The query builder inside a transaction that it opens on this connection. Committing is the caller's. Nothing is sent
 * under a name: after a statement that turned out to be stale a transaction could not go on.
 */
export const beginOn = (client: PoolClient): Promise<Trx> =>
  builderOver(async () => watched(client, send, () => {}))
    .startTransaction()
    .execute()

/** Reads, also by a text that is not put together each time. */
type LookupDb = Pick<Db, 'selectFrom' | 'executeQuery'>

const buildersOfLookups = new WeakMap<ReadDb, LookupDb>()

/** The query builder for lookups by key: on the connection for lookups, or in the given transaction. */
export const lookupDb = (db: ReadDb): LookupDb => buildersOfLookups.get(db) ?? (db as Trx)

/** Opens no connection yet; `close` ends those that were made, after their work. */
export const createDatabase = (options: PoolOptions): Database => {
  const pool = createPool(options)
  const builder = builderOver(async () => {
    const client = await pool.connect()
    return watched(client, sendNamed, (isLost) => client.release(isLost))
  })
  const lookups = createLookups(pool)
  const asking = async () => ({
    query: (text: string, values: readonly unknown[]) =>
      lookups.query({ name: nameOf(text), text, values: values as unknown[] }),
    release: () => {},
  })
  const reading: ReadDb = { selectFrom: builder.selectFrom.bind(builder) }
  const lookupBuilder = builderOver(asking)
  for (const source of [builder, reading]) buildersOfLookups.set(source, lookupBuilder)
  const close = async (): Promise<void> => {
    await lookups.close()
    await pool.end()
  }
  return Object.assign(builder, { reading, pool, lookups, close })
}

/** The database's time, moved by the injected clock: what counts wherever several processes must agree. */
export const databaseNow = async (db: Db, clock: Clock): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not tell the time')
  return new Date(row.now.getTime() + clock.offsetMs())
}

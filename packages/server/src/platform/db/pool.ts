import pg from 'pg'
import type { Log } from '../log.ts'
import { connectionFor } from './follow.ts'

export type PoolOptions = {
  /** May name several servers; connections follow the one that takes writes. */
  url: string
  log: Pick<Log, 'warn'>
  /** Most connections at a time. */
  max?: number
  /** Shown in the server's list of sessions. */
  name?: string
  /** The driver's own deadline for one statement; longer than the role's `statement_timeout`, which speaks first. */
  queryTimeoutMs?: number
  /** Columns as the driver reads them by default; for libraries that expect just that. */
  plainTypes?: boolean
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

const readAnyMoment = pg.types.getTypeParser(TIMESTAMPTZ)

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?\+00$/
const ZERO = '0'.charCodeAt(0)

/**
 * A moment in UTC, to the second or the millisecond, from the places of its digits: a list has dozens of them, and taking
 * them apart by a pattern is slow. Others (a zone, micros, before Christ) are left to the driver.
 */
export const readMoment = (text: string): unknown => {
  if (!MOMENT.test(text)) return readAnyMoment(text)
  const number = (from: number, to: number): number => {
    let value = 0
    for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO
    return value
  }
  const millis = text.length > 22 ? number(20, 23) : 0
  return new Date(
    Date.UTC(number(0, 4), number(5, 7) - 1, number(8, 10), number(11, 13), number(14, 16), number(17, 19), millis),
  )
}

const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8 && format !== 'binary') return BigInt
  // A date has no zone; as a Date it would get the machine's.
  if (oid === DATE && format !== 'binary') return String
  if (oid === TIMESTAMPTZ && format !== 'binary') return readMoment
  return pg.types.getTypeParser(oid, format)
}) as typeof pg.types.getTypeParser

/** `bigint` as BigInt, so that no sum of money passes through a float; `date` as its text. Not global: per connection. */
const columnTypes = { getTypeParser }

/**
 * Connections of one role. Statement and lock timeouts are settings of the role; here are those that only the driver can
 * hold. Waiting for a free connection ends after two seconds: then the process is overloaded and says so.
 */
export const createPool = (options: PoolOptions): pg.Pool => {
  const { url, log, max = 10, name = 'puente', queryTimeoutMs = 4_000, plainTypes = false } = options
  const pool = new pg.Pool({
    ...connectionFor(url),
    max,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(plainTypes ? {} : { types: columnTypes }),
  })
  // An error event without a listener ends the process, on an idle client as well as on one that is checked out.
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs `work` on one connection of its own, without the pool's deadlines; for migrations, roles and tests. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const { Client, connectionString } = connectionFor(url)
  const client = new Client({ connectionString, connectionTimeoutMillis: 15_000, types: columnTypes })
  client.on('error', () => {}) // a pending query rejects
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * What a database error means: by the phase in which it came first, by its code second. Many losses carry no code at all
 * (a killed server process, a cut network, a timeout of the driver), so a table of codes alone would be wrong. Before
 * COMMIT was sent nothing is kept; afterwards only the server's own word proves a rollback.
 */
import { CommitNotReplicated, CommitRolledBack, DatabaseUnavailable, OutcomeUnknown } from './errors.ts'

/** Connecting: no transaction yet. Working: inside it, or reading. Committing: COMMIT was sent, its answer not read. */
export type Phase = 'connecting' | 'working' | 'committing'

/**
 * `transient` may be retried here; `overload` may not, the caller should come back later; an `unknown` may have
 * happened or not; `business` is for the caller to read (a key that exists); a `defect` is ours; after `damage` nothing
 * may be written.
 */
export type Meaning = 'transient' | 'overload' | 'unknown' | 'business' | 'defect' | 'damage'

/** `retries` is how often the same work may be tried again at once; `alarm` marks what should not happen in good health. */
export type Verdict = { meaning: Meaning; retries: number; alarm?: true }

const verdict = (meaning: Meaning, retries = 0): Verdict => ({ meaning, retries })
const alarm = (meaning: Meaning, retries = 0): Verdict => ({ meaning, retries, alarm: true })

const byState: Record<string, Verdict> = {
  '40001': verdict('transient', 3), // serialization_failure
  '40P01': alarm('transient', 3), // deadlock_detected: locks are taken in one order, so this is also a defect
  '55P03': verdict('transient', 2), // lock_not_available: contention, or a twin still in flight
  '57014': alarm('transient', 1), // query_canceled: the statement timeout
  '25P03': alarm('transient', 1), // idle_in_transaction_session_timeout: our code waited inside a transaction
  '25P04': alarm('transient', 1), // transaction_timeout
  '57P01': verdict('transient', 3), // admin_shutdown
  '57P02': verdict('transient', 3), // crash_shutdown
  '57P03': verdict('transient', 3), // cannot_connect_now
  '25006': alarm('transient', 3), // read_only_sql_transaction: this is a standby
  '53200': verdict('transient', 3), // out_of_memory
  '53300': verdict('transient', 3), // too_many_connections
  '53400': verdict('transient', 3), // configuration_limit_exceeded
  '53100': alarm('overload'), // disk_full: retrying is useless until space is freed
  '0A000': verdict('transient', 1), // "cached plan must not change result type", after a migration
  '26000': verdict('transient', 1), // invalid_sql_statement_name, behind a pooler
  '23505': verdict('business'), // unique_violation: another transaction was first
  XX001: alarm('damage'), // data_corrupted
  XX002: alarm('damage'), // index_corrupted
  '58030': alarm('damage'), // io_error
  F0000: alarm('damage'), // config_file_error
}

const LOST_CODE =
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|ERR_STREAM_DESTROYED)$/
const LOST_TEXT =
  /Connection terminated|is not queryable|Query read timeout|timeout expired|Client was closed|Connection ended/i
const POOL_IS_FULL = /timeout exceeded when trying to connect/

const textOf = (error: unknown, field: 'code' | 'message'): string => {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value : ''
}

/** What Citus calls an internal error: its own server was killed, or a machine that it asked. */
const LOST_MACHINE =
  /^(postmaster was shut down|server closed the connection|could not (receive|send) data|no connection to the server|connection not open)/

/** The SQLSTATE when the server itself spoke, else null. */
const sqlStateOf = (error: unknown): string | null => {
  const code = textOf(error, 'code')
  if (code === 'XX000' && LOST_MACHINE.test(textOf(error, 'message'))) return '08006'
  return /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE' ? code : null
}

/** Whether the error says that its connection must not be used again. */
export const losesConnection = (error: unknown): boolean => {
  const state = sqlStateOf(error)
  if (state) return state.startsWith('08') || /^(57P0[1-5]|25P0[34]|25006)$/.test(state)
  return LOST_CODE.test(textOf(error, 'code')) || LOST_TEXT.test(textOf(error, 'message'))
}

const atCommit = (error: unknown): Verdict => {
  if (error instanceof CommitRolledBack) return alarm('transient', 1)
  if (error instanceof CommitNotReplicated) return alarm('unknown')
  const state = sqlStateOf(error)
  if (state?.startsWith('23')) return byState[state] ?? alarm('defect')
  if (state?.startsWith('40') && state !== '40003') return byState[state] ?? verdict('transient', 3)
  return verdict('unknown')
}

/** What to do about an error that came in this phase. */
export const judge = (error: unknown, phase: Phase): Verdict => {
  if (error instanceof DatabaseUnavailable) return verdict('overload')
  if (error instanceof OutcomeUnknown) return verdict('unknown')
  const state = sqlStateOf(error)
  const known = state ? byState[state] : undefined
  if (known?.meaning === 'damage') return known
  if (phase === 'committing') return atCommit(error)
  if (known) return known
  if (state) return state.startsWith('08') ? verdict('transient', 3) : alarm('defect')
  if (POOL_IS_FULL.test(textOf(error, 'message'))) return verdict('overload')
  return losesConnection(error) ? verdict('transient', 3) : verdict('defect')
}

/** The meaning alone; without a phase, that of an error which came while reading or inside a transaction. */
export const classify = (error: unknown, phase: Phase = 'working'): Meaning => judge(error, phase).meaning

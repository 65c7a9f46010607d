/**
 * Classifies an error, first by the phase in which it occurred, then by its code. Before COMMIT is sent nothing can have
 * been kept; afterwards only an error from the server proves a rollback, and anything else leaves the outcome unknown. The
 * phase comes first because a lost connection often has no code.
 */
import { CommitNotReplicated, CommitRolledBack, RaceLost } from '../errors.ts'

/**
 * `connecting`: nothing was sent. `working`: inside the transaction. `writing`: inside it, with everything locked and
 * decided. `committing`: COMMIT was sent and its answer not read.
 */
export type Phase = 'connecting' | 'working' | 'writing' | 'committing'

/**
 * A `transient` failure may be retried `retries` times, an `unknown` one must be retried under the same keys.
 * `isBisectable`: a single command may have caused it, so the batch is bisected when the retries are spent.
 */
export type Failure = {
  meaning: 'transient' | 'unknown' | 'unacknowledged' | 'unavailable' | 'defect' | 'damage'
  retries: number
  isBisectable: boolean
}

const failure = (meaning: Failure['meaning'], retries = 0): Failure => ({ meaning, retries, isBisectable: false })
const transient = (retries: number): Failure => failure('transient', retries)
/** May pass, or may recur as long as a certain command is in the batch. */
const contested = (retries: number): Failure => ({ ...transient(retries), isBisectable: true })
const UNKNOWN = failure('unknown', 3)
const DEFECT: Failure = { ...failure('defect'), isBisectable: true }
const UNAVAILABLE = failure('unavailable')
const DAMAGE = failure('damage')
const UNACKNOWLEDGED = failure('unacknowledged')

const byCode: Record<string, Failure> = {
  '40001': contested(3),
  '40P01': contested(3),
  '55P03': contested(2),
  '57014': contested(1),
  '25P03': transient(1),
  '25P04': transient(1),
  '57P01': transient(3),
  '57P02': transient(3),
  '57P03': transient(3),
  '25006': transient(3),
  '53200': contested(3),
  '53300': transient(3),
  '53400': transient(3),
  '53100': UNAVAILABLE,
  '0A000': transient(1),
  '26000': transient(1),
  XX001: DAMAGE,
  XX002: DAMAGE,
  '58030': DAMAGE,
  F0000: DAMAGE,
}

const NETWORK =
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_DESTROYED)$/
const LOST =
  /Connection terminated|connection error and is not queryable|Query read timeout|timeout expired|Client was closed|Connection ended/i
const POOL_FULL = /timeout exceeded when trying to connect/

const textOf = (error: unknown, field: 'code' | 'message'): string => {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value : ''
}

/** What Citus calls an internal error: its own server was killed, or a machine that it asked. */
const LOST_MACHINE =
  /^(postmaster was shut down|server closed the connection|could not (receive|send) data|no connection to the server|connection not open)/

/** The SQLSTATE of an error from the server, else null. */
export const sqlStateOf = (error: unknown): string | null => {
  const code = textOf(error, 'code')
  if (code === 'XX000' && LOST_MACHINE.test(textOf(error, 'message'))) return '08006'
  return /^[0-9A-Z]{5}$/.test(code) && !NETWORK.test(code) ? code : null
}

const atCommit = (state: string | null): Failure => {
  if (state?.startsWith('23')) return DEFECT
  if (state?.startsWith('40') && state !== '40003') return transient(3)
  return UNKNOWN
}

/** @param isLost whether the connection itself reported its end */
export const classify = (phase: Phase, error: unknown, isLost = false): Failure => {
  const state = sqlStateOf(error)
  if (state && byCode[state]?.meaning === 'damage') return DAMAGE
  if (error instanceof CommitNotReplicated) return UNACKNOWLEDGED
  if (error instanceof CommitRolledBack) return transient(1)
  if (phase === 'committing') return atCommit(state)
  if (error instanceof RaceLost) return contested(3)
  if (state)
    return byCode[state] ?? (state.startsWith('08') ? transient(3) : phase === 'connecting' ? UNAVAILABLE : DEFECT)
  if (POOL_FULL.test(textOf(error, 'message'))) return UNAVAILABLE
  if (isLost || phase === 'connecting') return transient(3)
  return NETWORK.test(textOf(error, 'code')) || LOST.test(textOf(error, 'message')) ? transient(3) : DEFECT
}

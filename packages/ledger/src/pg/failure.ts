/**
 * What an error means: first by the phase in which it came, then by its code. Before COMMIT was sent nothing will be
 * kept; afterwards only the server's own word proves a rollback, anything else leaves the outcome unknown. Losses often
 * carry no code at all, so the phase has to come first.
 */
import { CommitNotReplicated, CommitRolledBack, RaceLost } from '../errors.ts'

/**
 * Connecting: nothing was sent. Working: inside the transaction. Writing: the same, with all locks taken and all decided.
 * Committing: COMMIT was sent, its answer not read.
 */
export type Phase = 'connecting' | 'working' | 'writing' | 'committing'

/**
 * `transient` may run again `retries` times; `unknown` must run again under the same keys. What `isSeparable` may be one
 * command's doing: when the retries are spent, the batch is halved until that command stands alone.
 */
export type Failure = {
  meaning: 'transient' | 'unknown' | 'unacknowledged' | 'unavailable' | 'defect' | 'damage'
  retries: number
  isSeparable: boolean
}

const failure = (meaning: Failure['meaning'], retries = 0): Failure => ({ meaning, retries, isSeparable: false })
const transient = (retries: number): Failure => failure('transient', retries)
/** What may pass by itself, and may as well come back for as long as one command of the batch is there. */
const contested = (retries: number): Failure => ({ ...transient(retries), isSeparable: true })
const UNKNOWN = failure('unknown', 3)
const DEFECT: Failure = { ...failure('defect'), isSeparable: true }
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

/** The SQLSTATE when the server itself spoke, else null. */
export const sqlStateOf = (error: unknown): string | null => {
  const code = textOf(error, 'code')
  return /^[0-9A-Z]{5}$/.test(code) && !NETWORK.test(code) ? code : null
}

const atCommit = (state: string | null): Failure => {
  if (state?.startsWith('23')) return DEFECT
  if (state?.startsWith('40') && state !== '40003') return transient(3)
  return UNKNOWN
}

/** Says what an error means. `isLost` tells that the connection itself reported its end. */
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

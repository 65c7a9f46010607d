/**
 * When a session ends, decided from its row alone. A session is open until its person was idle for a while or its day
 * is over; one that was locked, because the person went to pay on another page, can be unlocked a little longer.
 */
import { type CloseReason, session as limits, type SessionFactor } from '@puente/contract'

const MINUTE_MS = 60_000
/** The idle deadline is written at most this often; more precision is not worth a write for every call. */
const WRITE_EVERY_MS = 15_000

export type SessionTimes = {
  lastSeenAt: Date
  idleExpiresAt: Date
  absoluteExpiresAt: Date
  lockedAt: Date | null
  closeReason: string | null
}

/** `idling`: the idle deadline has passed, and the session is not closed or locked yet. */
export type Standing =
  | { state: 'open' }
  | { state: 'locked' }
  | { state: 'idling' }
  | { state: 'ended'; reason: Exclude<CloseReason, 'locked'>; isRecorded: boolean }

const after = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * MINUTE_MS)

/** Until when a locked session can be unlocked. */
export const lockEnd = ({
  lastSeenAt,
  absoluteExpiresAt,
}: Pick<SessionTimes, 'lastSeenAt' | 'absoluteExpiresAt'>): Date => {
  const end = after(lastSeenAt, limits.sessionLockedMinutes)
  return end < absoluteExpiresAt ? end : absoluteExpiresAt
}

/** What a bearer says of how its session was opened: the names of RFC 8176, and `fed` for another service. */
export const AMR: Record<SessionFactor, readonly string[]> = {
  password: ['pwd'],
  passkey: ['pop', 'user', 'mfa'],
  social: ['fed'],
  totp: ['otp', 'mfa'],
  code: ['sms', 'mfa'],
  recoveryCode: ['otp', 'mfa'],
}

export const absoluteEnd = (openedAt: Date): Date => after(openedAt, limits.sessionAbsoluteMinutes)

/** The idle deadline of a session that is active now. */
export const idleEnd = (at: Date, absoluteExpiresAt: Date): Date => {
  const end = after(at, limits.sessionIdleMinutes)
  return end < absoluteExpiresAt ? end : absoluteExpiresAt
}

/**
 * Activity that far in the future means that a clock was wrong and has been set right since: how long ago it was is
 * unknown, and the unknown does not keep a session open.
 */
const isSeenLater = ({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, at: Date): boolean =>
  lastSeenAt >= after(at, limits.sessionIdleMinutes)

export const standingOf = (session: SessionTimes, at: Date): Standing => {
  const { closeReason, lockedAt, idleExpiresAt, absoluteExpiresAt } = session
  if (closeReason !== null)
    return { state: 'ended', reason: closeReason as Exclude<CloseReason, 'locked'>, isRecorded: true }
  if (at >= absoluteExpiresAt) return { state: 'ended', reason: 'absolute', isRecorded: false }
  if (isSeenLater(session, at)) return { state: 'ended', reason: 'idle', isRecorded: false }
  if (lockedAt === null && at < idleExpiresAt) return { state: 'open' }
  if (at >= lockEnd(session)) return { state: 'ended', reason: 'idle', isRecorded: false }
  return lockedAt === null ? { state: 'idling' } : { state: 'locked' }
}

/** Whether an active call is worth writing down; also when the clock was set back, so that idling is counted from now. */
export const isWorthNoting = ({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, at: Date): boolean =>
  Math.abs(at.getTime() - lastSeenAt.getTime()) >= WRITE_EVERY_MS

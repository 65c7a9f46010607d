/** How long a challenge and its parts live, and what one is worth at a moment. No database, no clock. */
import { session } from '@puente/contract'

/** Tries of all kinds together; then the call has to be made again, for another challenge. */
export const CHALLENGE_TRIES = 5
const MINUTE_MS = 60_000

/** From the refusal on, and again from each code that is sent: its message says ten minutes. */
export const CHALLENGE_MS = 10 * MINUTE_MS
export const TOKEN_MS = session.stepUpTokenSeconds * 1000
/** A code is not sent again sooner, however often it is asked for. */
export const RESEND_AFTER_MS = MINUTE_MS
/** A challenge that was refused again is the same one for so long: closing the dialog and opening it costs no further SMS. */
export const REUSED_MS = 5 * MINUTE_MS

const DAY_MS = 24 * 60 * MINUTE_MS
/** Within that of opening the account, adding the phone is part of signing up. */
const SIGN_UP_MS = DAY_MS
const PHONE_NEW_MS = 3 * DAY_MS

/**
 * From when on a first phone proves by itself who somebody is: a thief with a password or a session adds one first. Null, which
 * is at once, where it was part of signing up: soon after the account was opened, and where that was done (`isSignUp`).
 */
export const phoneProvesFrom = (
  { createdAt }: { createdAt: Date },
  { isSignUp, at }: { isSignUp: boolean; at: Date },
): Date | null =>
  isSignUp && at.getTime() - createdAt.getTime() < SIGN_UP_MS ? null : new Date(at.getTime() + PHONE_NEW_MS)

/** Until when the phone proves nothing by itself; null once it does. */
export const phoneNewUntil = ({ phoneProvesAt }: { phoneProvesAt: Date | null }, at: Date): Date | null =>
  phoneProvesAt !== null && at < phoneProvesAt ? phoneProvesAt : null

export type ChallengeTimes = { tries: number; expiresAt: Date; provedAt: Date | null }

/** Whether it may still be answered. */
export const standingOf = (challenge: ChallengeTimes | undefined, at: Date): 'open' | 'proved' | 'over' => {
  if (!challenge) return 'over'
  if (challenge.provedAt) return 'proved'
  return at < challenge.expiresAt && challenge.tries < CHALLENGE_TRIES ? 'open' : 'over'
}

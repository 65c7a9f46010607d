/**
 * A sign-in that waits for its second proof, kept for a reload: phones put a tab aside while one looks for the code. The challenge alone
 * proves nothing. It is kept for as long as the server takes a proof: the next person at the screen does not find it.
 */
import type { StepUpDetails } from '@puente/contract'
import { clock } from '#lib/browser/clock.ts'

const KEY = 'signIn'
const KEPT_MS = 5 * 60_000

/** `returnTo`: where a login with another service was begun; null for one that was begun here. */
type Pending = { challenge: StepUpDetails; returnTo: string | null }

/** Keeps it in this tab; null forgets it. */
export const keepPendingSignIn = (pending: Pending | null): void => {
  try {
    if (pending === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ ...pending, at: clock.now() }))
  } catch {
    // Without storage one begins again with the password.
  }
}

export const keptPendingSignIn = (): Pending | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Pending & { at: number }) | null
    return kept !== null && clock.now() - kept.at < KEPT_MS ? kept : null
  } catch {
    return null
  }
}

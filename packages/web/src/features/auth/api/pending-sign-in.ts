/**
 * A sign-in that waits for its second proof, kept for a reload: phones put a tab aside while one looks for the code. The challenge alone
 * proves nothing, and the server says when it is over.
 */
import type { StepUpDetails } from '@puente/contract'

const KEY = 'signIn'

/** Keeps it in this tab; null forgets it. */
export const keepPendingSignIn = (challenge: StepUpDetails | null): void => {
  try {
    if (challenge === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(challenge))
  } catch {
    // Without storage one begins again with the password.
  }
}

export const keptPendingSignIn = (): StepUpDetails | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StepUpDetails | null
  } catch {
    return null
  }
}

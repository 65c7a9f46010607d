/**
 * Telling the server that a person has signed out. The screens do not wait for it. Where it cannot be told now, a mark
 * that names nobody stays behind, and it is told when the network is back, at the next start, or before the next
 * session is opened: the answer takes the cookie away, and must come before there is a new one.
 */
import { call } from '#lib/api/api.ts'
import { markPendingSignOut, hasPendingSignOut, unmarkPendingSignOut } from './session-mark.ts'

type Reason = 'signedOut' | 'idle'

let telling: Promise<void> | null = null

/** Tells the server, in a request that outlives the page. Resolves when it knows, or could not be told for now. */
export const tellServer = (reason: Reason): Promise<void> => {
  markPendingSignOut()
  telling ??= call('logout', { reason }, { keepalive: true })
    .then(unmarkPendingSignOut, () =>
      window.addEventListener('online', () => void settlePendingSignOut(), { once: true }),
    )
    .finally(() => {
      telling = null
    })
  return telling
}

/** Tells the server what it has not been told yet. */
export const settlePendingSignOut = (): Promise<void> =>
  telling ?? (hasPendingSignOut() ? tellServer('signedOut') : Promise.resolve())

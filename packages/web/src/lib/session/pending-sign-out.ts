/**
 * Sends a sign-out to the server. The screens do not wait for it. While it has not got through, an anonymous mark stays
 * behind, and it is sent again when the network is back, at the next start, or before the next session is opened: the
 * answer removes the cookie, so it must come before there is a new one.
 */
import { call } from '#lib/api/api.ts'
import { markPendingSignOut, hasPendingSignOut, unmarkPendingSignOut } from './session-mark.ts'

type Reason = 'signedOut' | 'idle'

let sending: Promise<void> | null = null

/** Sends it in a request that outlives the page. Resolves when the server has confirmed, or could not be reached for now. */
export const sendSignOut = (reason: Reason): Promise<void> => {
  markPendingSignOut()
  sending ??= call('logout', { reason }, { keepalive: true })
    .then(unmarkPendingSignOut, () =>
      window.addEventListener('online', () => void sendPendingSignOut(), { once: true }),
    )
    .finally(() => {
      sending = null
    })
  return sending
}

/** Sends the sign-out that has not reached the server yet, if there is one. */
export const sendPendingSignOut = (): Promise<void> =>
  sending ?? (hasPendingSignOut() ? sendSignOut('signedOut') : Promise.resolve())

/**
 * A payment that has left for its provider's page. Leaving the page loses everything in memory, so the id of the send
 * session is kept in this tab's storage until its result has been shown; signing out forgets it too. Only the id is
 * kept: what became of the payment is asked of the server, whatever the address one returns by says.
 */
import { externalPayment } from '#lib/session/external-payment.ts'

const KEY = 'sendSessionId'
const FORM = /^pss_[0-9a-f]{32}$/

export const providerPage = {
  /** The session under way; null when there is none. */
  id: (): string | null => sessionStorage.getItem(KEY),
  begin: (sendSessionId: string): void => {
    sessionStorage.setItem(KEY, sendSessionId)
    externalPayment.begin()
  },
  end: (): void => {
    sessionStorage.removeItem(KEY)
    externalPayment.end()
  },
}

/** An id out of an address; null when it has not the form of one. */
export const sendSessionIdIn = (text: unknown): string | null =>
  typeof text === 'string' && FORM.test(text) ? text : null

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** Leaves the application for a provider's page. */
export const provider = {
  open: (url: string): void => {
    if (isWebAddress(url)) window.location.assign(url)
  },
}

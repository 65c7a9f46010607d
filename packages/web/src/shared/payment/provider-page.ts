/**
 * A payment that has left for its provider's page. Leaving the page loses everything in memory, so the id of the send
 * session is kept in this tab's storage until its result has been shown; signing out forgets it too. Only the id is
 * kept: the server decides what became of the payment, not the address the person returns to.
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

/** A session id from a query parameter; null when it is malformed. */
export const sendSessionIdIn = (text: unknown): string | null =>
  typeof text === 'string' && FORM.test(text) ? text : null

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** Leaves the application for a provider's page. */
export const provider = {
  open: (url: string): void => {
    if (isWebAddress(url)) window.location.assign(url)
  },
}

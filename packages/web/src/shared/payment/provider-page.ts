/**
 * A payment that has left for its provider's page. Leaving the page loses everything in memory, so the id of the send
 * session is kept in this tab's storage until its result has been shown; signing out forgets it too. Only the id is
 * kept: the server decides what became of the payment, not the address the person returns to.
 */
import { useEffect, useState } from 'react'
import { externalPayment } from '#lib/session/external-payment.ts'

const KEY = 'sendSessionId'
const KIND = 'sendSessionKind'
const FORM = /^pss_[0-9a-f]{32}$/

/** What is paid, and by which way. */
export type PaymentKind = `${'deposit' | 'send' | 'invoice' | 'request'}:${string}`

/** What a send is kept as: another attempt at it goes to the same person, by the same way. */
export const sendKind = (method: string, toUser: string): PaymentKind => `send:${method}:${toUser}`

/** By which way it is paid. */
export const wayOf = (kind: PaymentKind): string => kind.split(':')[1] ?? ''

/** What it pays, by whatever way: the own balance, or a person. */
export const purposeOf = (kind: PaymentKind): string => {
  const [what, , toUser = ''] = kind.split(':')
  return `${what}:${toUser}`
}

export const providerPage = {
  /** The session under way; null when there is none. */
  id: (): string | null => sessionStorage.getItem(KEY),
  /** What it pays, and by which way: another attempt goes by the way of the first. */
  kind: (): string | null => sessionStorage.getItem(KIND),
  begin: (sendSessionId: string, kind: PaymentKind): void => {
    sessionStorage.setItem(KEY, sendSessionId)
    sessionStorage.setItem(KIND, kind)
    externalPayment.begin()
  },
  end: (): void => {
    sessionStorage.removeItem(KEY)
    sessionStorage.removeItem(KIND)
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

/** True from the moment the page is being left: taps are ignored. Back restores the page and resets it. */
export const useLeaving = () => {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const onShow = () => setLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return [leaving, setLeaving] as const
}

/** What has been chosen for paying a request so far; a payment that was not made leads back to it. */
import type { Consent, PayMethod, Result, Transaction } from '@puente/contract'
import type { AnyRouter } from '@tanstack/react-router'
import { withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { onLeave } from '#lib/session/session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A request by its id: chosen in the list, or to be paid. */
    request?: string
    /** A request to be paid, by the code of its link. */
    payCode?: string
  }
}

export type PaidRequest = Pick<
  Result<'payRequest'>,
  'transactionId' | 'state' | 'reference' | 'fee' | 'totalCharge' | 'arrivesAt' | 'decideBy' | 'approverNames'
> & {
  name: string
  amount: number
}

export type PayRequestDraft = {
  method?: PayMethod
  /** The saved card to pay with; null for one that is entered on the card page, absent until there was a choice. */
  cardItem?: string | null | undefined
  /** Whether a card that is entered is kept. */
  saveCard?: boolean
  /** Made for one attempt; it goes with everything that was confirmed on the screen. */
  key?: string | undefined
  /** The total that was shown, once the call may have been made: a reload then asks what became of it. */
  confirmedTotal?: number | undefined
  /** The consent that was shown; it goes with the call, even when repeated. */
  consent?: Consent
  /** Of an attempt that was left or declined: the next one goes under the same, so that one alone can charge. */
  sendSessionId?: string | undefined
  paid?: PaidRequest
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    requestPay: PayRequestDraft
  }
}

/**
 * The link that a payment under way pays, by its send session. Its row names the request by an id that only the two sides of
 * the request can read, and whoever pays an open link is neither.
 */
const KEY = 'payCode'
const codeOf = (sendSessionId: string): string | null => {
  const [id, code] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  return id === sendSessionId && code ? code : null
}
export const keepPayCode = (sendSessionId: string, code: string): void =>
  sessionStorage.setItem(KEY, `${sendSessionId} ${code}`)
onLeave(() => sessionStorage.removeItem(KEY))

const requestOf = (row: Transaction): string | null => {
  const { requestId } = row
  return typeof requestId === 'string' ? requestId : null
}

/** Whether the row pays a request. */
export const paysRequest = (row: Transaction): boolean => requestOf(row) !== null

/**
 * Goes on to pay a request that an earlier attempt has not paid; the earlier one is closed by the next.
 * @param isOtherWay the way to pay is chosen again
 */
export const retryRequest = (router: AnyRouter, row: Transaction, sendSessionId: string, isOtherWay = false): void => {
  const request = requestOf(row)
  const code = codeOf(sendSessionId)
  if (request === null && code === null) return router.history.push(paths.requests.path)
  const method: PayMethod = row.method === 'paypal' ? 'paypal' : 'card'
  router.history.push(paths.requestPay.path, {
    ...withDraft('requestPay', { ...(!isOtherWay && { method }), sendSessionId }),
    ...(code === null ? { request: request ?? '' } : { payCode: code }),
  })
}

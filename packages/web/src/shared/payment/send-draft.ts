/** What has been entered for a send so far; any screen that knows a person can start one. */
import type { MovementState, Transaction } from '@puente/contract'
import type { AnyRouter } from '@tanstack/react-router'
import { newKey } from '#lib/api/idempotency.ts'
import { withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { paysRequest, retryRequest } from './pay-request.ts'

export type SendMethod = 'inApp' | 'zelle' | 'card' | 'paypal'

export type Recipient = {
  /** The public handle, as the server takes it. */
  toUser: string
  fullName: string
  /** The public, address-like id that is shown. */
  email: string
  image: string | null
}

export type Receipt = {
  transactionId: string
  state: MovementState
  /** Until when it can be undone. */
  arrivesAt?: string | undefined
  /** Until when it waits for an approver, and whose word counts. */
  decideBy?: string | undefined
  approverNames?: readonly string[] | undefined
  reference: string
  fee: number
  totalCharge: number
  /** What can be spent afterwards. */
  balance: number
}

/** What is left to pay by Zelle: the movement it is for, and the code that belongs into its memo. */
export type ZelleReceipt = Pick<Receipt, 'transactionId'> & { zelleSecretToken: string }

export type SendDraft = {
  recipient?: Recipient
  amount?: number | null
  note?: string | undefined
  purpose?: 'personal' | 'goods' | undefined
  /** Made for one confirm screen; it goes with everything that was confirmed there. */
  key?: string
  /** The total that was shown, once the call may have been made: a reload then asks what became of it. */
  confirmedTotal?: number | undefined
  /** The saved card to pay with; null for one that is entered on the card page, absent until there was a choice. */
  cardItem?: string | null | undefined
  /** Keep the card that is entered. */
  saveCard?: boolean | undefined
  /** Of an attempt that was left or declined: the next one goes under the same, so that one alone can charge. */
  sendSessionId?: string | undefined
  receipt?: Receipt
  /** Of a send by Zelle that waits for its payment. */
  zelle?: ZelleReceipt
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    send: SendDraft
  }
}

/** The counterpart of a row as a recipient; null when they cannot be named. */
export const recipientOf = ({ blocked, fullName, email, image }: Transaction): Recipient | null =>
  blocked || fullName === null || email === null ? null : { toUser: email, fullName, email, image }

/** Goes on to the amount of a send that already knows its recipient. */
export const startSend = (router: AnyRouter, draft: SendDraft): void =>
  router.history.push(paths.sendInAppAmount.path, withDraft('send', draft))

/**
 * Goes on to the review of a send by card or PayPal that was not paid, as another attempt at it.
 * @param sendSessionId the attempt before; it is closed by the next
 */
export const retrySend = (router: AnyRouter, row: Transaction, sendSessionId: string): void => {
  if (paysRequest(row)) return retryRequest(router, row, sendSessionId)
  const recipient = recipientOf(row)
  const [start, detail] =
    row.method === 'paypal'
      ? [paths.sendPaypal.path, paths.sendPaypalDetail.path]
      : [paths.sendCard.path, paths.sendCardDetail.path]
  if (!recipient) return router.history.push(start)
  const { amount, note } = row
  const purpose = row['purpose'] === 'goods' ? 'goods' : 'personal'
  return router.history.push(
    detail,
    withDraft('send', { recipient, amount, note, purpose, sendSessionId, key: newKey() }),
  )
}

/** Goes on to choose another way for a send, or for the request that it pays, when its own way was declined. */
export const sendOtherWay = (router: AnyRouter, row: Transaction, sendSessionId: string): void => {
  if (paysRequest(row)) return retryRequest(router, row, sendSessionId, true)
  const recipient = recipientOf(row)
  router.history.push(paths.send.path, recipient ? withDraft('send', { recipient, amount: row.amount }) : {})
}

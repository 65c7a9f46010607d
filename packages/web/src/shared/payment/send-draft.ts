/** What has been entered for a send so far; any screen that knows a person can start one. */
import type { MovementState, Transaction } from '@puente/contract'
import type { AnyRouter } from '@tanstack/react-router'
import { withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'

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
  reference: string
  fee: number
  totalCharge: number
  /** What can be spent afterwards. */
  balance: number
}

export type SendDraft = {
  recipient?: Recipient
  amount?: number | null
  note?: string | undefined
  purpose?: 'personal' | 'goods' | undefined
  /** Made for one confirm screen; it goes with everything that was confirmed there. */
  key?: string
  /** The total that was shown, once the call may have been made: a reload then asks what became of it. */
  confirmedTotal?: number
  receipt?: Receipt
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

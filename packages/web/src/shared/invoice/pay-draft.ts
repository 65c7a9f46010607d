/** What has been chosen for paying an invoice so far. */
import type { Consent, Invoice, PayMethod } from '@puente/contract'
import type { Waiting } from '#shared/payment/wait-words.ts'

export type PaidReceipt = Waiting & {
  transactionId: string
  /** Of the transaction. */
  reference: string
  /** Of the invoice. */
  number: string
  name: string
  amount: number
  fee: number
  totalCharge: number
}

export type PayDraft = {
  invoiceId?: Invoice['id']
  method?: PayMethod
  /** The saved card to pay with; null for one that is entered on the card page, absent until there was a choice. */
  cardItem?: string | null | undefined
  /** Whether a card that is entered is kept. */
  saveCard?: boolean
  /** Made for one confirm screen; it goes with everything that was confirmed there. */
  key?: string
  /** The total that was shown, once the call may have been made: a reload then asks what became of it. */
  confirmedTotal?: number | undefined
  /** The consent that was shown; it goes with the call, even when repeated. */
  consent?: Consent
  /** Of an attempt that was left or declined: the next one goes under the same, so that one alone can charge. */
  invoiceSessionId?: string | undefined
  receipt?: PaidReceipt
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    invoicePay: PayDraft
  }
}

/** What has been entered for a withdrawal so far. */
import type { Recipient, Result } from '@puente/contract'

export type WithdrawMethod = 'bank' | 'paypal'

/** The chosen bank account, as far as the screens of the flow show it. */
export type BankRecipient = Pick<
  Recipient,
  'id' | 'fullName' | 'routingNumber' | 'accountNumber' | 'accountType' | 'bankName' | 'coolingUntil' | 'lastReturn'
>

export type PaypalRecipient = { email: string; fullName: string }

export type WithdrawDraft = {
  recipient?: BankRecipient
  paypal?: PaypalRecipient
  amount?: number | null
  /** The wallet is emptied, whatever is in it. */
  everything?: true | undefined
  note?: string | undefined
  /** Made for one confirm screen; it goes with everything that was confirmed there. */
  key?: string
  /** The total that was shown, once the call may have been made: a reload then asks what became of it. */
  confirmedTotal?: number | undefined
  receipt?: Result<'withdrawBank'>
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    withdraw: WithdrawDraft
  }
}

export const bankRecipientOf = ({
  id,
  fullName,
  routingNumber,
  accountNumber,
  accountType,
  bankName,
  coolingUntil,
  lastReturn,
}: Recipient): BankRecipient => ({
  id,
  fullName,
  routingNumber,
  accountNumber,
  accountType,
  bankName,
  coolingUntil,
  lastReturn,
})

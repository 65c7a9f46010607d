/** What is paid by the verbs of this slice, and what they answer: the same for invoices and requests, by whatever method. */
import type { Consent, Output, PAY_METHODS } from '@puente/contract'
import type { Person } from '#features/accounts/index.ts'
import type { PaidFor } from '#features/payments/index.ts'

export type PayMethod = (typeof PAY_METHODS)[number]

/** An invoice or a request as its payer has it. */
export type Payable = {
  paidFor: PaidFor
  amountCents: bigint
  /** What the rows of the payment say. */
  note: string
  /** The attempt of this payer that is under way, by its movement. */
  attemptId: string | null
}

/** How its payer wants to pay. */
export type Asked = {
  payable: Payable
  /** Its issuer. */
  payee: Person
  method: PayMethod
  cardId: string | undefined
  /** Whether a card that is entered is kept. */
  saveCard: boolean | undefined
  expectedTotalCents: bigint | undefined
  /** Of an attempt before, as the wire writes it. */
  sendSessionId: string | undefined
  /** What the payer was shown. */
  consent: Consent | undefined
  /** The call's key in the contract. */
  operation: 'payInvoice' | 'payRequest'
}

/** What became of it so far; each verb words it. */
export type Paid = Output<'payRequest'>

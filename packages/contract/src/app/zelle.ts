import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { FullNameIn, TimestampOut } from '../fields.ts'
import { TransactionIdIn, TransactionIdOut } from '../ids.ts'
import { CentsOut, CurrencyIn } from '../money.ts'
import { SEND_REFUSALS, sendFields } from '../send-fields.ts'

/** What to enter in the own bank's app: whom to pay, exactly how much, and the memo by which the payment is found. */
export const ZelleInstructionsOut = z.object({
  address: z.string(),
  name: z.string(),
  /** Eight characters; a credit that carries them and has the exact amount settles by itself. */
  memo: z.string(),
  totalCharge: CentsOut,
  qrText: z.string(),
  expiresAt: TimestampOut,
})

/** Eight characters without look-alikes. */
export const ZELLE_MEMO = /^[2-9A-HJKMNP-Z]{8}$/

/** The number that the sending bank shows after a Zelle payment. */
export const ZELLE_CONFIRMATION = /^\d{9,12}$/
export const ZelleConfirmationIn = z
  .string('invalidConfirmationNumber')
  .check(z.trim(), z.regex(ZELLE_CONFIRMATION, 'invalidConfirmationNumber'))

const send = { ...sendFields, currency: z.optional(CurrencyIn) }

export const zelle = {
  zelleIntent: {
    method: 'POST',
    path: '/send/zelle/intent',
    summary: 'Begins a send by Zelle: the quote is fixed, and the answer says what to pay to whom under which memo',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject(send),
    result: z.object({
      transactionId: TransactionIdOut,
      zelleSecretToken: z.string(),
      payTo: z.object({ address: z.string(), name: z.string() }),
      amount: CentsOut,
      fee: CentsOut,
      totalCharge: CentsOut,
      qrText: z.string(),
      expiresAt: TimestampOut,
    }),
    refuses: [...SEND_REFUSALS],
  },
  sendZelle: {
    method: 'POST',
    path: '/send/zelle',
    summary: 'Says under which number and name a Zelle payment was made; without an earlier intent it makes one',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      confirmation: ZelleConfirmationIn,
      /** The account holder at the bank that paid. */
      fullName: FullNameIn,
      ...send,
      /** The intent that the number is for. */
      zelleSecretToken: z.optional(z.string('invalidRequest').check(z.regex(ZELLE_MEMO, 'invalidRequest'))),
    }),
    result: z.object({
      transactionId: TransactionIdOut,
      state: MovementStateOut,
      zelleSecretToken: z.string(),
      fee: CentsOut,
      totalCharge: CentsOut,
    }),
    refuses: [
      ...SEND_REFUSALS,
      'invalidTransactionId',
      'invalidConfirmationNumber',
      'fullNameMissing',
      'invalidName',
      'invalidFullName',
      'zelleNotFound',
    ],
  },
  confirmZelle: {
    method: 'POST',
    path: '/payments/zelle/confirm',
    summary:
      'The same for an intent that exists, be it a send, a deposit or another payment: number and holder of one that waits',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      transactionId: TransactionIdIn,
      confirmation: ZelleConfirmationIn,
      fullName: FullNameIn,
    }),
    result: z.object({ transactionId: TransactionIdOut, state: MovementStateOut }),
    refuses: [
      'invalidTransactionId',
      'invalidConfirmationNumber',
      'fullNameMissing',
      'invalidName',
      'invalidFullName',
      'zelleNotFound',
    ],
  },
  zellePayment: {
    method: 'GET',
    path: '/payments/zelle/get',
    summary: 'Where a payment by Zelle stands, with what is still to be paid',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({ transactionId: TransactionIdIn }),
    result: z.object({
      transactionId: TransactionIdOut,
      state: MovementStateOut,
      instructions: ZelleInstructionsOut,
      /** When a number was given; from then on about half an hour is usual. */
      confirmedAt: z.nullable(TimestampOut),
      confirmation: z.nullable(z.string()),
      fullName: z.nullable(z.string()),
      /** Wrong numbers that may still be tried for this payment. */
      triesLeft: z.int(),
    }),
    refuses: ['invalidTransactionId'],
  },
} as const satisfies Endpoints

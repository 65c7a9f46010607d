import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { DayOut, EmailIn, FullNameIn, NoteIn } from '../fields.ts'
import { RecipientIdIn, TransactionIdOut } from '../ids.ts'
import {
  AmountIn,
  CentsOut,
  CurrencyIn,
  ExpectedTotalChargeIn,
  WITHDRAW_MAXIMUM_CENTS,
  WITHDRAW_MINIMUM_CENTS,
} from '../money.ts'

const withdrawFields = {
  amount: AmountIn.check(z.lte(WITHDRAW_MAXIMUM_CENTS, 'invalidAmount:withdrawMaximum')),
  currency: CurrencyIn,
  note: z.optional(NoteIn),
  expectedTotalCharge: ExpectedTotalChargeIn,
  /** Empties the wallet, as before closing it: `expectedTotalCharge` is the whole balance, and `amount` may be below the minimum. */
  everything: z.optional(z.literal(true, 'invalidRequest')),
}

type Amount = { amount: number; everything?: true | undefined }
const isEnough = ({ amount, everything }: Amount): boolean => everything === true || amount >= WITHDRAW_MINIMUM_CENTS

const minimum = z.refine<Amount>(isEnough, { error: 'invalidAmount:withdrawMinimum', path: ['amount'] })

/** Days between which the money is expected to arrive, by the calendar of the Federal Reserve. */
export const ExpectedOut = z.object({ from: DayOut, to: DayOut })

const Withdrawn = z.object({
  transactionId: TransactionIdOut,
  state: MovementStateOut,
  fee: CentsOut,
  totalCharge: CentsOut,
  /** Null where the provider promises minutes. */
  expected: z.nullable(ExpectedOut),
  /** What can be spent afterwards. */
  balance: CentsOut,
  reference: z.string(),
})

export const withdrawals = {
  withdrawBank: {
    method: 'POST',
    path: '/withdraw/bank',
    summary: 'Withdraws to a saved recipient at a US bank, by ACH',
    access: 'user',
    needs: ['open', 'contacts', 'terms', 'tier1'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject({ recipientId: RecipientIdIn, ...withdrawFields }).check(minimum),
    result: Withdrawn,
    refuses: ['invalidTo', 'invalidNote', 'maxWithdrawLimitReached', 'senderUnsufficientFunds'],
  },
  withdrawPaypal: {
    method: 'POST',
    path: '/withdraw/paypal',
    summary: 'Withdraws to the PayPal account of an email address',
    access: 'user',
    needs: ['open', 'contacts', 'terms', 'tier1'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject({ email: EmailIn, fullName: FullNameIn, ...withdrawFields }).check(minimum),
    result: Withdrawn,
    refuses: [
      'invalidEmail',
      'fullNameMissing',
      'invalidName',
      'invalidFullName',
      'invalidNote',
      'maxWithdrawLimitReached',
      'senderUnsufficientFunds',
    ],
  },
} as const satisfies Endpoints

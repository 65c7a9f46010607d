/** What every send asks for, whatever the rail, and how it is refused when the receiver or the note is not right. */
import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { NoteIn } from './fields.ts'
import { SendSessionIdIn, ToUserIn } from './ids.ts'
import { AmountIn, CARD_MINIMUM_CENTS, CurrencyIn, ExpectedTotalChargeIn } from './money.ts'

export const sendFields = {
  toUser: ToUserIn,
  amount: AmountIn,
  currency: CurrencyIn,
  note: z.optional(NoteIn),
  purpose: z.optional(z.enum(['personal', 'goods'], 'invalidRequest')),
  expectedTotalCharge: ExpectedTotalChargeIn,
}

/** A send that is paid on a provider's page, by card or PayPal, and may be tried again after a decline. */
export const pagedSendFields = {
  ...sendFields,
  amount: AmountIn.check(z.gte(CARD_MINIMUM_CENTS, 'invalidAmount:cardMinimum')),
  /** Another attempt after a decline, under the same send session. */
  sendSessionId: z.optional(SendSessionIdIn),
}

export const SEND_REFUSALS = ['invalidTo', 'userNotFound', 'invalidUser', 'invalidNote'] as const satisfies ErrorCode[]

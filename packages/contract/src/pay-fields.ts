/** What paying takes and answers, whether an invoice or a request is paid. */
import * as z from 'zod/mini'
import { MovementStateOut } from './app/activity.ts'
import { CARD_PAYMENT_STATUSES } from './app/cards.ts'
import { ZelleInstructionsOut } from './app/zelle.ts'
import { ConsentIn } from './consent.ts'
import { TimestampOut } from './fields.ts'
import { CardIdIn, TransactionIdOut } from './ids.ts'
import { PAY_METHODS } from './invoice-fields.ts'
import { CentsOut, ExpectedTotalChargeIn } from './money.ts'

export const payIn = {
  payMethod: z.enum(PAY_METHODS, 'invalidPayMethod'),
  /** A saved card; without one a card is entered on the provider's page. */
  cardId: z.optional(z.string('invalidCardNumber').check(z.regex(CardIdIn, 'invalidCardNumber'))),
  /** Keeps the card that is entered for the next time. */
  saveCard: z.optional(z.boolean('invalidRequest')),
  expectedTotalCharge: ExpectedTotalChargeIn,
  consent: ConsentIn,
}

export const paidOut = {
  tipo: z.enum(['completed', 'redirect', 'zelle', 'processing', 'declined']),
  transactionId: TransactionIdOut,
  state: MovementStateOut,
  status: z.optional(z.enum(CARD_PAYMENT_STATUSES)),
  url: z.optional(z.string()),
  /** From the balance, while it is PENDING or waits for an approver: as sendInApp answers. */
  arrivesAt: z.optional(TimestampOut),
  decideBy: z.optional(TimestampOut),
  approverNames: z.optional(z.array(z.string())),
  zelle: z.optional(ZelleInstructionsOut),
  fee: CentsOut,
  totalCharge: CentsOut,
  reference: z.string(),
}

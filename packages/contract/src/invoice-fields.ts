/** What an invoice is: its states and sides, what may be done with it, and what its two parties see of it. */
import * as z from 'zod/mini'
import { METHODS, MovementStateOut } from './app/activity.ts'
import { DayOut, TimestampOut } from './fields.ts'
import { InvoiceIdOut, ProductIdOut, TransactionIdOut } from './ids.ts'
import { CentsOut, CurrencyOut } from './money.ts'

/** `processing`: a payment from outside is under way. */
export const INVOICE_STATES = ['toPay', 'processing', 'paid', 'declined', 'cancelled'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** Of products from the catalogue, or of an amount and a note. */
export const INVOICE_TYPES = ['product', 'custom'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

/** What the invoice is to the viewer: `sent` by them, the issuer, or `received`, and theirs to pay. */
export const INVOICE_SIDES = ['sent', 'received'] as const
export type InvoiceSide = (typeof INVOICE_SIDES)[number]

export const INVOICE_MODES = ['all', ...INVOICE_SIDES] as const

/** What a list can be narrowed to; `unpaid` is toPay and processing together. */
export const INVOICE_FILTERS = [...INVOICE_STATES, 'unpaid'] as const

/** What the viewer may do with an invoice as it stands. */
export const INVOICE_ACTS = ['pay', 'decline', 'cancel', 'remind', 'refund'] as const
export type InvoiceAct = (typeof INVOICE_ACTS)[number]

export const PAY_METHODS = ['wallet', 'card', 'paypal', 'zelle'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** Reminders of one invoice, and the least time between two of them. */
export const REMINDERS_MAX = 3
export const REMINDER_GAP_HOURS = 24

export const InvoiceStateOut = z.enum(INVOICE_STATES)

/** A product as it was when the invoice was made; later changes to the product, and its deletion, do not reach it. */
export const InvoiceLine = z.object({
  productId: ProductIdOut,
  name: z.string(),
  /** Of one piece, in cents. */
  price: CentsOut,
  quantity: z.int(),
  /** Of all pieces, in cents. */
  amount: CentsOut,
  image: z.nullable(z.string()),
})

/** An invoice as one of its two parties sees it. */
export const InvoiceRow = z.object({
  id: InvoiceIdOut,
  /** INV-000001, counted by its issuer. */
  reference: z.string(),
  type: z.enum(INVOICE_TYPES),
  was: z.enum(INVOICE_SIDES),
  state: InvoiceStateOut,
  /** Unpaid, and its due date is past, wherever one is. */
  overdue: z.boolean(),
  amount: CentsOut,
  currency: CurrencyOut,
  /** What was given back of a paid invoice, in cents. */
  refunded: CentsOut,
  /** What the provider of its payment may yet take back: a chargeback is under way, or a warning of one. */
  contested: CentsOut,
  /** What the provider of its payment took back. */
  reversed: CentsOut,
  /** What of `reversed` came out of the issuer's balance; the payer owes the rest. */
  lost: CentsOut,
  /** What its issuer may still give back. */
  refundable: CentsOut,
  note: z.string(),
  date: TimestampOut,
  updatedAt: TimestampOut,
  dueDate: z.nullable(DayOut),
  paymentDate: z.nullable(TimestampOut),
  /** User ids: of the issuer, and of the payer. */
  from: z.string(),
  to: z.string(),
  /** The counterpart; all null when blocked or closed, shown as "Blocked User". `email` is the public handle, as in a transaction. */
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  business: z.boolean(),
  blocked: z.boolean(),
  /** Empty for an invoice of type custom. */
  products: z.array(InvoiceLine),
  reminders: z.object({
    sent: z.int(),
    left: z.int(),
    /** From when on the next one may be sent; null where none may. */
    nextAt: z.nullable(TimestampOut),
  }),
  /** What the viewer may do with it now. */
  acts: z.array(z.enum(INVOICE_ACTS)),
  /** Rises with each change. */
  version: z.int(),
})
export type Invoice = z.infer<typeof InvoiceRow>

/** Money that moved for an invoice; `transactionId` is the viewer's own transaction. */
export const InvoiceMoneyOut = z.object({
  transactionId: TransactionIdOut,
  amount: CentsOut,
  method: z.enum(METHODS),
  state: MovementStateOut,
  date: TimestampOut,
})

/** What the provider of an invoice's payment takes back of it, by one case: `contested` may yet go, `taken` has gone. */
export const InvoiceReturnOut = z.object({
  stage: z.enum(['contested', 'taken']),
  amount: CentsOut,
  /** Since when; null where that was not noted. */
  date: z.nullable(TimestampOut),
})

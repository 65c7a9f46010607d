import * as z from 'zod/mini'
import { paperIn } from './papers.ts'
import { PRODUCT_LIST_MAX } from './products.ts'
import { CounterpartLangOut } from '../consent.ts'
import { type Endpoints, file } from '../endpoint.ts'
import { CursorIn, CursorOut, dayIn, LimitQueryIn, NoteIn } from '../fields.ts'
import {
  InvoiceIdIn,
  InvoiceIdOut,
  ProductIdIn,
  SendSessionIdIn,
  SendSessionIdOut,
  ToUserIn,
  TransactionIdOut,
} from '../ids.ts'
import {
  INVOICE_FILTERS,
  INVOICE_MODES,
  INVOICE_TYPES,
  InvoiceMoneyOut,
  InvoiceReturnOut,
  InvoiceRow,
  InvoiceStateOut,
} from '../invoice-fields.ts'
import { AmountIn, CentsOut, CurrencyIn } from '../money.ts'
import { paidOut, payIn } from '../pay-fields.ts'

const call = { access: 'user', needs: ['contacts'], throttle: 'read', priority: 'lists' } as const
const act = { ...call, throttle: 'money' } as const
const VERIFIED = ['emailNotVerified', 'kycRequired'] as const

const oneInvoice = z.strictObject({ invoiceId: InvoiceIdIn })
const Changed = z.object({ invoiceId: InvoiceIdOut, state: InvoiceStateOut })

export const invoices = {
  createInvoice: {
    ...act,
    needs: ['open', 'contacts'],
    method: 'POST',
    path: '/invoice/create',
    summary: 'Invoice another user for products of the catalogue, or for an amount with a note',
    body: z.strictObject({
      toUser: ToUserIn,
      /** `product` when left out. */
      type: z.optional(z.enum(INVOICE_TYPES, 'invalidType')),
      /** Of type product: ids of the caller's products; one that is repeated counts as often. */
      products: z.optional(
        z.array(ProductIdIn, 'invalidProducts').check(z.maxLength(PRODUCT_LIST_MAX, 'invalidProducts')),
      ),
      /** What these came to when the caller looked: with other prices by now the invoice is refused (`priceChanged`). */
      expectedAmount: z.optional(AmountIn),
      /** Of type custom: required, and so is the note. */
      amount: z.optional(AmountIn),
      currency: z.optional(CurrencyIn),
      note: z.optional(NoteIn),
      /** A calendar day, today or later. */
      dueDate: z.optional(dayIn('invalidRequest')),
      /** Chosen by the client for one draft: sent twice, it makes one invoice. */
      draftId: z.optional(z.uuid('invalidRequest')),
    }),
    result: z.object({
      invoiceId: InvoiceIdOut,
      reference: z.string(),
      amount: CentsOut,
      state: InvoiceStateOut,
    }),
    refuses: [
      'invalidTo',
      'userNotFound',
      'invalidUser',
      'invalidType',
      'invalidProducts',
      'invalidProductId',
      'invalidAmount',
      'invalidCurrency',
      'invalidNote',
      'idempotencyConflict',
      'accountRestricted',
      ...VERIFIED,
    ],
  },
  listInvoices: {
    ...call,
    method: 'GET',
    path: '/invoice/list',
    summary: "The caller's invoices, newest first, filtered and paged",
    query: z.strictObject({
      mode: z._default(z.enum(INVOICE_MODES, 'invalidType'), 'all'),
      state: z.optional(z.enum(INVOICE_FILTERS, 'invalidType')),
      /** Calendar days of the invoices' dates, both included. */
      fromDate: z.optional(dayIn('invalidRequest')),
      toDate: z.optional(dayIn('invalidRequest')),
      last: z.optional(CursorIn),
      limit: LimitQueryIn,
    }),
    result: z.object({ items: z.array(InvoiceRow), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidType', 'invalidLimit', ...VERIFIED],
  },
  getInvoice: {
    ...call,
    method: 'GET',
    path: '/invoice/get',
    summary: 'One invoice of the caller, with what was paid and given back',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    query: oneInvoice,
    result: z.object({
      ...InvoiceRow.shape,
      payments: z.array(InvoiceMoneyOut),
      refunds: z.array(InvoiceMoneyOut),
      returns: z.array(InvoiceReturnOut),
      /** A payment from outside that has begun and is not final, shown to whoever pays. */
      underWay: z.nullable(InvoiceMoneyOut),
      /** The issuer's language, shown to the payer. */
      lang: CounterpartLangOut,
    }),
    refuses: ['invalidInvoice', ...VERIFIED],
  },
  invoicePdf: {
    ...call,
    method: 'GET',
    path: '/invoice/pdf',
    summary: 'An invoice of the caller as a PDF, signed, in one language or in two side by side',
    throttle: 'papers',
    priority: 'reports',
    query: z.strictObject({ invoiceId: InvoiceIdIn, ...paperIn }),
    result: file('application/pdf'),
    refuses: ['invalidInvoice', 'invalidLanguage', ...VERIFIED],
  },
  declineInvoice: {
    ...act,
    method: 'PATCH',
    path: '/invoice/decline',
    summary: 'Say no to an invoice that was received and is to be paid',
    body: oneInvoice,
    result: Changed,
    refuses: ['invalidInvoice', ...VERIFIED],
  },
  cancelInvoice: {
    ...act,
    method: 'POST',
    path: '/invoice/cancel',
    summary: 'Take back an invoice that was sent and is not paid',
    body: oneInvoice,
    result: Changed,
    refuses: ['invalidInvoice', ...VERIFIED],
  },
  remindInvoice: {
    ...act,
    needs: ['open', 'contacts'],
    method: 'POST',
    path: '/invoice/remind',
    summary: 'Remind whoever is to pay: once a day, three times in all',
    body: oneInvoice,
    result: z.object({ ...Changed.shape, reminders: InvoiceRow.shape.reminders }),
    refuses: ['invalidInvoice', 'invalidUser', 'accountRestricted', ...VERIFIED],
  },
  payInvoice: {
    ...act,
    needs: ['open', 'contacts', 'terms'],
    method: 'POST',
    path: '/invoice/payout',
    summary: 'Pay a received invoice from the balance, by card, by PayPal or by Zelle',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject({
      invoiceId: InvoiceIdIn,
      ...payIn,
      /** Another attempt after a decline, under the same session. */
      invoiceSessionId: z.optional(SendSessionIdIn),
    }),
    result: z.object({
      ...paidOut,
      invoiceSessionId: z.optional(SendSessionIdOut),
    }),
    refuses: [
      'invalidInvoice',
      'invalidUser',
      'invalidPayMethod',
      'invalidCardNumber',
      'senderUnsufficientFunds',
      'notFound',
    ],
  },
  refundInvoice: {
    ...act,
    needs: ['open', 'contacts', 'terms'],
    method: 'POST',
    path: '/invoice/refund',
    summary: 'Give back a paid invoice, whole or in part, from the balance of its issuer',
    priority: 'money',
    idempotent: true,
    body: z.strictObject({
      invoiceId: InvoiceIdIn,
      /** All that is left when left out. */
      amount: z.optional(AmountIn),
    }),
    result: z.object({ transactionId: TransactionIdOut, refunded: CentsOut, left: CentsOut, balance: CentsOut }),
    // `invalidUser`: the payer has closed the account.
    refuses: ['invalidInvoice', 'invalidUser', 'senderUnsufficientFunds'],
  },
} as const satisfies Endpoints

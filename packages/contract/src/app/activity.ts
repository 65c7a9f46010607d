import * as z from 'zod/mini'
import { paperIn } from './papers.ts'
import { type Endpoints, file } from '../endpoint.ts'
import { CursorIn, CursorOut, LimitIn, NoteIn, TimestampOut, dayIn } from '../fields.ts'
import {
  DisputeIdOut,
  InvoiceIdOut,
  RequestIdOut,
  SendSessionIdOut,
  TransactionIdIn,
  TransactionIdOut,
} from '../ids.ts'
import { CentsOut, CurrencyOut } from '../money.ts'

export const MOVEMENT_TYPES = [
  'sent',
  'received',
  'withdraw',
  'deposit',
  'invoice',
  'reward',
  'referral',
  'refund',
  'reversal',
  'adjustment',
] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]

export const MOVEMENT_STATES = ['PENDING', 'ON HOLD', 'CANCELLED', 'COMPLETED'] as const
export type MovementState = (typeof MOVEMENT_STATES)[number]
export const MovementStateOut = z.enum(MOVEMENT_STATES)

export const METHODS = ['wallet', 'zelle', 'card', 'paypal', 'bank'] as const
export type MovementMethod = (typeof METHODS)[number]

export const HOLD_REASONS = [
  'zelleMismatch',
  'zelleNotSeen',
  'recipientKycRequired',
  'underReview',
  'providerReview',
  'disputed',
  'fraudWarning',
  'providerUnknown',
  'approverWait',
] as const
/**
 * How far it has come that a payment from outside goes back: `chargedBack` by a dispute, `takenBack` by its bank or PayPal without one,
 * `refunded` to its payer; `refundFailed`, and it is its receiver's again; `kept` is decided for its receiver. `warned`: its card's bank takes it
 * for fraud and no one has disputed it; `cleared`: that warning ended without a dispute. `replaced` goes on in another row.
 */
export const PAYIN_RETURN_STEPS = [
  'warned',
  'contested',
  'chargedBack',
  'takenBack',
  'refunded',
  'refundFailed',
  'kept',
  'cleared',
  'replaced',
] as const
/**
 * `keptApart`: a withdrawal that was stopped and may not be given back, so that its money has left the balance. `triedAgain`: an attempt to pay
 * from outside that was closed for the next one.
 */
export const CANCEL_REASONS = [
  'cancelledByUser',
  'declined',
  'expired',
  'rejected',
  'returned',
  'unclaimed',
  'recipientDidNotVerify',
  'keptApart',
  'triedAgain',
] as const

/** A transaction as one of its parties sees it. The server merges in the `details` that are meant for their owner. */
export const TransactionRow = z.looseObject({
  id: TransactionIdOut,
  type: z.enum(MOVEMENT_TYPES),
  state: MovementStateOut,
  method: z.enum(METHODS),
  /** User ids; null where a side is outside Puente. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  involves: z.array(z.string()),
  date: TimestampOut,
  paymentDate: z.nullable(TimestampOut),
  amount: CentsOut,
  currency: CurrencyOut,
  fee: CentsOut,
  puenteFee: CentsOut,
  note: z.string(),
  privateNote: z.nullable(z.string()),
  reference: z.string(),
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  /** The counterpart; all null when blocked or closed, shown as "Blocked User". */
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  business: z.boolean(),
  blocked: z.boolean(),
  /** Of a withdrawal: whose account the money goes to. */
  payee: z.optional(z.string()),
  /** Of a withdrawal and its return: the bank, where it is known, and the last four digits behind dots; or the PayPal address. */
  bankName: z.optional(z.nullable(z.string())),
  accountNumber: z.optional(z.string()),
  paypalEmail: z.optional(z.string()),
  /**
   * Of a payment by Zelle that is looked at: what came, where it is another amount than was asked for. Of one that was declined because of what
   * came: how much that is. Of one by card or PayPal that had ended: what came all the same, and goes back.
   */
  received: z.optional(CentsOut),
  /** Of what came back and of its return: the provider's code, such as R03. */
  returnReason: z.optional(z.nullable(z.string())),
  /** Of a withdrawal that had arrived and came back: the transaction that brought it; that one's `linkedId` leads here. */
  returnedAs: z.optional(TransactionIdOut),
  /**
   * How much of such a withdrawal was credited to the balance; missing while what came back is under review. Of a payment by Zelle that was
   * declined because of what came: how much was added to the balance instead.
   */
  givenBack: z.optional(CentsOut),
  /** Of a payment and of what was given back of it: the invoice or the request that it pays. */
  invoiceId: z.optional(InvoiceIdOut),
  requestId: z.optional(RequestIdOut),
  /** Of a payment that came when what it was to pay was paid already, or was not to be paid any more: it was given back. */
  notNeeded: z.optional(z.boolean()),
  /**
   * Of a payment by Zelle whose money has not come: how the invoice or request has ended, `paid` by another payment. Money that still
   * comes is given back.
   */
  noLongerDue: z.optional(z.enum(['paid', 'declined', 'cancelled', 'expired'])),
  /** Of money that was credited, or taken back, because of a problem that its owner reported: which it is, and the report. */
  disputeStep: z.optional(z.enum(['credited', 'corrected', 'takenBack'])),
  disputeId: z.optional(DisputeIdOut),
  /** For money that paid what its owner owed us, and for what was given back because nothing was owed after all. */
  debtStep: z.optional(z.enum(['paid', 'givenBack'])),
  /** Read by itself: money of it was taken back after it had been spent. What is owed by now, `wallet` says. */
  leftDebt: z.optional(z.boolean()),
  /** Of money added: operators credited it, as it came by Zelle for a payment that it did not fit, which `linkedId` names. */
  matched: z.optional(z.boolean()),
  /** Of a payment from outside that could not reach its receiver any more: it was given back. */
  undeliverable: z.optional(z.boolean()),
  /** Of a payment from outside that its payer has made and whose provider keeps the money back, as PayPal does for a review. */
  providerHolds: z.optional(z.boolean()),
  /**
   * Of such a payment, once it arrived, on its payer's row and on that of a receiver who is concerned, and of the row of the balance that it goes
   * back out of: the last that happened. Of a reward: `takenBack`, once it was.
   */
  returnStep: z.optional(z.enum(PAYIN_RETURN_STEPS)),
  /** Read by itself, of a payment or reward with a `returnStep`: the rows of its owner's balance in which it goes or went back, the oldest first. */
  returns: z.optional(z.array(TransactionIdOut)),
  /** The viewer's balance after the operation; null while nothing is posted. */
  balance: z.nullable(CentsOut),
  holdReason: z.nullable(z.enum(HOLD_REASONS)),
  cancelReason: z.nullable(z.enum(CANCEL_REASONS)),
  /** Whether its owner can still give it up, by `transactions/cancel`. */
  cancellable: z.boolean(),
  /** When a payment that can still be undone reaches its receiver. */
  arrivesAt: z.optional(TimestampOut),
  /** Of a payment that waits or waited for an approver: until when, and, for who pays, whose word counts and whose it was. */
  decideBy: z.optional(TimestampOut),
  approverNames: z.optional(z.array(z.string())),
  decidedBy: z.optional(z.string()),
  /** Of what waits for a provider's word, read by itself: when we ask the provider again. */
  looksAgainAt: z.optional(TimestampOut),
  /** Read by itself, of an attempt to pay from outside that came to nothing: the last one of its send session. */
  laterAttempt: z.optional(z.object({ id: TransactionIdOut, state: MovementStateOut })),
  /** Of a payment by Zelle: until when its payer can make it at their bank; null once they have given its number, or it waits for them no longer. */
  payBy: z.optional(z.nullable(TimestampOut)),
  /** When money that waits for its receiver goes back. */
  returnsAt: z.optional(TimestampOut),
  /** Of money that a fraud warning sets aside: until when, unless the payment is disputed. */
  warnedUntil: z.optional(TimestampOut),
  /** Of a card payment: whether the last card that was tried was declined. `state` says what that means: PENDING waits for another attempt. */
  declined: z.optional(z.boolean()),
  expected: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })),
  /** `amount`: what went back to its payer with this step, or failed to; on a receiver's row what of it left the balance, was set aside or came again. */
  timeline: z.array(z.object({ step: z.string(), at: z.nullable(TimestampOut), amount: z.optional(CentsOut) })),
  linkedId: z.nullable(z.string()),
  sendSessionId: z.nullable(SendSessionIdOut),
  /** Rises with each change of the row. */
  version: z.int(),
})
export type Transaction = z.infer<typeof TransactionRow>

/** So many are read at a time by their ids. */
export const MOST_TRANSACTIONS = 20

/** One type, several, or everything; a list names at least one. */
const TypeFilter = z.union(
  [z.enum([...MOVEMENT_TYPES, 'all']), z.array(z.enum(MOVEMENT_TYPES)).check(z.minLength(1), z.maxLength(10))],
  'invalidType',
)

export const activity = {
  listTransactions: {
    method: 'POST',
    path: '/transactions/list',
    summary: "The caller's transactions, newest first, filtered and paged",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    inDoubt: 'served',
    body: z.strictObject({
      to: z.optional(z.string('invalidTo').check(z.trim(), z.maxLength(100, 'invalidTo'))),
      type: z.optional(TypeFilter),
      search: z.optional(z.string('invalidRequest').check(z.trim(), z.maxLength(100, 'invalidRequest'))),
      /** What the words of `search` stand for on the caller's screen; rows of these types or states fit the search too. */
      searchTypes: z.optional(z.array(z.enum(MOVEMENT_TYPES), 'invalidType').check(z.maxLength(10))),
      searchStates: z.optional(z.array(z.enum(MOVEMENT_STATES), 'invalidRequest').check(z.maxLength(4))),
      fromDate: z.optional(dayIn('invalidRequest')),
      toDate: z.optional(dayIn('invalidRequest')),
      /** Only those that are neither completed nor canceled yet. */
      underWay: z.optional(z.literal(true, 'invalidRequest')),
      last: z.optional(z.nullable(CursorIn)),
      limit: LimitIn,
    }),
    result: z.object({
      items: z.array(TransactionRow),
      last: CursorOut,
      end: z.boolean(),
      /** The page is not full, and what is older than this was not looked at yet: `last` goes on looking. */
      searchedTo: z.optional(TimestampOut),
    }),
    refuses: ['invalidLimit', 'invalidType', 'invalidTo'],
  },
  getTransaction: {
    method: 'POST',
    path: '/transactions/get',
    summary: 'One transaction of the caller',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    inDoubt: 'served',
    body: z.strictObject({ transactionId: TransactionIdIn }),
    result: TransactionRow,
    refuses: ['invalidTransactionId'],
  },
  getTransactions: {
    method: 'POST',
    path: '/transactions/get-several',
    summary: "The caller's transactions by their ids, in no order; ids that name none are left out",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    inDoubt: 'served',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    body: z.strictObject({
      transactionIds: z
        .array(TransactionIdIn, 'invalidTransactionId')
        .check(z.minLength(1, 'invalidTransactionId'), z.maxLength(MOST_TRANSACTIONS, 'invalidTransactionId')),
    }),
    result: z.object({ items: z.array(TransactionRow) }),
    refuses: ['invalidTransactionId'],
  },
  noteTransaction: {
    method: 'POST',
    path: '/transactions/note',
    summary: "The caller's own note on a transaction, which no one else sees",
    access: 'user',
    throttle: 'notes',
    priority: 'lists',
    body: z.strictObject({ transactionId: TransactionIdIn, note: NoteIn }),
    result: z.object({ transactionId: TransactionIdOut, note: z.string() }),
    refuses: ['invalidTransactionId', 'invalidNote'],
  },
  receipt: {
    method: 'GET',
    path: '/transactions/receipt',
    summary: 'The receipt of a transaction of the caller, signed, in one language or in two side by side',
    access: 'user',
    throttle: 'papers',
    priority: 'reports',
    query: z.strictObject({ transactionId: TransactionIdIn, ...paperIn }),
    result: file('application/pdf'),
    refuses: ['invalidTransactionId', 'invalidLanguage'],
  },
  cancelTransaction: {
    method: 'POST',
    path: '/transactions/cancel',
    summary: 'Give up a payment that is not final',
    access: 'user',
    throttle: 'money',
    priority: 'money',
    inDoubt: 'served',
    body: z.strictObject({ transactionId: TransactionIdIn }),
    result: z.object({ transactionId: TransactionIdOut, state: MovementStateOut }),
    refuses: ['invalidTransactionId', 'accountRestricted'],
  },
} as const satisfies Endpoints

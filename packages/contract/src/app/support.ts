import * as z from 'zod/mini'
import { type Endpoints, file } from '../endpoint.ts'
import { CursorIn, CursorOut, DayOut, LimitQueryIn, textIn, TimestampOut } from '../fields.ts'
import {
  DisputeIdIn,
  DisputeIdOut,
  FileIdIn,
  FileIdOut,
  TicketIdIn,
  TicketIdOut,
  TransactionIdIn,
  TransactionIdOut,
} from '../ids.ts'
import { CentsOut, CurrencyOut } from '../money.ts'
import { MAX_CENTS } from '../money-bounds.ts'

/** What a ticket is about, as its writer says. */
export const SUPPORT_MODULES = ['account', 'payments', 'withdrawals', 'invoices', 'kyc', 'rewards', 'other'] as const
export type SupportModule = (typeof SUPPORT_MODULES)[number]

/** `open` waits for us, `waitingForYou` for its writer; a reply to one that is `answered` or `closed` opens it again. */
export const TICKET_STATES = ['open', 'waitingForYou', 'answered', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** What else than a transaction a ticket may be tied to: something that was decided about its writer. */
export const TICKET_CONCERNS = ['identityCheck', 'restriction', 'limit', 'refusal'] as const
export type TicketConcern = (typeof TICKET_CONCERNS)[number]

/** What was wrong with a transaction, as its owner says. */
export const DISPUTE_KINDS = ['unauthorised', 'wrongAmount', 'notReceived', 'duplicate', 'other'] as const
export type DisputeKind = (typeof DISPUTE_KINDS)[number]

export const DISPUTE_STATES = [
  'opened',
  'investigating',
  'provisionalCredit',
  'resolvedForUser',
  'resolvedAgainst',
  'withdrawn',
  'cameBack',
] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/**
 * Of money that was credited for a dispute: `given` until we answer, `final` when it is its owner's for good, `toTakeBack` once it is
 * known that it goes back on a day, `takenBack` after that day.
 */
export const DISPUTE_CREDITS = ['given', 'final', 'toTakeBack', 'takenBack'] as const
export type DisputeCredit = (typeof DISPUTE_CREDITS)[number]

/** What a dispute's timeline can say: its states, and what became of its credit. */
export const DISPUTE_STEPS = [...DISPUTE_STATES, 'creditTakenBack'] as const
export type DisputeStep = (typeof DISPUTE_STEPS)[number]

export const DESCRIPTION_MAX = 2000
const DescriptionIn = textIn('invalidDescription', DESCRIPTION_MAX).check(z.minLength(1, 'invalidDescription'))

/** The first size of a file that is refused. */
export const TICKET_FILE_LIMIT_BYTES = 8_388_608
/** So many files go with one message. */
export const TICKET_FILES_MAX = 5
/** As what files are kept: pictures are redrawn, a PDF stays as it came. */
export const TICKET_FILE_TYPES = ['image/jpeg', 'application/pdf'] as const
export type TicketFileType = (typeof TICKET_FILE_TYPES)[number]

const TicketFileOut = z.object({
  id: FileIdOut,
  contentType: z.enum(TICKET_FILE_TYPES),
  /** In bytes. */
  size: z.int(),
})
export type TicketFile = z.infer<typeof TicketFileOut>

/** What was put away by `attachFile`, to go with a message. */
const FilesIn = z.optional(z.array(FileIdIn, 'invalidRequest').check(z.maxLength(TICKET_FILES_MAX, 'invalidRequest')))

export const TicketRow = z.object({
  id: TicketIdOut,
  module: z.enum(SUPPORT_MODULES),
  state: z.enum(TICKET_STATES),
  /** The transaction that it is tied to. */
  transactionId: z.nullable(TransactionIdOut),
  /** The dispute whose thread it is. */
  disputeId: z.nullable(DisputeIdOut),
  /** What else it is tied to, with the public reason of that. */
  concerns: z.nullable(z.object({ type: z.enum(TICKET_CONCERNS), code: z.string() })),
  /** How its first message begins. */
  excerpt: z.string(),
  date: TimestampOut,
  updatedAt: TimestampOut,
  /** Rises with each change of the row. */
  version: z.int(),
})
export type Ticket = z.infer<typeof TicketRow>

const TicketMessage = z.object({
  id: z.string(),
  from: z.enum(['you', 'support']),
  text: z.string(),
  files: z.array(TicketFileOut),
  at: TimestampOut,
})

export const TicketThread = z.extend(TicketRow, { messages: z.array(TicketMessage) })
export type TicketWithMessages = z.infer<typeof TicketThread>

export const DisputeRow = z.object({
  id: DisputeIdOut,
  transactionId: TransactionIdOut,
  /** The reference of the transaction. */
  reference: z.string(),
  /** What was said about it, and our answer. */
  ticketId: TicketIdOut,
  kind: z.enum(DISPUTE_KINDS),
  state: z.enum(DISPUTE_STATES),
  /** What is in question, in cents. */
  amount: CentsOut,
  currency: CurrencyOut,
  /** The day in New York by whose end we answer, or decide whether the amount is credited until we do. */
  answerBy: DayOut,
  /** The day by whose end we answer in any case. */
  finalBy: DayOut,
  /** Whether anything is due by `answerBy`: for people who have verified their identity. */
  creditDue: z.boolean(),
  /**
   * Whether the amount is credited automatically when there is no answer by `answerBy`, as things stand now. Otherwise our staff decide: about more
   * than $500.00 in all, what did not leave the balance, what is under way, and what came back.
   */
  automaticCredit: z.boolean(),
  /** Which of our deadlines has passed without what was due by it: `answer` that of `answerBy`, `final` that of `finalBy`. */
  late: z.nullable(z.enum(['answer', 'final'])),
  credit: z.nullable(
    z.object({
      state: z.enum(DISPUTE_CREDITS),
      /** What was credited: all that is in question, or the part that operators credited until there is an answer. */
      amount: CentsOut,
      at: TimestampOut,
      transactionId: TransactionIdOut,
      /** The day on which it goes back, or went back. */
      takeBackOn: z.nullable(DayOut),
      /** What of it went back, and what of it is owed because the balance did not have it. */
      takenBack: CentsOut,
      owed: CentsOut,
    }),
  ),
  /** The message of its ticket that is our answer, once it is decided. */
  answerId: z.nullable(z.string()),
  timeline: z.array(z.object({ step: z.enum(DISPUTE_STEPS), at: TimestampOut })),
  /** What its owner may do now. */
  can: z.object({ withdraw: z.boolean() }),
  date: TimestampOut,
  /** Rises with each change of the row. */
  version: z.int(),
})
export type Dispute = z.infer<typeof DisputeRow>

const write = { access: 'user', throttle: 'tickets', priority: 'lists' } as const
const read = { method: 'GET', access: 'user', throttle: 'read', priority: 'lists', background: true } as const

export const support = {
  createTicket: {
    ...write,
    method: 'PUT',
    path: '/support/ticket/create',
    inDoubt: 'served',
    summary: 'Write to support; the same again, while nobody has answered, is the same ticket',
    body: z.strictObject({
      module: z.enum(SUPPORT_MODULES, 'invalidType'),
      description: DescriptionIn,
      files: FilesIn,
      transactionId: z.optional(TransactionIdIn),
      concerns: z.optional(
        z.strictObject({
          type: z.enum(TICKET_CONCERNS, 'invalidType'),
          code: z.string('invalidRequest').check(z.regex(/^[\w.-]{1,80}$/, 'invalidRequest')),
        }),
      ),
    }),
    result: z.object({ ticketId: TicketIdOut }),
    refuses: ['invalidType', 'invalidDescription', 'invalidTransactionId', 'notFound'],
  },
  listTickets: {
    ...read,
    path: '/support/ticket/list',
    summary: "The caller's tickets, newest first",
    query: z.strictObject({ limit: LimitQueryIn, last: z.optional(CursorIn) }),
    result: z.object({ items: z.array(TicketRow), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidLimit'],
  },
  getTicket: {
    ...read,
    path: '/support/ticket/get',
    summary: 'One ticket of the caller with its messages, the oldest first',
    query: z.strictObject({ ticketId: TicketIdIn }),
    result: TicketThread,
    refuses: ['notFound'],
  },
  replyTicket: {
    ...write,
    method: 'POST',
    path: '/support/ticket/reply',
    inDoubt: 'served',
    summary: 'Write on in a ticket; one that was answered or closed is open again',
    body: z.strictObject({ ticketId: TicketIdIn, description: DescriptionIn, files: FilesIn }),
    result: TicketThread,
    refuses: ['notFound', 'invalidDescription'],
  },
  attachFile: {
    method: 'POST',
    path: '/support/file/add',
    summary: 'Put a picture or PDF away for the next message to support; one that is not sent is gone after a day',
    access: 'user',
    throttle: 'uploads',
    priority: 'reports',
    inDoubt: 'served',
    multipart: { file: 'file', maxBytes: TICKET_FILE_LIMIT_BYTES, fields: z.strictObject({}) },
    result: TicketFileOut,
    refuses: ['invalidType'],
  },
  readTicketFile: {
    method: 'GET',
    path: '/support/file/get',
    summary: 'A picture or PDF that the caller sent to support',
    access: 'user',
    throttle: 'read',
    priority: 'reports',
    query: z.strictObject({ fileId: FileIdIn }),
    result: file(...TICKET_FILE_TYPES),
    refuses: ['notFound'],
  },
  createDispute: {
    ...write,
    method: 'POST',
    path: '/transactions/dispute',
    inDoubt: 'served',
    summary:
      'Report a problem with a transaction of the own, with deadlines for us; the same again is the same dispute',
    body: z.strictObject({
      transactionId: TransactionIdIn,
      kind: z.enum(DISPUTE_KINDS, 'invalidType'),
      description: DescriptionIn,
      /** What shows the problem. */
      files: FilesIn,
      /** What is in question; all of it, with its fee, unless said otherwise. */
      amount: z.optional(
        z
          .number('invalidAmount')
          .check(
            z.refine(Number.isInteger, 'invalidAmount'),
            z.gte(1, 'invalidAmount'),
            z.lte(MAX_CENTS, 'invalidAmount'),
          ),
      ),
    }),
    result: DisputeRow,
    refuses: ['invalidTransactionId', 'invalidType', 'invalidDescription', 'invalidAmount', 'notFound'],
  },
  listDisputes: {
    ...read,
    path: '/disputes/list',
    summary: "The caller's disputes, newest first; all of them or those of one transaction",
    query: z.strictObject({
      transactionId: z.optional(TransactionIdIn),
      limit: LimitQueryIn,
      last: z.optional(CursorIn),
    }),
    result: z.object({ items: z.array(DisputeRow), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidLimit', 'invalidTransactionId'],
  },
  getDispute: {
    ...read,
    path: '/disputes/get',
    summary: 'One dispute of the caller',
    query: z.strictObject({ disputeId: DisputeIdIn }),
    result: DisputeRow,
    refuses: ['notFound'],
  },
  withdrawDispute: {
    ...write,
    throttle: 'notes',
    method: 'POST',
    path: '/disputes/withdraw',
    summary: 'Withdraw a dispute that is not decided; what was credited for it goes back after five business days',
    body: z.strictObject({ disputeId: DisputeIdIn }),
    result: DisputeRow,
    refuses: ['notFound'],
  },
} as const satisfies Endpoints

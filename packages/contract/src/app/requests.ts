import * as z from 'zod/mini'
import { CounterpartLangOut } from '../consent.ts'
import { file, type Endpoints } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { CursorIn, CursorOut, LimitQueryIn, NoteIn, TimestampOut } from '../fields.ts'
import {
  RequestIdIn,
  RequestIdOut,
  SendSessionIdIn,
  SendSessionIdOut,
  SplitIdIn,
  SplitIdOut,
  ToUserIn,
  TransactionIdOut,
} from '../ids.ts'
import { AmountIn, CentsOut, CurrencyIn, CurrencyOut } from '../money.ts'
import { PayCodeIn, REQUEST_STATES, REQUEST_USES, RequestRow, SPLIT_SHARES_MAX } from '../request-fields.ts'
import { paidOut, payIn } from '../pay-fields.ts'

/** A payment of a request, for the one who asked. */
const RequestPayment = z.object({
  transactionId: TransactionIdOut,
  amount: CentsOut,
  date: TimestampOut,
  /** What of it its provider may yet take back, has taken back, and took out of the caller's balance. */
  contested: CentsOut,
  reversed: CentsOut,
  lost: CentsOut,
  /** Who paid; all null when blocked or closed, shown as "Blocked User". `email` is the public handle. */
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  business: z.boolean(),
  blocked: z.boolean(),
})
export type RequestPayment = z.infer<typeof RequestPayment>

const MODES = ['all', 'sent', 'received'] as const

const NoteRequiredIn = NoteIn.check(z.minLength(1, 'invalidNote'))

const ExpiresAtIn = z.iso.datetime({ offset: true, error: 'invalidRequest:expiresAt' })

/** Chosen by the client for one draft: sent twice, it asks once. */
const DraftIdIn = z.optional(z.uuid('invalidRequest'))

/** Of a request to one person, and to each of several. */
const ASK_REFUSALS = [
  'invalidAmount',
  'invalidCurrency',
  'invalidNote',
  'invalidTo',
  'userNotFound',
  'invalidUser',
  'idempotencyConflict',
  'accountRestricted',
  'emailNotVerified',
  'kycRequired',
] as const satisfies ErrorCode[]

const Moved = z.object({ requestId: RequestIdOut, state: z.enum(REQUEST_STATES) })

export const requests = {
  createRequest: {
    method: 'POST',
    path: '/requests/create',
    summary: 'Ask a person for money, or make a link and a QR code that anyone can pay',
    access: 'user',
    needs: ['open', 'contacts'],
    throttle: 'asks',
    priority: 'money',
    body: z.strictObject({
      amount: AmountIn,
      currency: CurrencyIn,
      note: NoteRequiredIn,
      /** The person asked; without one whoever has the link may pay. A person is asked for a single payment. */
      toUser: z.optional(ToUserIn),
      uses: z._default(z.enum(REQUEST_USES, 'invalidRequest'), 'single'),
      /** At least `REQUEST_MINIMUM_HOURS` and at most `REQUEST_MAXIMUM_DAYS` from now; `REQUEST_DEFAULT_DAYS` without it. */
      expiresAt: z.optional(ExpiresAtIn),
      draftId: DraftIdIn,
    }),
    result: z.object({
      requestId: RequestIdOut,
      code: z.string(),
      link: z.string(),
      qrText: z.string(),
      state: z.enum(REQUEST_STATES),
      expiresAt: TimestampOut,
    }),
    refuses: ASK_REFUSALS,
  },
  splitRequest: {
    method: 'POST',
    path: '/requests/split',
    summary: 'Ask several people for their shares of a bill, all or none',
    access: 'user',
    needs: ['open', 'contacts'],
    throttle: 'asks',
    priority: 'money',
    body: z.strictObject({
      total: AmountIn,
      currency: CurrencyIn,
      note: NoteRequiredIn,
      shares: z
        .array(z.strictObject({ toUser: ToUserIn, amount: AmountIn }, 'invalidTo'), 'invalidTo')
        .check(z.minLength(1, 'invalidTo'), z.maxLength(SPLIT_SHARES_MAX, 'invalidTo')),
      /** The caller's own part, which nobody is asked for: what the shares leave of the total, checked if it is given. */
      ownPart: z.optional(z.int('invalidAmount').check(z.gte(0, 'invalidAmount'))),
      draftId: DraftIdIn,
    }),
    result: z.object({
      splitId: SplitIdOut,
      /** In the order of the shares. */
      requestIds: z.array(RequestIdOut),
      total: CentsOut,
      ownPart: CentsOut,
    }),
    refuses: ASK_REFUSALS,
  },
  listRequests: {
    method: 'GET',
    path: '/requests/list',
    summary: "The caller's requests, newest first: those sent, those received, or all",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    query: z.strictObject({
      mode: z._default(z.enum(MODES, 'invalidType'), 'all'),
      state: z.optional(z.enum(REQUEST_STATES, 'invalidType')),
      limit: LimitQueryIn,
      last: z.optional(CursorIn),
    }),
    result: z.object({ items: z.array(RequestRow), last: CursorOut, end: z.boolean() }),
    refuses: ['invalidType', 'invalidLimit'],
  },
  getRequest: {
    method: 'GET',
    path: '/requests/get',
    summary: 'One request that the caller sent or received, by its id or by the code of its link',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    /** One of the two. */
    query: z.strictObject({ requestId: z.optional(RequestIdIn), code: z.optional(PayCodeIn) }),
    /** `lang`: the requester's, for the person who is to pay it. */
    result: z.extend(RequestRow, { lang: CounterpartLangOut }),
    refuses: ['notFound'],
  },
  getSplit: {
    method: 'GET',
    path: '/requests/split/get',
    summary: 'A bill that the caller split: who has paid and what is left',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({ splitId: SplitIdIn }),
    result: z.object({
      splitId: SplitIdOut,
      date: TimestampOut,
      note: z.string(),
      total: CentsOut,
      currency: CurrencyOut,
      ownPart: CentsOut,
      /** What has come in and was not taken out of the caller's balance again, and what is still asked for. */
      paid: CentsOut,
      left: CentsOut,
      items: z.array(RequestRow),
    }),
    refuses: ['notFound'],
  },
  listRequestPayments: {
    method: 'GET',
    path: '/requests/payments',
    summary: 'Who has paid a request that the caller sent, the latest first',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    query: z.strictObject({ requestId: RequestIdIn, limit: LimitQueryIn, last: z.optional(CursorIn) }),
    result: z.object({ items: z.array(RequestPayment), last: CursorOut, end: z.boolean() }),
    refuses: ['notFound', 'invalidLimit'],
  },
  publicRequest: {
    method: 'GET',
    path: '/requests/public',
    summary: 'What a link asks for, for anyone who has it',
    access: 'public',
    throttle: 'payLinks',
    priority: 'lists',
    background: true,
    query: z.strictObject({ code: PayCodeIn }),
    result: z.object({
      requesterName: z.string(),
      /** The address of `requestPicture`, which needs no bearer; null without a picture. */
      image: z.nullable(z.string()),
      amount: CentsOut,
      currency: CurrencyOut,
      note: z.string(),
      state: z.enum(REQUEST_STATES),
      expiresAt: TimestampOut,
      /** The requester's, while it can be paid. */
      lang: CounterpartLangOut,
    }),
    refuses: ['notFound'],
  },
  requestPicture: {
    method: 'GET',
    path: '/requests/picture',
    summary: 'The picture of the one who asks, for anyone who has the link',
    access: 'public',
    throttle: 'payLinks',
    priority: 'reports',
    background: true,
    query: z.strictObject({ code: PayCodeIn }),
    result: file('image/jpeg', 'image/png', 'image/webp'),
    refuses: ['notFound'],
  },
  cancelRequest: {
    method: 'POST',
    path: '/requests/cancel',
    summary: 'Take back a request that is open, by the one who asked; money that is on its way for it is given back',
    access: 'user',
    throttle: 'notes',
    priority: 'lists',
    body: z.strictObject({ requestId: RequestIdIn }),
    result: Moved,
    refuses: ['notFound'],
  },
  declineRequest: {
    method: 'POST',
    path: '/requests/decline',
    summary: 'Say no to a request that is open, by the person asked',
    access: 'user',
    needs: ['contacts'],
    throttle: 'notes',
    priority: 'lists',
    body: z.strictObject({ requestId: RequestIdIn }),
    result: Moved,
    refuses: ['notFound', 'emailNotVerified', 'kycRequired'],
  },
  remindRequest: {
    method: 'POST',
    path: '/requests/remind',
    summary: 'Remind the person asked: once a day, three times in all',
    access: 'user',
    needs: ['open', 'contacts'],
    throttle: 'notes',
    priority: 'lists',
    body: z.strictObject({ requestId: RequestIdIn }),
    result: z.object({ ...Moved.shape, reminders: RequestRow.shape.reminders }),
    refuses: ['notFound', 'invalidUser', 'accountRestricted', 'emailNotVerified', 'kycRequired'],
  },
  payRequest: {
    method: 'POST',
    path: '/requests/pay',
    summary: 'Pay a request: one received, by its id, or that of a link, by its code',
    access: 'user',
    needs: ['open', 'contacts', 'terms'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject({
      /** One of the two. */
      requestId: z.optional(RequestIdIn),
      code: z.optional(PayCodeIn),
      ...payIn,
      /** Another attempt after a decline, under the same send session. */
      sendSessionId: z.optional(SendSessionIdIn),
    }),
    result: z.object({
      ...paidOut,
      sendSessionId: z.optional(SendSessionIdOut),
    }),
    refuses: ['notFound', 'invalidPayMethod', 'invalidCardNumber', 'invalidUser', 'senderUnsufficientFunds'],
  },
} as const satisfies Endpoints

import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CursorIn, CursorOut, limitQueryIn, TimestampOut } from '../fields.ts'
import { NotificationIdIn, NotificationIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'
import { MAX_CENTS } from '../money-bounds.ts'
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_OBJECTS } from '../notices.ts'
import { METHODS } from './activity.ts'

/** Notifications on a page. */
export const NOTICES_PAGE = 5
/** More unread ones than this are not counted. */
export const MOST_UNREAD = 99
/** What a balance has to fall below to be worth a notification, until its owner says otherwise; 0 for never. */
export const BALANCE_THRESHOLD_CENTS = 1_000

const NotificationRow = z.object({
  id: NotificationIdOut,
  kind: z.enum(NOTICE_KINDS),
  variant: z.string(),
  objectType: z.enum(NOTICE_OBJECTS),
  /** The id of the transaction, invoice, request, schedule, ticket or dispute, or of the payment to approve; null for what there is one of. */
  objectId: z.nullable(z.string()),
  createdAt: TimestampOut,
  readAt: z.nullable(TimestampOut),
  /** What fills the text. A counterpart who has left or is blocked has no name. */
  params: z.object({
    amount: z.optional(CentsOut),
    name: z.optional(z.nullable(z.string())),
    /** What went back of a payment or came back of a withdrawal, in all: its fee too, where that came along. */
    back: z.optional(CentsOut),
    method: z.optional(z.enum(METHODS)),
    /** Why a withdrawal came back: its bank's code, such as `R03`, or `paypal`. */
    reason: z.optional(z.string()),
    /** Of a withdrawal that waits to be claimed at PayPal: with which address, and when it comes back otherwise. */
    account: z.optional(z.string()),
    comesBackAt: z.optional(TimestampOut),
  }),
})
export type NotificationItem = z.infer<typeof NotificationRow>

const Channels = z.object({ inApp: z.boolean(), email: z.boolean(), push: z.boolean(), sms: z.boolean() })

const NoticePreferences = z.object({
  /** Whether what goes by a channel arrives: `returned` mail came back, to a `stopped` phone its owner lets nothing be sent. */
  reach: z.object({
    email: z.enum(['on', 'unverified', 'returned']),
    sms: z.enum(['on', 'unverified', 'stopped', 'off']),
    push: z.enum(['on', 'off']),
  }),
  /** A balance that falls below it is told as `balanceDropped`; 0 for never. */
  balanceThresholdCents: CentsOut,
  items: z.array(
    z.object({
      kind: z.enum(NOTICE_KINDS),
      channels: Channels,
      /** Cannot be switched off. */
      fixed: z.boolean(),
    }),
  ),
})

/** Bytes in base64url, as a browser gives them. */
const BytesIn = (length: number) =>
  z.string('invalidRequest').check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'invalidRequest'))

/** What `PushSubscription.toJSON()` gives: where its browser is reached, and the keys that only it can open. */
const PushSubscriptionIn = z.strictObject(
  {
    endpoint: z.string('invalidRequest').check(z.maxLength(1_000, 'invalidRequest')),
    expirationTime: z.optional(z.nullable(z.number('invalidRequest'))),
    keys: z.strictObject({ p256dh: BytesIn(87), auth: BytesIn(22) }, 'invalidRequest'),
  },
  'invalidRequest',
)

export const notifications = {
  listNotifications: {
    method: 'GET',
    path: '/notifications/list',
    summary: 'What the caller was told, newest first, and how much of it is unread',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    query: z.strictObject({ limit: limitQueryIn(NOTICES_PAGE), last: z.optional(CursorIn) }),
    result: z.object({
      items: z.array(NotificationRow),
      /** Counted up to `MOST_UNREAD` and one. */
      unread: z.int(),
      last: CursorOut,
      end: z.boolean(),
    }),
    refuses: ['invalidLimit'],
  },
  readNotifications: {
    method: 'POST',
    path: '/notifications/read',
    summary: 'Mark notifications as read, by their ids or all; repeating is harmless',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    inDoubt: 'served',
    body: z.strictObject({
      ids: z.optional(z.array(NotificationIdIn, 'invalidRequest').check(z.maxLength(100, 'invalidRequest'))),
      all: z.optional(z.literal(true, 'invalidRequest')),
    }),
    result: z.object({ unread: z.int() }),
    refuses: [],
  },
  noticePreferences: {
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'By which channels the caller wants to be told of what',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: NoticePreferences,
    refuses: [],
  },
  changeNoticePreferences: {
    method: 'POST',
    path: '/notifications/preferences',
    summary: 'Switch channels of kinds on or off; what is left out stays',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    body: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            kind: z.enum(NOTICE_KINDS, 'invalidType'),
            channel: z.enum(NOTICE_CHANNELS, 'invalidType'),
            on: z.boolean('invalidRequest'),
          }),
          'invalidRequest',
        )
        .check(z.maxLength(NOTICE_KINDS.length * NOTICE_CHANNELS.length, 'invalidRequest')),
      balanceThresholdCents: z.optional(
        z
          .number('invalidAmount')
          .check(z.int('invalidAmount'), z.gte(0, 'invalidAmount'), z.lte(MAX_CENTS, 'invalidAmount')),
      ),
    }),
    result: NoticePreferences,
    refuses: ['invalidType', 'invalidAmount'],
  },
  subscribePush: {
    method: 'POST',
    path: '/notifications/push/subscribe',
    summary:
      'Send notifications to this browser as well; again with the same one is harmless, and says that it is in use',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    // A page says so by itself when it opens.
    background: true,
    body: z.strictObject({ subscription: PushSubscriptionIn }),
    result: z.object({}),
    refuses: ['invalidRequest', 'serviceUnavailable'],
  },
  unsubscribePush: {
    method: 'POST',
    path: '/notifications/push/unsubscribe',
    summary: 'Send no more notifications to this browser; also when none were sent',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    inDoubt: 'served',
    body: z.strictObject({ endpoint: z.string('invalidRequest').check(z.maxLength(1_000, 'invalidRequest')) }),
    result: z.object({}),
    refuses: [],
  },
} as const satisfies Endpoints

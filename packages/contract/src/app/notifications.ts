import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'

/** What a person can be told of. */
export const NOTICE_KINDS = [
  'profileUpdated',
  'updateProfileName',
  'updateEmail',
  'updatePhone',
  'received',
  'sent',
  'withdraw',
  'deposit',
  'balanceDropped',
  'invoiceSent',
  'invoiceReceived',
  'invoicePaymentReceived',
  'invoicePaymentDone',
  'invoice',
  'security',
  'kyc',
  'request',
  'reward',
  'support',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const NOTICE_CHANNELS = ['inApp', 'email', 'push', 'sms'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** Told whatever was chosen: an account that is being taken over must not be kept quiet about it. */
export const FIXED_NOTICES = ['security', 'updateEmail', 'updatePhone'] as const satisfies readonly NoticeKind[]

/** The channels that a kind uses until its owner says otherwise. */
export const NOTICE_DEFAULTS: Record<NoticeKind, readonly NoticeChannel[]> = {
  profileUpdated: ['inApp'],
  updateProfileName: ['inApp', 'email'],
  updateEmail: NOTICE_CHANNELS,
  updatePhone: NOTICE_CHANNELS,
  received: ['inApp', 'push', 'email'],
  sent: ['inApp'],
  withdraw: ['inApp', 'email'],
  deposit: ['inApp', 'push'],
  balanceDropped: ['inApp', 'push'],
  invoiceSent: ['inApp'],
  invoiceReceived: ['inApp', 'push', 'email'],
  invoicePaymentReceived: ['inApp', 'push', 'email'],
  invoicePaymentDone: ['inApp'],
  invoice: ['inApp', 'email'],
  security: ['inApp', 'email'],
  kyc: ['inApp', 'email'],
  request: ['inApp', 'push'],
  reward: ['inApp'],
  support: ['inApp', 'email'],
}

const Channels = z.object({ inApp: z.boolean(), email: z.boolean(), push: z.boolean(), sms: z.boolean() })

const NoticePreferences = z.object({
  items: z.array(
    z.object({
      kind: z.enum(NOTICE_KINDS),
      channels: Channels,
      /** Cannot be switched off. */
      fixed: z.boolean(),
    }),
  ),
})

export const notifications = {
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
    }),
    result: NoticePreferences,
    refuses: ['invalidType'],
  },
} as const satisfies Endpoints

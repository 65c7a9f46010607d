import * as z from 'zod/mini'
import { CLOSE_REASONS } from './sessions.ts'
import type { Endpoints } from '../endpoint.ts'
import {
  DisputeIdOut,
  InvoiceIdOut,
  NotificationIdOut,
  RequestIdOut,
  ScheduleIdOut,
  TicketIdOut,
  TransactionIdOut,
} from '../ids.ts'

/**
 * What the live stream can say, by event name: what changed, not what it contains. A screen that shows it reads it by the
 * calls that it knows; `reset` stands for everything.
 */
export const LIVE_EVENTS = {
  ready: z.object({ last: z.int() }),
  reset: z.object({}),
  me: z.object({ fields: z.array(z.string()) }),
  wallet: z.object({}),
  kyc: z.object({}),
  /** `version` counts the states of the row; `noted` says that the owner's own note has changed, which is none. */
  transaction: z.object({ id: TransactionIdOut, version: z.int(), noted: z.optional(z.boolean()) }),
  /** `version` counts the changes of the invoice, which both of its parties see. */
  invoice: z.object({ id: InvoiceIdOut, version: z.int() }),
  /** A request for money that was sent or received; `version` counts its changes. */
  request: z.object({ id: RequestIdOut, version: z.int() }),
  /** A schedule of the owner's; `version` counts its changes. */
  schedule: z.object({ id: ScheduleIdOut, version: z.int() }),
  /** Who approves for whom, or a payment that waits for an approver: the own side of either has changed. */
  approvers: z.object({}),
  /** A ticket and a dispute of the owner's; `version` counts its changes. */
  ticket: z.object({ id: TicketIdOut, version: z.int() }),
  dispute: z.object({ id: DisputeIdOut, version: z.int() }),
  /** One has come, or, without an id, some were read. */
  notification: z.object({ id: z.optional(NotificationIdOut) }),
  /** What counts for the owner, or what was paid for it. */
  rewards: z.object({}),
  frequents: z.object({}),
  limits: z.object({}),
  content: z.object({ changed: z.enum(['fees', 'limits', 'legal', 'rails']) }),
  session: z.object({ state: z.enum(['locked', 'closed']), reason: z.enum(CLOSE_REASONS) }),
} as const
export type LiveEventName = keyof typeof LIVE_EVENTS
export type LiveEventData = { [K in LiveEventName]: z.infer<(typeof LIVE_EVENTS)[K]> }
export type LiveEvent = { [K in LiveEventName]: { id: number; event: K; data: LiveEventData[K] } }[LiveEventName]

const AnyEvent = z.object({
  id: z.int(),
  event: z.enum(Object.keys(LIVE_EVENTS) as LiveEventName[]),
  data: z.unknown(),
})

export const live = {
  live: {
    method: 'GET',
    path: '/live',
    summary: "Server-sent events of the caller's account; resumes with Last-Event-ID",
    access: 'user',
    throttle: 'read',
    priority: 'always',
    background: true,
    result: { kind: 'stream' },
    refuses: [],
  },
  livePoll: {
    method: 'GET',
    path: '/live/poll',
    summary: 'The same events by asking, where streams do not get through',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({
      after: z.string('invalidRequest').check(z.regex(/^\d{1,15}$/, 'invalidRequest')),
    }),
    result: z.object({ events: z.array(AnyEvent), last: z.int() }),
    refuses: [],
  },
} as const satisfies Endpoints

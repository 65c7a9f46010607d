import * as z from 'zod/mini'
import { MovementStateOut, MOVEMENT_TYPES, TransactionRow } from './activity.ts'
import { CLOSE_REASONS } from './sessions.ts'
import type { Endpoints } from '../endpoint.ts'
import { TransactionIdOut } from '../ids.ts'
import { KycOut } from './kyc.ts'
import { CentsOut } from '../money.ts'
import { WalletOut } from './wallet.ts'

/** What the live stream can say, by event name. Nothing is sent that the same viewer could not read by a call. */
export const LIVE_EVENTS = {
  ready: z.object({ last: z.int() }),
  reset: z.object({}),
  me: z.object({ fields: z.array(z.string()), accessLevel: z.int() }),
  wallet: z.object({ USD: CentsOut, held: WalletOut }),
  kyc: KycOut,
  transaction: z.object({
    id: TransactionIdOut,
    type: z.enum(MOVEMENT_TYPES),
    state: MovementStateOut,
    version: z.int(),
    row: TransactionRow,
  }),
  frequents: z.object({}),
  limits: z.object({}),
  content: z.object({ changed: z.enum(['fees', 'limits', 'legal']) }),
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

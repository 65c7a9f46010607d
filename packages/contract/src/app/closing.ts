import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { DayOut, TimestampOut } from '../fields.ts'
import { TransactionIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'
import { HOLD_REASONS, MOVEMENT_TYPES, MovementStateOut } from './activity.ts'

/** What keeps an account from being closed; the same stands in the details of a refusal. */
const Standing = z.object({
  /** What can be sent to somebody now, and what is set aside. */
  balanceCents: CentsOut,
  heldCents: CentsOut,
  /** For payments that went back after they were spent. */
  owedCents: CentsOut,
  /** Credited for problems that were reported, and not the owner's for good. */
  creditedCents: CentsOut,
  /** Until when it stays open whatever is in it, since how its owner logs in or proves who they are has changed lately. */
  until: z.nullable(TimestampOut),
  /** The newest first, twenty at most. */
  pending: z.array(
    z.object({
      transactionId: TransactionIdOut,
      type: z.enum(MOVEMENT_TYPES),
      state: MovementStateOut,
      /** What it waits for while it is ON HOLD. */
      holdReason: z.nullable(z.enum(HOLD_REASONS)),
      amountCents: CentsOut,
      at: TimestampOut,
      /** Whether its owner can still give it up. */
      cancellable: z.boolean(),
      /** The last day on which it is expected to end, where one is known. */
      expectedBy: z.nullable(DayOut),
    }),
  ),
})

export const closing = {
  checkClosing: {
    method: 'GET',
    path: '/account/close/check',
    summary:
      'What keeps the own account from being closed now: money in it, or on its way in or out, a debt, or a cooling',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: Standing,
    refuses: [],
  },
  closeAccount: {
    method: 'POST',
    path: '/account/close',
    summary:
      'Close the own account for good, once it is empty, nothing is on its way, nothing is owed and it does not cool',
    access: 'user',
    needs: ['open'],
    throttle: 'read',
    priority: 'money',
    stepUp: 'always',
    body: z.strictObject({}),
    result: z.object({ status: z.literal('closed') }),
    refuses: ['accountRestricted'],
  },
} as const satisfies Endpoints

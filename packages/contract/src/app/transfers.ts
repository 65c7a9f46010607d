import * as z from 'zod/mini'
import { MovementStateOut } from './activity.ts'
import type { Endpoints } from '../endpoint.ts'
import { TimestampOut } from '../fields.ts'
import { TransactionIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'
import { SEND_REFUSALS, sendFields } from '../send-fields.ts'

export const transfers = {
  sendInApp: {
    method: 'POST',
    path: '/send/in-app',
    summary: 'Send from your balance to another user, free, and at once unless the sender chose time to undo it',
    access: 'user',
    needs: ['open', 'contacts', 'terms', 'tier1'],
    throttle: 'money',
    priority: 'money',
    idempotent: true,
    stepUp: 'whenAsked',
    body: z.strictObject(sendFields),
    result: z.object({
      transactionId: TransactionIdOut,
      state: MovementStateOut,
      /** While it is PENDING: when it reaches its receiver, and until when it can be undone. */
      arrivesAt: z.optional(TimestampOut),
      /** While it waits for an approver: until when, and whose word counts. */
      decideBy: z.optional(TimestampOut),
      approverNames: z.optional(z.array(z.string())),
      fee: CentsOut,
      totalCharge: CentsOut,
      balance: CentsOut,
      reference: z.string(),
    }),
    refuses: [...SEND_REFUSALS, 'senderUnsufficientFunds'],
  },
} as const satisfies Endpoints

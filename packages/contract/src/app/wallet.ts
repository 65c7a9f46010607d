import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { TransactionIdOut } from '../ids.ts'
import { CentsOut } from '../money.ts'

/** An amount of money by currency. */
export const WalletOut = z.object({ USD: CentsOut })

/** Only if the caller owes us: how much, and their transaction that it is for. The next money that comes in pays it. */
export const OwedOut = z.object({ USD: CentsOut, transactionId: z.nullable(TransactionIdOut) })

export const wallet = {
  wallet: {
    method: 'GET',
    path: '/clients/wallet',
    summary: 'What can be spent now, what is held and what is owed, by currency',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    result: z.extend(WalletOut, {
      held: WalletOut,
      owed: z.optional(OwedOut),
    }),
    refuses: [],
  },
} as const satisfies Endpoints

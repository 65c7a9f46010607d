import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { CentsOut } from '../money.ts'

/** An amount of money by currency. */
export const WalletOut = z.object({ USD: CentsOut })

export const wallet = {
  wallet: {
    method: 'GET',
    path: '/clients/wallet',
    summary: 'What can be spent now, and what is held, by currency',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    result: z.extend(WalletOut, { held: WalletOut }),
    refuses: [],
  },
} as const satisfies Endpoints

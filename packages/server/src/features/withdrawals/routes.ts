import type { Handlers } from '#platform/http/ctx.ts'
import { withdrawBank } from './withdraw-bank.ts'
import { withdrawPaypal } from './withdraw-paypal.ts'

export const withdrawalsRoutes = {
  withdrawBank: { onlyPosts: withdrawBank },
  withdrawPaypal: { onlyPosts: withdrawPaypal },
} satisfies Partial<Handlers>

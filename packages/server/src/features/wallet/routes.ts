import type { Handlers } from '#platform/http/ctx.ts'
import { readWallet } from './read-wallet.ts'

export const walletRoutes = { wallet: (ctx) => readWallet(ctx) } satisfies Partial<Handlers>

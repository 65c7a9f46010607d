import type { Handlers } from '#platform/http/ctx.ts'
import { checkClosing } from './check-closing.ts'
import { closeAccount } from './close-account.ts'

export const closingRoutes = {
  checkClosing: (ctx) => checkClosing(ctx),
  closeAccount: (ctx) => closeAccount(ctx),
} satisfies Partial<Handlers>

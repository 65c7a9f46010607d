import type { Handlers } from '#platform/http/ctx.ts'
import { acceptTerms } from './accept-terms.ts'
import { accessLog } from './access-log.ts'
import { freeze, unfreeze } from './freeze.ts'

export const accountsRoutes = {
  acceptTerms,
  accessLog,
  freeze: (ctx) => freeze(ctx),
  unfreeze: (ctx) => unfreeze(ctx),
} satisfies Partial<Handlers>

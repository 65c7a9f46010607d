import type { Handlers } from '#platform/http/ctx.ts'
import { acceptTerms } from './accept-terms.ts'
import { accessLog } from './access-log.ts'

export const accountsRoutes = {
  acceptTerms,
  accessLog,
} satisfies Partial<Handlers>

import type { Handlers } from '#platform/http/ctx.ts'
import { acceptTerms } from './accept-terms.ts'

export const accountsRoutes = { acceptTerms } satisfies Partial<Handlers>

import type { HandlersOf } from '#platform/http/ctx.ts'
import { acceptTerms } from './accept-terms.ts'

export const accountsRoutes = { acceptTerms } satisfies HandlersOf<'acceptTerms'>

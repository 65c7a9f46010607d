import type { Handlers } from '#platform/http/ctx.ts'
import { securityLog } from './security-log.ts'

export const securityLogRoutes = { securityLog } satisfies Partial<Handlers>

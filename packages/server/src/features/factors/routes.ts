import type { Handlers } from '#platform/http/ctx.ts'
import { stepUpOptions } from './step-up-options.ts'
import { stepUpVerify } from './step-up-verify.ts'

export const factorsRoutes = { stepUpOptions, stepUpVerify } satisfies Partial<Handlers>

import type { Handlers } from '#platform/http/ctx.ts'
import { decideApproval } from './decide-approval.ts'
import { sendInApp } from './send-in-app.ts'

export const transfersRoutes = { sendInApp: { onlyPosts: sendInApp }, decideApproval } satisfies Partial<Handlers>

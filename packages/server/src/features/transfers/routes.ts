import type { Handlers } from '#platform/http/ctx.ts'
import { sendInApp } from './send-in-app.ts'

export const transfersRoutes = { sendInApp: { onlyPosts: sendInApp } } satisfies Partial<Handlers>

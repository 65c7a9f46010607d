import type { HandlersOf } from '#platform/http/ctx.ts'
import { onlyPosts } from '#platform/http/money-call.ts'
import { sendInApp } from './send-in-app.ts'

export const transfersRoutes = { sendInApp: onlyPosts(sendInApp) } satisfies HandlersOf<'sendInApp'>

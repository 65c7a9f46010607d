import type { Handlers } from '#platform/http/ctx.ts'
import { activity } from './activity.ts'
import { endSessions } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { lockSession } from './lock-session.ts'
import { logout } from './logout.ts'
import { refreshSession } from './refresh-session.ts'

export const sessionsRoutes = {
  refreshSession,
  activity,
  lockSession,
  listSessions,
  endSessions,
  logout,
} satisfies Partial<Handlers>

import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { DEVICE_DAYS } from '#platform/crypto/device-cookie.ts'
import { pruneHandoffCodes } from './handoffs-store.ts'
import { pruneBrowsers } from './known-browsers-store.ts'
import { pruneHandoffs, pruneSessions } from './prune-store.ts'
import { pruneSignInTokens } from './sign-in-tokens-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'sessions.prune': Record<string, never>
  }
}

const DAY_MS = 86_400_000
/** Longer than a browser is notified without having been opened, which goes by its session. */
const SESSIONS_KEPT_DAYS = 90

/** The background work of this slice. */
export const sessionsTasks = (services: Services) =>
  ({
    'sessions.prune': async () => {
      const now = services.clock.now().getTime()
      const dayAgo = new Date(now - DAY_MS)
      await pruneSignInTokens(services.db, dayAgo)
      await pruneHandoffCodes(services.db, dayAgo)
      await pruneHandoffs(services.db.pool, dayAgo)
      await pruneSessions(services.db.pool, new Date(now - SESSIONS_KEPT_DAYS * DAY_MS))
      await pruneBrowsers(services.db, new Date(now - DEVICE_DAYS * DAY_MS))
    },
  }) satisfies TaskHandlers

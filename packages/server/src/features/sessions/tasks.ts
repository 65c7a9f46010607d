import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pruneHandoffCodes } from './handoffs-store.ts'
import { pruneSignInTokens } from './sign-in-tokens-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'sessions.prune': Record<string, never>
  }
}

const DAY_MS = 86_400_000

/** The background work of this slice. */
export const sessionsTasks = (services: Services) =>
  ({
    'sessions.prune': async () => {
      const before = new Date(services.clock.now().getTime() - DAY_MS)
      await pruneSignInTokens(services.db, before)
      await pruneHandoffCodes(services.db, before)
    },
  }) satisfies TaskHandlers

import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pruneChallenges } from './challenges-store.ts'
import { prunePasskeyChallenges } from './passkey-challenges-store.ts'
import { tellOfFailedSignIn } from './tell-of-failed-sign-in.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'challenges.prune': Record<string, never>
  }
}

/** Longer than the day for which a proof for money is remembered. */
const KEPT_MS = 2 * 86_400_000

/** The background work of this slice. */
export const factorsTasks = (services: Services) =>
  ({
    'failed-sign-in.tell': (failed) => tellOfFailedSignIn(services, failed),
    'challenges.prune': async () => {
      const now = services.clock.now()
      await pruneChallenges(services.db, new Date(now.getTime() - KEPT_MS))
      await prunePasskeyChallenges(services.db, now)
    },
  }) satisfies TaskHandlers

import { databaseNow } from '#platform/db/database.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { insertRun, listWaitingRuns, type Run } from './differences-store.ts'
import { reconcileRail } from './reconcile-rail.ts'
import { daysOf, PROVIDERS_OF, reportOf } from './reports.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Orders the comparison of every rail, for the days that may still have changed. */
    'reconciliation.order': Record<string, never>
    /** Carries out what was ordered. */
    'reconciliation.run': Record<string, never>
  }
}

const DAY_MS = 86_400_000
const AT_A_TIME = 10

export const reconciliationTasks = (services: Services) =>
  ({
    'reconciliation.order': async () => {
      const at = await databaseNow(services.db, services.clock)
      const to = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
      for (const rail of Object.keys(PROVIDERS_OF) as ProvidedRail[]) {
        const from = new Date(to.getTime() - daysOf(rail).compared * DAY_MS)
        if (reportOf(services, rail)) await insertRun(services.db, { id: newId(), rail, from, to }, { by: 'clock', at })
      }
    },
    'reconciliation.run': async () => {
      const runs = await listWaitingRuns(services.db, AT_A_TIME)
      const reconcile = (run: Run): Promise<unknown> => reconcileRail(services, run)
      await eachApart(services.log, 'a rail was not compared', runs, ({ id }) => id, reconcile)
    },
  }) satisfies TaskHandlers

import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { catchUp } from './follow-movements.ts'
import { pruneNotices } from './notices-store.ts'
import { tellOfApprovals } from './tell-of-approvals.ts'
import { pruneDevices } from './notice-devices.ts'
import { pushTasks } from './send-push.ts'
import { textTasks } from './send-text.ts'
import { tellOfReturnedMail } from './returned-mail.ts'
import { tellOfDebts } from './tell-of-debts.ts'
import { tellOfEvents } from './tell-of-events.ts'
import { tellOfPayables } from './tell-of-payables.ts'
import { tellOfSchedules } from './tell-of-schedules.ts'
import { tellOfSupport } from './tell-of-support.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.prune': Record<string, never>
  }
}

/** How long the list goes back. */
const KEPT_DAYS = 365

export const notificationsTasks = (services: Services) =>
  ({
    'notices.catch-up': () => catchUp(services),
    ...tellOfApprovals(services),
    'notices.prune': async () => {
      await pruneNotices(services.db, new Date(services.clock.now().getTime() - KEPT_DAYS * 86_400_000))
      await pruneDevices(services)
    },
    ...tellOfDebts(services),
    ...tellOfEvents(services),
    ...tellOfPayables(services),
    ...tellOfSchedules(services),
    ...tellOfReturnedMail(services),
    ...pushTasks(services),
    ...textTasks(services),
    ...tellOfSupport(services),
  }) satisfies TaskHandlers

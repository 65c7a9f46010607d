import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { settleCardEvent } from './settle-card-event.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** An event of the card provider: the object it speaks of is read again. */
    'card-event.settle': { provider: string; eventId: string; objectId: string; type: string }
  }
}

export const depositsTasks = (services: Services) =>
  ({ 'card-event.settle': (event) => settleCardEvent(services, event) }) satisfies TaskHandlers

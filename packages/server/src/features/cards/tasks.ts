import type { PayinEvent } from '#features/payins/index.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { settleCardEvent } from './card-event.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** An event of the card provider: the object it speaks of is read again. */
    'card-event.settle': PayinEvent
  }
}

export const cardsTasks = (services: Services) =>
  ({ 'card-event.settle': (event) => settleCardEvent(services, event) }) satisfies TaskHandlers

import type { PayinEvent } from '#features/payins/index.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { settlePaypalEvent } from './paypal-event.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** An event about an order at PayPal: the order is read again. */
    'paypal-event.settle': PayinEvent
  }
}

export const paypalTasks = (services: Services) =>
  ({ 'paypal-event.settle': (event) => settlePaypalEvent(services, event) }) satisfies TaskHandlers

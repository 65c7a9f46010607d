import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { sweepPayments } from './sweep-payments.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Checks everything that is under way, so that no event is ever needed. */
    'sweep-payments': Record<string, never>
  }
}

export const railsTasks = (services: Services) =>
  ({ 'sweep-payments': (_payload, run) => sweepPayments(services, run) }) satisfies TaskHandlers

import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { type ComeBack, endComeBack } from './end-come-back.ts'
import { runDisputes } from './run-disputes.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Tells operators of deadlines, credits what was not answered, and takes back what goes back. */
    'disputes.run': Record<string, never>
    'disputes.end-come-back': ComeBack
  }
}

export const supportTasks = (services: Services) =>
  ({
    'disputes.run': (_payload, run) => runDisputes(services, run),
    'disputes.end-come-back': (back) => endComeBack(services, back),
  }) satisfies TaskHandlers

import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { callBackPayments } from './call-back-payments.ts'
import { probeRails } from './probe-rails.ts'
import { sweepPayments } from './sweep-payments.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Checks everything that is under way, so that no event is ever needed. */
    'payments.sweep': Record<string, never>
    /** The owner took the account back: what was begun in it before that, an ISO time, and is not final is given up. */
    'payments.call-back': { ownerId: string; before: string }
    /** Brings back rails that switched themselves off. */
    'rails.probe': Record<string, never>
  }
}

export const railsTasks = (services: Services) =>
  ({
    'payments.sweep': (_payload, run) => sweepPayments(services, run),
    'payments.call-back': (of) => callBackPayments(services, of),
    'rails.probe': () => probeRails(services),
  }) satisfies TaskHandlers

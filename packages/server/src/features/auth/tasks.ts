import type { Language } from '@puente/contract'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { pruneCodes } from './prune-codes.ts'
import { sendReset } from './send-reset.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'contact-codes.prune': Record<string, never>
    'password.send-reset': { requestId: string; emailSealed: string; language: Language }
  }
}

/** The background work of this slice. */
export const authTasks = (services: Services) =>
  ({
    'contact-codes.prune': () => pruneCodes(services),
    'password.send-reset': (payload) => sendReset(services, payload),
  }) satisfies TaskHandlers

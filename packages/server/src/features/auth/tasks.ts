import type { Language } from '@puente/contract'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { sendReset } from './send-reset.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'password.send-reset': { requestId: string; emailSealed: string; language: Language }
  }
}

/** The background work of this slice. */
export const authTasks = (services: Services) =>
  ({
    'password.send-reset': (payload) => sendReset(services, payload),
  }) satisfies TaskHandlers

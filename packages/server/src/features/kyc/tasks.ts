import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { findByCheck } from './kyc-store.ts'
import { lookAtCase, submitCase } from './submit-case.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'kyc.submit': { ownerId: string; caseId: string }
    'kyc.look': { ownerId: string; caseId: string; pauseMs: number }
    /** An event of the reviewer: the check it speaks of is read again. */
    'kyc-webhook': { provider: string; eventId: string; objectId: string }
  }
}

/** The event came before our own record of the check; the queue tries again. */
class CheckUnknown extends Error {
  override readonly name = 'CheckUnknown'
}

export const kycTasks = (services: Services): TaskHandlers => ({
  'kyc.submit': (payload) => submitCase(services, payload),
  'kyc.look': (payload) => lookAtCase(services, payload),
  'kyc-webhook': async ({ objectId }) => {
    const ref = await findByCheck(services.db, objectId)
    if (!ref) throw new CheckUnknown('no case is known for this check')
    await lookAtCase(services, ref)
  },
})

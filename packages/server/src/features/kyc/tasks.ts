import { transaction } from '#platform/db/transaction.ts'
import type { JobOf, JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import { checkJob, startedOver, submitJob } from './review-jobs.ts'
import { advanceReview } from './advance-review.ts'
import { endReviews } from './end-reviews.ts'
import { expireDocuments } from './expire-documents.ts'
import { pruneReviewTimes } from './review-times-store.ts'
import { sendReview } from './send-review.ts'
import { withdrawIdentity } from './withdraw-identity.ts'

/** Times of reviews; the promise looks 30 days back. */
const KEPT_MS = 60 * 86_400_000

/** The event came before our own record of the check; the queue tries again. */
class CheckUnknown extends Error {
  override readonly name = 'CheckUnknown'
}

const orStartOver = async (
  services: Services,
  run: JobRun,
  job: JobOf<'kyc.submit'> | JobOf<'kyc.check'>,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (run.isLastAttempt)
      await transaction(services.db, 'start a kyc job over', (trx) => services.jobs.add(trx, startedOver(job)))
    throw error
  }
}

export const kycTasks = (services: Services) =>
  ({
    'kyc.submit': (ref, run) => orStartOver(services, run, submitJob(ref), () => sendReview(services, ref)),
    'kyc.check': ({ pauseMs, ...ref }, run) =>
      orStartOver(services, run, checkJob(ref, pauseMs), () => advanceReview(services, ref, pauseMs)),
    'kyc.expire': async () => {
      await expireDocuments(services)
      await pruneReviewTimes(services.db, new Date(services.clock.now().getTime() - KEPT_MS))
    },
    'kyc.withdraw': (payload) => withdrawIdentity(services, payload),
    'kyc.end': (payload) => endReviews(services, payload),
    'kyc-event.apply': async ({ provider, objectId }) => {
      const found = await findByObject(services.db, provider, objectId)
      if (!found) throw new CheckUnknown('no review is known for this check')
      await advanceReview(services, { ownerId: found.ownerId, caseId: found.ref })
    },
  }) satisfies TaskHandlers

import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { checkJob } from './review-jobs.ts'
import { decideReview } from './decide-review.ts'
import { type ReviewRef, findReview } from './kyc-store.ts'

/**
 * Asks the reviewer how a review stands and obeys. A check that came of a pause leads to the next one while nothing is final;
 * one that came of an event does not, since the pauses go on beside it.
 */
export const advanceReview = async (services: Services, ref: ReviewRef, pauseMs?: number): Promise<void> => {
  const found = await findReview(services.db, ref)
  if (!found?.providerId || (found.state !== 'inReview' && found.state !== 'operator')) return
  const decision = await services.identityCheck.fetch(found.providerId)
  await decideReview(services, ref, decision)
  const isFinal = decision.outcome === 'approved' || decision.outcome === 'denied'
  if (isFinal || pauseMs === undefined) return
  await transaction(services.db, 'check a review later', (trx) => services.jobs.add(trx, checkJob(ref, pauseMs)))
}

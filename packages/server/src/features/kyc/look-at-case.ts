import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { lookJob } from './case-jobs.ts'
import { decideCase } from './decide-case.ts'
import { type CaseRef, findCase } from './kyc-store.ts'

/**
 * Asks the reviewer how a case stands and obeys. A look that came of a pause leads to the next one while nothing is final;
 * one that came of an event does not, since the pauses go on beside it.
 */
export const lookAtCase = async (services: Services, ref: CaseRef, pauseMs?: number): Promise<void> => {
  const found = await findCase(services.db, ref)
  if (!found?.providerId || (found.state !== 'inReview' && found.state !== 'operator')) return
  const decision = await services.identityCheck.fetch(found.providerId)
  await decideCase(services, ref, decision)
  const isFinal = decision.outcome === 'approved' || decision.outcome === 'denied'
  if (isFinal || pauseMs === undefined) return
  await transaction(services.db, 'look at a case later', (trx) => services.jobs.add(trx, lookJob(ref, pauseMs)))
}

import { closeReview, type FinalDecision } from './decide-review.ts'
import { listReviews } from './kyc-store.ts'
import { type ActOutcome, noteAct, type OperatorAct } from './operator-act.ts'

/**
 * An operator ends the review that is under way: one that waits for a person, or one that the provider still has, and is
 * overruled. Approving tier 1 takes what is written on the document, since nobody else has read it.
 */
export const decideByOperator = async (act: OperatorAct, decision: FinalDecision): Promise<ActOutcome> => {
  const { services, trx, account, operator } = act
  const reviews = await listReviews(trx, account.id)
  const review = reviews.find(({ state }) => state === 'operator' || state === 'inReview')
  if (!review) return 'nothingToReview'
  if (review.tier === 1 && decision.outcome === 'approved' && decision.documentNumbers.length === 0)
    return 'documentMissing'
  const by = { kind: 'operator', id: operator } as const
  const ended = await closeReview(services, trx, account, { review, by }, decision)
  if (ended === 'ended') return 'nothingToReview'
  await noteAct(act, 'kyc-review.decided', { tier: review.tier, outcome: decision.outcome })
  return ended === 'double' ? 'doubleIdentity' : 'done'
}

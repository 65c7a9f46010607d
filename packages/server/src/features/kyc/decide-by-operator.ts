import { closeReview, type FinalDecision } from './decide-review.ts'
import { seenMarkOf } from './seen-mark.ts'
import { listItems, listReviews } from './kyc-store.ts'
import { type ActOutcome, noteAct, type OperatorAct } from './operator-act.ts'

/**
 * An operator ends the review that is under way: one that waits for a person, or one that the provider still has, and is
 * overruled. Approving tier 1 takes what is written on the document, since no one else has read it; and what is approved is what they have
 * seen (`seenMarkOf`): a video may have joined it since.
 */
export const decideByOperator = async (
  act: OperatorAct,
  decision: FinalDecision,
  seen: string | null = null,
): Promise<ActOutcome> => {
  const { services, trx, account, operator } = act
  const reviews = await listReviews(trx, account.id)
  const review = reviews.find(({ state }) => state === 'operator' || state === 'inReview')
  if (!review) return 'nothingToReview'
  if (decision.outcome === 'approved' && seen !== seenMarkOf(await listItems(trx, account.id))) return 'seenOther'
  if (review.tier === 1 && decision.outcome === 'approved' && decision.documentNumbers.length === 0)
    return 'documentMissing'
  const by = { kind: 'operator', id: operator } as const
  const ended = await closeReview(services, trx, account, { review, by }, decision)
  if (ended === 'ended') return 'nothingToReview'
  await noteAct(act, 'kyc-review.decided', { tier: review.tier, outcome: decision.outcome })
  return ended === 'double' ? 'doubleIdentity' : 'done'
}

import { newId } from '#platform/ids.ts'
import { detailsMarkOf } from './details-mark.ts'
import { markOfPerson } from './find-tries.ts'
import { type KycTier, tierOfType } from './kyc-rules.ts'
import { canMove } from './kyc-states.ts'
import { insertReview, listItems, listReviews, saveItem } from './kyc-store.ts'
import { type ActOutcome, noteAct, type OperatorAct } from './operator-act.ts'
import { settleTier } from './settle-tier.ts'

/**
 * Looks again at what was denied, with the very files and for the very person: it is under review once more, and waits for a person.
 * `notNow` once a new try has begun, or the name, birthday or address is another than that of the review that denied it.
 */
export const reopenReview = async (act: OperatorAct, tier: KycTier): Promise<ActOutcome> => {
  const { services, trx, account } = act
  const at = services.clock.now()
  const detailsMark = detailsMarkOf(services.keys, account)
  const [newest] = (await listReviews(trx, account.id)).filter((review) => review.tier === tier)
  const isEnded = newest?.state === 'approved' || newest?.state === 'denied'
  const items = await listItems(trx, account.id)
  const denied = items.filter(
    ({ type, status, frontFileId }) =>
      tierOfType(type) === tier && status === 'Denied' && canMove(status, 'inReview') && frontFileId !== null,
  )
  if (!isEnded || newest.detailsMark !== detailsMark) return 'notNow'
  if (denied.length === 0 || denied.some(({ isFresh }) => isFresh)) return 'notNow'
  for (const item of denied)
    await saveItem(trx, account.id, { ...item, status: 'inReview', reason: null }, item.status, at)
  const mark = markOfPerson(services.keys, account)
  await insertReview(trx, { ownerId: account.id, caseId: newId() }, { mark, detailsMark, tier, isReopened: true, at })
  await settleTier(services, trx, account)
  await noteAct(act, 'kyc-review.reopened', { tier })
  return 'done'
}

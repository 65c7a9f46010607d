/** Sends a complete file to review: with the last part that comes in, whichever that is. */
import type { Account } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { detailsMarkOf } from './details-mark.ts'
import { findTries, markOfPerson } from './find-tries.ts'
import { isComplete, type KycItem, type KycTier, type Person, tierOfType } from './kyc-rules.ts'
import { canMove } from './kyc-states.ts'
import { submitJob } from './review-jobs.ts'
import { insertReview, listReviews, listItems, type Review, saveItem } from './kyc-store.ts'

type Submitting = Pick<Services, 'clock' | 'events' | 'jobs' | 'keys' | 'live'>

export const personOf = ({
  tier,
  nameBirthAt,
  isBusiness,
}: Pick<Account, 'tier' | 'nameBirthAt' | 'isBusiness'>): Person => ({
  tier,
  hasNameBirth: nameBirthAt !== null,
  isBusiness,
})

const toReview = (item: KycItem, tier: KycTier): KycItem =>
  tierOfType(item.type) === tier && item.isFresh && canMove(item.status, 'inReview')
    ? { ...item, status: 'inReview' }
    : item

/** What a person is looking at already takes in what was asked for meanwhile. */
const isOpen = (review: Review, tier: KycTier): boolean =>
  review.tier === tier && (review.state === 'operator' || review.state === 'inReview')

/**
 * Submits what is complete, tells the open page, and answers the items as they are then. Nothing happens while a part is
 * missing, or when the tries are used up. The caller holds the lock on the person's row.
 */
export const submitIfComplete = async (
  { clock, events, jobs, keys, live }: Submitting,
  trx: Trx,
  account: Account,
): Promise<KycItem[]> => {
  const at = clock.now()
  const { id: ownerId } = account
  const person = personOf(account)
  let items = await listItems(trx, ownerId)
  for (const tier of [1, 2] as const) {
    if (!isComplete(items, tier, person)) continue
    const isJoining = (await listReviews(trx, ownerId)).some((review) => isOpen(review, tier))
    if (!isJoining && (await findTries(trx, keys, account, tier, at)).left === 0) continue
    const before = items
    items = before.map((item) => toReview(item, tier))
    for (const [index, item] of items.entries())
      await saveItem(trx, ownerId, item, before[index]?.status ?? item.status, at)
    if (isJoining) continue
    const ref = { ownerId, caseId: newId() }
    const marks = { mark: markOfPerson(keys, account), detailsMark: detailsMarkOf(keys, account) }
    await insertReview(trx, ref, { ...marks, tier, at })
    await jobs.add(trx, submitJob(ref))
    await events.record(trx, { event: 'kyc.moved', data: { ownerId, to: 'submitted' } })
  }
  await live.publish(trx, { ownerId, event: 'kyc', data: {} })
  return items
}

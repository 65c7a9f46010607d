/** Sends a complete file to review: with the last part that comes in, whichever that is. */
import type { Account } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { isComplete, type KycItem, type KycTier, type Person, tierOfType, triesOf } from './kyc-rules.ts'
import { canMove } from './kyc-states.ts'
import { submitJob } from './review-jobs.ts'
import { findTriesGivenAt } from './appeals-store.ts'
import { insertReview, listReviews, listItems, type Review, saveItem } from './kyc-store.ts'

type Submitting = Pick<Services, 'clock' | 'events' | 'jobs' | 'live'>

export const personOf = ({
  tier,
  nameBirthAt,
  isBusiness,
}: Pick<Account, 'tier' | 'nameBirthAt' | 'isBusiness'>): Person => ({
  tier,
  hasNameBirth: nameBirthAt !== null,
  isBusiness,
})

/** The submissions of a tier that are left, and when there is one again: support may have given them all again. */
export const findTries = async (
  db: Trx | Services['db'],
  ownerId: string,
  tier: KycTier,
  at: Date,
): Promise<ReturnType<typeof triesOf>> => {
  const [reviews, givenAt] = await Promise.all([listReviews(db, ownerId), findTriesGivenAt(db, ownerId)])
  const counted = reviews.filter((review) => review.tier === tier && (givenAt === null || review.submittedAt > givenAt))
  return triesOf(
    counted.map(({ submittedAt }) => submittedAt),
    at,
  )
}

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
  { clock, events, jobs, live }: Submitting,
  trx: Trx,
  account: Pick<Account, 'id' | 'tier' | 'nameBirthAt' | 'isBusiness'>,
): Promise<KycItem[]> => {
  const at = clock.now()
  const { id: ownerId } = account
  const person = personOf(account)
  let items = await listItems(trx, ownerId)
  for (const tier of [1, 2] as const) {
    if (!isComplete(items, tier, person)) continue
    const isJoining = (await listReviews(trx, ownerId)).some((review) => isOpen(review, tier))
    if (!isJoining && (await findTries(trx, ownerId, tier, at)).left === 0) continue
    const before = items
    items = before.map((item) => toReview(item, tier))
    for (const [index, item] of items.entries())
      await saveItem(trx, ownerId, item, before[index]?.status ?? item.status, at)
    if (isJoining) continue
    const ref = { ownerId, caseId: newId() }
    await insertReview(trx, ref, { tier, state: 'queued', at })
    await jobs.add(trx, submitJob(ref))
    await events.record(trx, { event: 'kyc.moved', data: { ownerId, to: 'submitted' } })
  }
  await live.publish(trx, { ownerId, event: 'kyc', data: {} })
  return items
}

/** Sends a complete file to review: with the last part that comes in, whichever that is. */
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { Account } from '#features/accounts/index.ts'
import { isComplete, type KycItem, triesLeft } from './kyc-rules.ts'
import { canMove } from './kyc-states.ts'
import { submitJob } from './review-jobs.ts'
import { insertReview, listReviews, listItems, saveItem } from './kyc-store.ts'

type Submitting = Pick<Services, 'clock' | 'jobs' | 'live'>

const DAY_MS = 86_400_000

/** Submissions that are left to this person. */
export const countTriesLeft = async (db: Trx | Services['db'], ownerId: string, at: Date): Promise<number> => {
  const reviews = await listReviews(db, ownerId)
  const today = reviews.filter(({ submittedAt }) => at.getTime() - submittedAt.getTime() < DAY_MS)
  return triesLeft(today.length, reviews.length)
}

const toReview = (item: KycItem): KycItem =>
  item.isFresh && canMove(item.status, 'inReview') ? { ...item, status: 'inReview' } : item

/**
 * Submits what is complete, tells the open page, and answers the items as they are then. Nothing happens while a part is
 * missing, or when the tries are used up. The caller holds the lock on the person's row.
 */
export const submitIfComplete = async (
  { clock, jobs, live }: Submitting,
  trx: Trx,
  person: Pick<Account, 'id' | 'nameBirthAt'>,
): Promise<KycItem[]> => {
  const at = clock.now()
  const before = await listItems(trx, person.id)
  const ready = isComplete(before, person.nameBirthAt !== null) && (await countTriesLeft(trx, person.id, at)) > 0
  const items = ready ? before.map(toReview) : before
  if (ready) {
    const ref = { ownerId: person.id, caseId: newId() }
    await insertReview(trx, ref, at)
    for (const [index, item] of items.entries())
      await saveItem(trx, person.id, item, before[index]?.status ?? item.status, at)
    await jobs.add(trx, submitJob(ref))
  }
  await live.publish(trx, { ownerId: person.id, event: 'kyc', data: {} })
  return items
}

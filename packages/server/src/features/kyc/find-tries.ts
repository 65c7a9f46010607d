/** How many submissions of the identity check a person has left, whatever account they come with. */
import { type Account, claimOf } from '#features/accounts/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { findTriesGivenAt } from './appeals-store.ts'
import { type KycTier, lastDayOf, triesOf } from './kyc-rules.ts'
import { listReviews, listSubmittedElsewhere } from './kyc-store.ts'

type Submitter = Pick<Account, 'id' | 'phone' | 'phoneVerified' | 'reclaimedAt'>

/** By what a person shows who closes an account and opens another one: their phone, as a keyed hash; null without a verified one. */
export const markOfPerson = (
  keys: Services['keys'],
  { phone, phoneVerified }: Pick<Submitter, 'phone' | 'phoneVerified'>,
): string | null => (phoneVerified && phone !== null ? claimOf(keys, 'phone', phone) : null)

/**
 * The submissions of a tier that are left, and when there is one again: support may have given them all again. An operator's second look
 * is none, nor is what was submitted before the account's owner took it back.
 */
export const findTries = async (
  db: Db,
  keys: Services['keys'],
  submitter: Submitter,
  tier: KycTier,
  at: Date,
): Promise<ReturnType<typeof triesOf>> => {
  const mark = markOfPerson(keys, submitter)
  const [reviews, elsewhere, givenAt] = await Promise.all([
    listReviews(db, submitter.id),
    mark === null ? [] : listSubmittedElsewhere(db, submitter.id, { mark, tier, after: lastDayOf(at) }),
    findTriesGivenAt(db, submitter.id),
  ])
  const own = reviews
    .filter((review) => review.tier === tier && !review.isReopened)
    .map(({ submittedAt }) => submittedAt)
  const isCounted = (made: Date) => givenAt === null || made > givenAt
  const isOwn = (made: Date) => submitter.reclaimedAt === null || made > submitter.reclaimedAt
  return triesOf(
    own.filter((made) => isCounted(made) && isOwn(made)),
    at,
    elsewhere.filter(isCounted),
  )
}

import { kycPromise, type Output } from '@puente/contract'
import { getAccount } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { countTriesLeft } from './submit-review.ts'
import { missingParts, plusWorkingDays } from './kyc-rules.ts'
import { listReviews, listHistory, listItems } from './kyc-store.ts'
import { kycOf } from './read-kyc.ts'

/** Where the people who review are at work. */
const REVIEW_ZONE = 'America/New_York'

/** Where the check stands: what is missing, why something was denied, by when it should be decided. */
export const readKycStatus = async (ctx: UserCtx): Promise<Output<'kycStatus'>> => {
  const [person, items, reviews, history, triesLeft] = await Promise.all([
    getAccount(ctx.db, ctx.keys, ctx.user.id),
    listItems(ctx.db, ctx.user.id),
    listReviews(ctx.db, ctx.user.id),
    listHistory(ctx.db, ctx.user.id),
    countTriesLeft(ctx.db, ctx.user.id, ctx.clock.now()),
  ])
  const submittedAt = reviews[0]?.submittedAt ?? null
  const isUnderWay = items.some(({ status }) => status === 'inReview')
  const expectedBy =
    submittedAt && isUnderWay ? plusWorkingDays(submittedAt, kycPromise.upToBusinessDaysTo, REVIEW_ZONE) : null
  return {
    ...kycOf(items, person),
    reasons: items.flatMap(({ type, status, reason }) =>
      status === 'Denied' && reason ? [{ type, code: reason }] : [],
    ),
    missing: missingParts(items, person.nameBirthAt !== null),
    triesLeft,
    submittedAt: submittedAt?.toISOString() ?? null,
    expectedBy: expectedBy?.toISOString() ?? null,
    history: history.map(({ at, type, status }) => ({
      at: at.toISOString(),
      type,
      status,
    })) as Output<'kycStatus'>['history'],
  }
}

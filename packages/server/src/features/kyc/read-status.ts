import { kycPromise, type Output } from '@puente/contract'
import { getAccount } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { findLiveHandoff } from '#features/sessions/index.ts'
import { listAppeals } from './appeals-store.ts'
import { findTries } from './find-tries.ts'
import { personOf } from './submit-review.ts'
import { canAppeal, currentTier, missingParts, noticeEndOf, plusWorkingDays } from './kyc-rules.ts'
import { listReviews, listHistory, listItems } from './kyc-store.ts'
import { measuredMedian } from './measured-median.ts'
import { kycOf } from './read-kyc.ts'

/** Where the people who review are at work. */
const REVIEW_ZONE = 'America/New_York'

/** Where the check stands: what is missing, why something was denied, by when it should be decided. */
export const readKycStatus = async (ctx: UserCtx): Promise<Output<'kycStatus'>> => {
  const { db, user, clock } = ctx
  const at = clock.now()
  const [account, items, reviews, history, median, handoff] = await Promise.all([
    getAccount(db, ctx.keys, user.id),
    listItems(db, user.id),
    listReviews(db, user.id),
    listHistory(db, user.id, user.reclaimedAt),
    measuredMedian(ctx),
    findLiveHandoff(db, user.id, at),
  ])
  // What was written to and fro is not for a device that was only asked for photos.
  const appeals =
    user.handoffId === undefined
      ? await listAppeals(db, ctx.keys, { ownerId: user.id, reclaimedAt: user.reclaimedAt })
      : []
  const person = personOf(account)
  const tier = currentTier(items, person)
  const own = reviews.filter((review) => user.reclaimedAt === null || review.submittedAt > user.reclaimedAt)
  // Looking again at what was submitted takes its own time, but is no submission.
  const submittedAt = own.find(({ isReopened }) => !isReopened)?.submittedAt ?? null
  const beganAt = own[0]?.submittedAt
  const tries = await findTries(db, ctx.keys, account, tier, at)
  const isUnderWay = items.some(({ status }) => status === 'inReview')
  const expectedBy = beganAt && isUnderWay ? plusWorkingDays(beganAt, kycPromise.upToBusinessDaysTo, REVIEW_ZONE) : null
  return {
    ...kycOf(items, account),
    reasons: items.flatMap(({ type, status, reason }) =>
      status === 'Denied' && reason ? [{ type, code: reason }] : [],
    ),
    missing: missingParts(items, tier, person),
    triesLeft: tries.left,
    triesAgainAt: tries.again?.toISOString() ?? null,
    submittedAt: submittedAt?.toISOString() ?? null,
    expectedBy: expectedBy?.toISOString() ?? null,
    noticeEndsAt: noticeEndOf(items)?.toISOString() ?? null,
    medianMinutes: median,
    canAppeal: canAppeal(items) && user.handoffId === undefined && !appeals.some(({ state }) => state === 'open'),
    appeals: appeals.map(({ appealId, state, text, answer, createdAt, answeredAt }) => ({
      appealId,
      at: createdAt.toISOString(),
      state,
      text,
      answer,
      answeredAt: answeredAt?.toISOString() ?? null,
    })),
    handoff:
      handoff === null || handoff.state === 'ended'
        ? null
        : { state: handoff.state, expiresAt: handoff.expiresAt.toISOString() },
    history: history.map(({ at: changedAt, type, status }) => ({
      at: changedAt.toISOString(),
      type,
      status,
    })) as Output<'kycStatus'>['history'],
  }
}

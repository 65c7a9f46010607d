import { type Account, claimOf, findClaimant, lockAccount, releaseClaim, takeClaim } from '#features/accounts/index.ts'
import { audit, type AuditEntry } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { KycDecision } from '#providers/identity-check/port.ts'
import { settleAppeal } from './appeals-store.ts'
import { reviewsThatMayBecome } from './kyc-states.ts'
import { canAppeal, decided, needsPerson, newsOf } from './kyc-rules.ts'
import { type Review, type ReviewRef, findReview, listItems, moveReview, saveItem } from './kyc-store.ts'
import { insertIdentityMarks } from './identity-marks-store.ts'
import { insertReviewTime } from './review-times-store.ts'
import { REVIEWER } from './reviewer.ts'
import { type KycNews, settleTier } from './settle-tier.ts'
import { tellOwner } from './tell-owner.ts'

export type FinalDecision = Extract<KycDecision, { outcome: 'approved' | 'denied' }>

/** Who decided: the reviewing provider, or an operator. */
export type DecidedBy = AuditEntry['actor']

const BY_PROVIDER: DecidedBy = { kind: 'system', id: 'identity-check' }

const note = (
  trx: Trx,
  by: DecidedBy,
  { caseId }: ReviewRef,
  action: 'kyc.approved' | 'kyc.denied' | 'kyc.referred',
  code: string | null = null,
) =>
  audit(trx, {
    actor: by,
    action,
    object: { type: 'kyc-case', id: caseId },
    result: 'done',
    ...(code === null ? {} : { code }),
  })

/**
 * One identity holds one account of each kind. The claim is a keyed hash of what is on the document; of two accounts that
 * are approved with the same one at once, exactly one gets it, and the other keeps none that it got for this.
 */
const holdsIdentity = async ({ keys }: Services, trx: Trx, person: Account, documentNumbers: string[]) => {
  const kind = person.isBusiness ? 'business' : 'individual'
  await insertIdentityMarks(
    trx,
    person.id,
    documentNumbers.map((number) => claimOf(keys, 'document', number)),
  )
  const got: string[] = []
  for (const number of documentNumbers) {
    const claim = claimOf(keys, 'document', `${kind} ${number}`)
    const isOwn = (await findClaimant(trx, 'document', claim)) === person.id
    if (!isOwn && !(await takeClaim(trx, 'document', claim, person.id))) {
      for (const taken of got) await releaseClaim(trx, 'document', taken, person.id)
      return false
    }
    if (!isOwn) got.push(claim)
  }
  return true
}

/** Worded as any other doubt: the answer must not reveal who else is a customer. */
const DOUBLE: FinalDecision = { outcome: 'denied', reasons: [{ type: 'selfieId', code: 'other' }] }

/** Denials are mailed with their reasons. */
const DENIALS: Partial<Record<KycNews, Parameters<typeof tellOwner>[3]>> = {
  denied: 'kycDenied',
  addressDenied: 'kycAddressDenied',
  videoDenied: 'kycVideoDenied',
}

/**
 * Ends a review as decided, in the caller's transaction, which holds the lock on the person's row. `ended` when it had ended
 * already: the same decision can come by two ways, and the first has written it. `double` when it was denied instead, because
 * the identity has another account.
 */
export const closeReview = async (
  services: Services,
  trx: Trx,
  person: Account,
  { review, by }: { review: Review; by: DecidedBy },
  given: FinalDecision,
): Promise<'done' | 'ended' | 'double'> => {
  // Before anything is claimed: an approval that comes too late must not hold the document for an account that cannot use it.
  if (!reviewsThatMayBecome(given.outcome).includes(review.state)) return 'ended'
  const at = services.clock.now()
  const ref = { ownerId: person.id, caseId: review.caseId }
  const isDouble =
    review.tier === 1 &&
    given.outcome === 'approved' &&
    !(await holdsIdentity(services, trx, person, given.documentNumbers))
  const decision = isDouble ? DOUBLE : given
  if (!(await moveReview(trx, ref, decision.outcome, { decidedAt: at }))) return 'ended'
  const before = await listItems(trx, person.id)
  const after = decided(before, review.tier, decision)
  for (const item of after) await saveItem(trx, person.id, item, 'inReview', at)
  // While another denial stands, the appeal may be against that.
  if (!canAppeal(before)) await settleAppeal(trx, person.id)
  await insertReviewTime(trx, { caseId: review.caseId, submittedAt: review.submittedAt, decidedAt: at })
  await settleTier(services, trx, person)
  const to = newsOf(review.tier, decision.outcome, after)
  const template = DENIALS[to]
  if (template)
    await tellOwner(services, trx, person, template, {
      denied: after.flatMap(({ type, reason }) => (reason === null ? [] : [{ type, code: reason }])),
    })
  else await services.events.record(trx, { event: 'kyc.moved', data: { ownerId: person.id, to } })
  const action = decision.outcome === 'approved' ? 'kyc.approved' : 'kyc.denied'
  await note(trx, by, ref, action, isDouble ? 'doubleIdentity' : null)
  return isDouble ? 'double' : 'done'
}

const close = async (services: Services, trx: Trx, ref: ReviewRef, given: FinalDecision): Promise<void> => {
  const person = await lockAccount(trx, services.keys, ref.ownerId)
  const review = await findReview(trx, ref)
  if (!review) return
  // Something that the provider has never seen, such as a video, has joined what it has decided.
  if (needsPerson(await listItems(trx, ref.ownerId), review.tier)) return void (await moveReview(trx, ref, 'operator'))
  await closeReview(services, trx, person, { review, by: BY_PROVIDER }, given)
}

/** Leaves a review to a person; the one who waits still sees it as in review. */
export const referReview = async (services: Services, ref: ReviewRef, word: string): Promise<void> => {
  const isNews = await transaction(services.db, 'refer a review', async (trx) => {
    if (!(await moveReview(trx, ref, 'operator'))) return false
    await note(trx, BY_PROVIDER, ref, 'kyc.referred')
    return true
  })
  const fields = { provider: REVIEWER, key: ref.caseId, reason: word }
  if (isNews) services.log.warn(fields, 'an identity check waits for a person')
}

/**
 * Carries out what the reviewer decided, once. Doubt, caution and words this code does not know decide nothing. What a
 * person has to decide is theirs: the provider has seen only a part of it.
 */
export const decideReview = async (services: Services, ref: ReviewRef, decision: KycDecision): Promise<void> => {
  if (decision.outcome === 'processing') return
  if (decision.outcome === 'review') return referReview(services, ref, decision.raw)
  await transaction(services.db, 'decide a review', (trx) => close(services, trx, ref, decision))
}

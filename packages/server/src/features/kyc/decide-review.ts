import { type Account, claimOf, lockAccount, setTier, takeClaim } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { KycDecision } from '#providers/identity-check/port.ts'
import { decided, earnsTier1 } from './kyc-rules.ts'
import { type ReviewRef, listItems, moveReview, saveItem } from './kyc-store.ts'
import { REVIEWER } from './reviewer.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** The person has proved who they are, and has tier 1. */
    'kyc.approved': { ownerId: string }
  }
}

type Final = Extract<KycDecision, { outcome: 'approved' | 'denied' }>

const note = (
  trx: Trx,
  { caseId }: ReviewRef,
  action: 'kyc.approved' | 'kyc.denied' | 'kyc.referred',
  code: string | null = null,
) =>
  audit(trx, {
    actor: { kind: 'system', id: 'identity-check' },
    action,
    object: { type: 'kyc-case', id: caseId },
    result: 'done',
    ...(code === null ? {} : { code }),
  })

/**
 * One identity holds one account of each kind. The claim is a keyed hash of what is on the document; of two accounts that
 * are approved with the same one at once, exactly one gets it.
 */
const holdsIdentity = async ({ keys }: Services, trx: Trx, person: Account, documentNumbers: string[]) => {
  const kind = person.isBusiness ? 'business' : 'individual'
  for (const number of documentNumbers)
    if (!(await takeClaim(trx, 'document', claimOf(keys, 'document', `${kind} ${number}`), person.id))) return false
  return true
}

/** Worded as any other doubt: the answer must not reveal who else is a customer. */
const DOUBLE: Final = { outcome: 'denied', reasons: [{ type: 'selfieId', code: 'other' }] }

const close = async (services: Services, trx: Trx, ref: ReviewRef, given: Final): Promise<void> => {
  const at = services.clock.now()
  const { ownerId } = ref
  const person = await lockAccount(trx, services.keys, ownerId)
  const isDouble = given.outcome === 'approved' && !(await holdsIdentity(services, trx, person, given.documentNumbers))
  const decision = isDouble ? DOUBLE : given
  // The same decision can come by two ways; the first has written it.
  if (!(await moveReview(trx, ref, decision.outcome, { decidedAt: at }))) return
  const before = await listItems(trx, ownerId)
  const changed = decided(before, decision)
  for (const item of changed) await saveItem(trx, ownerId, item, 'inReview', at)
  const items = before.map((item) => changed.find(({ type }) => type === item.type) ?? item)

  const isRaised = person.tier < 1 && earnsTier1(items, person.nameBirthAt !== null)
  if (isRaised) await setTier(services, trx, ownerId, 1)
  await services.live.publish(trx, { ownerId, event: 'kyc', data: {} }, { ownerId, event: 'limits', data: {} })
  if (isRaised) await services.events.record(trx, { event: 'kyc.approved', data: { ownerId } })
  await note(
    trx,
    ref,
    decision.outcome === 'approved' ? 'kyc.approved' : 'kyc.denied',
    isDouble ? 'doubleIdentity' : null,
  )
}

/** Leaves a review to a person; the one who waits still sees it as in review. */
const refer = async (services: Services, ref: ReviewRef, word: string): Promise<void> => {
  const isNews = await transaction(services.db, 'refer a review', async (trx) => {
    if (!(await moveReview(trx, ref, 'operator'))) return false
    await note(trx, ref, 'kyc.referred')
    return true
  })
  const fields = { provider: REVIEWER, key: ref.caseId, reason: word }
  if (isNews) services.log.warn(fields, 'an identity check waits for a person')
}

/**
 * Carries out what the reviewer decided, once: the tier changes here and nowhere else. Doubt, caution and words this code
 * does not know decide nothing.
 */
export const decideReview = async (services: Services, ref: ReviewRef, decision: KycDecision): Promise<void> => {
  if (decision.outcome === 'processing') return
  if (decision.outcome === 'review') return refer(services, ref, decision.raw)
  await transaction(services.db, 'decide a review', (trx) => close(services, trx, ref, decision))
}

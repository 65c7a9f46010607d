import { lockAccount, setTier } from '#features/auth/index.ts'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { KycDecision } from '#providers/identity-check/port.ts'
import { decided } from './kyc-rules.ts'
import { findCase, listItems, saveItem, updateCase } from './kyc-store.ts'
import { kycOf } from './read-kyc.ts'

type CaseRef = { ownerId: string; caseId: string }
type Final = Extract<KycDecision, { outcome: 'approved' | 'denied' }>

/** A denial always says about which file and why. */
const withReason = (decision: Final): Final =>
  decision.outcome === 'denied' && decision.reasons.length === 0
    ? { outcome: 'denied', reasons: [{ type: 'selfieId', code: 'other' }] }
    : decision

const write = async (services: Services, trx: Trx, { ownerId, caseId }: CaseRef, decision: Final): Promise<void> => {
  const at = services.clock.now()
  const { outcome } = decision
  const person = await lockAccount(trx, services.keys, ownerId)
  const current = await findCase(trx, ownerId, caseId)
  // Somebody else brought the same news first.
  if (current?.state !== 'inReview' && current?.state !== 'operator') return
  const items = await listItems(trx, ownerId)
  const changed = decided(items, withReason(decision))
  for (const item of changed) await saveItem(trx, ownerId, item, 'inReview', at)
  await updateCase(trx, ownerId, caseId, { state: outcome, decidedAt: at })
  const isRaised = outcome === 'approved' && person.tier < 1
  const after = isRaised ? await setTier(services, trx, ownerId, 1) : person
  const all = items.map((item) => changed.find(({ type }) => type === item.type) ?? item)
  await services.live.publish(
    trx,
    { ownerId, event: 'kyc', data: kycOf(all, after) },
    { ownerId, event: 'limits', data: {} },
  )
  if (isRaised) await services.jobs.add(trx, { task: 'release-held-transfers', payload: { ownerId } })
  await audit(trx, {
    actor: { kind: 'system', id: 'identity-check' },
    action: outcome === 'approved' ? 'kyc.approved' : 'kyc.denied',
    object: { type: 'kyc-case', id: caseId },
    result: 'done',
  })
}

/**
 * Carries out what the reviewer decided, once: the tier changes here and nowhere else. Doubt and unknown words leave the
 * case with a person; the one who waits still sees it as in review.
 */
export const decideCase = async (services: Services, ref: CaseRef, decision: KycDecision): Promise<void> => {
  if (decision.outcome === 'processing') return
  if (decision.outcome === 'review') {
    services.log.warn(
      { provider: 'onfido', key: ref.caseId, reason: decision.raw },
      'an identity check waits for a person',
    )
    await updateCase(services.db, ref.ownerId, ref.caseId, { state: 'operator' })
    return
  }
  await transaction(services.db, 'decide kyc case', (trx) => write(services, trx, ref, decision))
}

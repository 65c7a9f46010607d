/** What two operators do about money that is set aside for a warning of fraud. Waiting on needs no act: a dispute or time ends it. */
import type { Outcome } from '@puente/ledger'
import { findPayment } from '#features/payments/index.ts'
import { findMovement, type Movement, type MovementRef } from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { Services } from '#platform/services.ts'
import { warningsOf } from './apply-return.ts'
import { contestKeys } from './contest.ts'
import type { PayinNames } from './payin-rail.ts'
import { dropContest } from './return-payin.ts'
import { creditedNow } from './settle-returns.ts'

/** Whether a row sets money aside, or has, for nothing but a warning. */
export const isFraudWarning = ({ details }: Pick<Movement, 'details'>): boolean => details['fraudWarning'] === true

const REFUSED: Outcome = { accepted: false, refusal: { code: 'invalidTransactionId' }, replayed: false }

/**
 * Frees it, once, in the wallet that it was set aside in: the same decision again finds it done. Later warnings of that payment set nothing
 * aside; a dispute still does. Refused with `invalidTransactionId` for a row of anything else, and once it has ended in another way.
 * @param ref the row that its owner sees on hold; `digest` names the decision
 */
export const dropWarning = async (
  services: Pick<Services, 'db' | 'ledger'>,
  names: PayinNames,
  { digest, trail, ...ref }: MovementRef & { digest: string; trail: AuditEntry },
): Promise<Outcome> => {
  const row = await findMovement(services.db, ref)
  if (!row?.linkedId || !isFraudWarning(row)) return REFUSED
  // The row of a send's receiver names who had paid.
  const ownerId = row.counterpart?.ownerId ?? ref.ownerId
  const payment = await findPayment(services.db, { ownerId, ref: row.linkedId })
  if (!payment) return REFUSED
  const [credited, warnings] = [await creditedNow(services, names, payment), warningsOf(payment)]
  const outcome = await dropContest(services, credited, warnings, { decided: { digest, trail } })
  if (outcome.accepted) return outcome
  const key = contestKeys(names, warnings.about).dropped
  const done = await services.ledger.findOutcome({ ownerId, key, requestHash: digest })
  if (done?.accepted) return done
  return outcome.refusal.code === 'idempotencyConflict' ? REFUSED : outcome
}

import type { Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { feesParticipant, limitsParticipant } from '#features/limits/index.ts'
import { auditOfSystem, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import type { Payout } from '#features/payments/index.ts'
import { auditParticipant, type CancelReason, forMovements } from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

export type WithdrawalEnd = {
  to: 'failed' | 'cancelled' | 'returned'
  cancelReason: CancelReason
  /** The provider's word for it. */
  reason?: string | null
  /** The provider's object whose money came back. */
  returnId?: string | null
  trail?: AuditEntry
}

/**
 * Ends a withdrawal that did not arrive: amount and fee can be spent again, the limits and the free place it used are given
 * back. Happens once; one that has come to another end meanwhile is left as it is.
 */
export const endWithdrawal = (
  { ledger }: Pick<Services, 'ledger'>,
  { ownerId, ref, createdAt }: Payout,
  { to, cancelReason, reason = null, returnId = null, trail }: WithdrawalEnd,
): Promise<Outcome> => {
  const ended = { ownerId, movementId: ref }
  return ledger.post({
    ownerId,
    key: systemKey('withdrawal-end', ref),
    requestHash: ref,
    kind: 'withdrawal.ended',
    transferId: newId(),
    participants: {
      ...forParticipant(limitsParticipant, { restore: { ...ended, countedAt: createdAt } }),
      ...forParticipant(feesParticipant, { restore: ended }),
      ...forParticipant(paymentsParticipant, { advancePayout: { ownerId, ref, to, reason, returnId } }),
      ...forMovements({
        movementRefs: [ended],
        write: () => [{ move: { ...ended, to: 'CANCELLED', cancelReason }, isPosted: false }],
      }),
      ...forParticipant(auditParticipant, trail ?? auditOfSystem({ action: 'withdrawal.ended', movementId: ref })),
    },
    holds: [{ op: 'release', ownerId, holdId: ref }],
  })
}

import type { Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditOfSystem, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import type { Payout } from '#features/payments/index.ts'
import { auditParticipant, type CancelReason, findMovement, forMovements } from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { givenBack } from './given-back.ts'

export type WithdrawalEnd = {
  to: 'failed' | 'cancelled' | 'returned'
  cancelReason: CancelReason
  /** The provider's word for it. */
  reason?: string | null
  /** The provider's object whose money came back. */
  returnId?: string | null
  trail?: AuditEntry
  /** By two operators, of what no news would end. */
  isDecided?: boolean
  /** The digest of their decision: its repeat finds what it has done, and nothing else does. */
  decision?: string
}

/** The key under which a withdrawal ends, the same for every way of ending it. */
export const endKey = (ref: string): string => systemKey('withdrawal-end', ref)

/**
 * Ends a withdrawal that did not arrive: amount and fee can be spent again, what it used beside its money is given
 * back. Happens once; one that has come to another end meanwhile is left as it is, with `invalidTransactionId` or
 * `idempotencyConflict`.
 */
export const endWithdrawal = async (
  { db, ledger }: Pick<Services, 'db' | 'ledger'>,
  payout: Payout,
  { to, cancelReason, reason = null, returnId = null, trail, isDecided = false, decision }: WithdrawalEnd,
): Promise<Outcome> => {
  const { ownerId, ref } = payout
  const ended = { ownerId, movementId: ref }
  const shown = to === 'returned' && { details: { returnReason: reason } }
  const row = await findMovement(db, ended)
  return ledger.post({
    ownerId,
    key: endKey(ref),
    requestHash: decision ?? ref,
    kind: 'withdrawal.ended',
    transferId: newId(),
    participants: {
      ...givenBack(payout, row),
      ...forParticipant(partiesParticipant, { gains: ownerId }),
      ...forParticipant(paymentsParticipant, { advancePayout: { ownerId, ref, to, reason, returnId, isDecided } }),
      ...forMovements({
        movementRefs: [ended],
        write: () => [{ move: { ...ended, to: 'CANCELLED', cancelReason, ...shown }, isPosted: false }],
      }),
      ...forParticipant(auditParticipant, trail ?? auditOfSystem({ action: 'withdrawal.ended', movementId: ref })),
    },
    holds: [{ op: 'release', ownerId, holdId: ref }],
  })
}

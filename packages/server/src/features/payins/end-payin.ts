import type { Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { auditParticipant, findMovement, forMovements } from '#features/wallet/index.ts'
import type { CancelReason, Movement } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { attemptOf, auditOfSystem, CANCEL_REASON_OF, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import type { EndState, Payment } from '#features/payments/index.ts'
import { givenBack } from './given-back.ts'
import { forPaidFor } from './paid-for.ts'

type Ending = {
  cancelReason?: CancelReason
  details?: Movement['details']
  /** The order of two operators that ends it: its repeat finds what it has done, and nothing else does. */
  decision?: string
}

/**
 * Ends a pay-in that was not paid and cannot be paid any more: what it used of limits and free operations is restored.
 * What it was to pay can be paid again. Happens once; one that was paid meanwhile is left as it is, and the outcome says so.
 */
export const endPayin = async (
  services: Services,
  payment: Payment,
  to: EndState,
  { cancelReason = CANCEL_REASON_OF[to], details = {}, decision }: Ending = {},
): Promise<Outcome> => {
  const { ownerId, ref, kind } = payment
  const ended = { ownerId, movementId: ref }
  const row = kind === 'send' ? await findMovement(services.db, ended) : null
  const attempt = row && attemptOf(row)
  return services.ledger.post({
    ownerId,
    key: systemKey(`${kind}-end`, ref),
    requestHash: decision ?? ref,
    kind: `${kind}.ended`,
    transferId: newId(),
    participants: {
      ...givenBack(payment),
      ...forParticipant(paymentsParticipant, { advance: { ownerId, ref, to, reason: cancelReason } }),
      ...forPaidFor(attempt && { stop: attempt }),
      ...forMovements({
        movementRefs: [ended],
        write: () => [{ move: { ...ended, to: 'CANCELLED', cancelReason, details }, isPosted: false }],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.ended`, movementId: ref })),
    },
  })
}

/**
 * Tells the owner's screens that the payment was declined or is being tried again, and whether its provider keeps the money
 * back. Nothing else changes. May be repeated: only news is written.
 */
export const markStanding = (
  services: Services,
  { ownerId, ref, kind }: Payment,
  standing: { declined: boolean; providerHolds: boolean },
): Promise<Outcome> =>
  services.ledger.post({
    ownerId,
    key: systemKey(`${kind}-standing`, newId()),
    requestHash: ref,
    kind: `${kind}.standing`,
    transferId: newId(),
    participants: forMovements({
      movementRefs: [{ ownerId, movementId: ref }],
      write: () => [{ mark: { ownerId, movementId: ref, details: standing } }],
    }),
  })

/** Shows the owner that the payment is under review: nothing about the money is decided. */
export const flagForReview = (services: Services, { ownerId, ref, kind }: Payment): Promise<Outcome> =>
  services.ledger.post({
    ownerId,
    key: systemKey(`${kind}-hold`, ref),
    requestHash: ref,
    kind: `${kind}.held`,
    transferId: newId(),
    participants: {
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [
          { move: { ownerId, movementId: ref, to: 'ON HOLD', holdReason: 'providerUnknown' }, isPosted: false },
        ],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.held`, movementId: ref })),
    },
  })

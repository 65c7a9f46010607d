import { forParticipant, type Leg, type Outcome } from '@puente/ledger'
import { auditOfSystem } from '#features/payments/index.ts'
import { auditParticipant, findMovement, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { caseIdOf, type Contest, contestKeys, type CreditedPayin } from './contest.ts'
import type { Share } from './return-rules.ts'

/**
 * What was gone has come back, as when a dispute that was lost is won after all: everything is again as before `takeBack`, by a
 * journal that reverses its, with a row of its own. Null when nothing was taken.
 */
export const restoreTaken = async (
  services: Pick<Services, 'db' | 'ledger'>,
  credited: CreditedPayin,
  contest: Contest,
  { share, from }: { share: Share; from: string },
): Promise<Outcome | null> => {
  const { names, payment, walletOwner } = credited
  const { ledger } = services
  const { ownerId, ref, kind } = payment
  const { taken: key, restored } = contestKeys(names, contest.about)
  const taken = await ledger.findOutcome({ ownerId, key, requestHash: ref })
  if (!taken?.accepted) return null
  const caseId = await caseIdOf(services, credited, contest)
  const row = await findMovement(services.db, { ownerId: walletOwner, movementId: caseId })
  const walletCents = row?.state === 'COMPLETED' ? row.amountCents : 0n
  const legs: Leg[] = [
    { ...ledger.house(from, ownerId), amountCents: -share.creditedCents - share.feeCents },
    { ...walletOf(walletOwner), amountCents: walletCents },
    { ...ledger.house('income:fees', ownerId), amountCents: share.feeCents },
    { ...ledger.house('receivable:user', ownerId), amountCents: share.creditedCents - walletCents },
  ]
  return ledger.post({
    ownerId,
    key: restored,
    requestHash: ref,
    kind: `${kind}.restored`,
    transferId: newId(),
    locks: [walletOf(walletOwner)],
    reverses: { ownerId, transferId: taken.transferId },
    legs: legs.filter(({ amountCents }) => amountCents !== 0n),
    participants: {
      ...forMovements({
        write: () =>
          walletCents === 0n
            ? []
            : [
                {
                  isPosted: true,
                  insert: {
                    ownerId: walletOwner,
                    movementId: newId(),
                    type: contest.type,
                    state: 'COMPLETED',
                    method: names.method,
                    direction: 1,
                    amountCents: walletCents,
                    counterpart: null,
                    note: '',
                    reference: newReference(),
                    linkedId: ref,
                  },
                },
              ],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.restored`, movementId: ref })),
    },
  })
}

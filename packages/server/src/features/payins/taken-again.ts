import { forParticipant } from '@puente/ledger'
import { feesParticipant, limitsParticipant } from '#features/limits/index.ts'
import { paymentsParticipant } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import type { CreditedPayin } from './contest.ts'

/**
 * What a pay-in that went back whole uses again, once money of it is here again: its limits, as of the moment at which they were counted,
 * and its place among the free operations with what is booked for the waived fee, if `takenId`, the journal that is reversed, had taken
 * them. The place counts even if others have them all: one that could be kept open by another attempt would be a free operation more.
 */
export const takenAgain = async (
  { ledger }: Pick<Services, 'ledger'>,
  { payment, waivedCents }: CreditedPayin,
  takenId: string,
) => {
  const { ownerId, ref, createdAt } = payment
  const [promotion, fees] = [ledger.house('expense:promotion', ownerId), ledger.house('income:fees', ownerId)]
  const [takenCents = 0n] = await ledger.movedBy(takenId, [promotion])
  const cents = takenCents === waivedCents ? waivedCents : 0n
  return {
    participants: {
      ...forParticipant(limitsParticipant, { retake: { ownerId, movementId: ref, countedAt: createdAt } }),
      ...(cents > 0n && forParticipant(feesParticipant, { retake: { ownerId, movementId: ref } })),
      ...forParticipant(paymentsParticipant, {
        advance: { ownerId, ref, to: 'succeeded' },
        restores: { waivedCents: cents },
      }),
    },
    locks: [promotion, fees],
    legs:
      cents === 0n
        ? []
        : [
            { ...promotion, amountCents: -cents },
            { ...fees, amountCents: cents },
          ],
  }
}

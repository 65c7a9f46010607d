import { type Facts, forParticipant, type Leg } from '@puente/ledger'
import { feesParticipant, limitsParticipant } from '#features/limits/index.ts'
import { paymentsParticipant } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import type { CreditedPayin } from './contest.ts'

/**
 * What a pay-in that went back whole uses again, once money of it is here again: its limits, as of the moment at which they were counted,
 * and its place among the free operations with what is booked for the waived fee, if one is free and `takenId`, the journal that is
 * reversed, had taken it.
 */
export const takenAgain = async (
  { ledger }: Pick<Services, 'ledger'>,
  { names, payment, waivedCents }: CreditedPayin,
  takenId: string,
) => {
  const { ownerId, ref, createdAt, amountCents } = payment
  const [promotion, fees] = [ledger.house('expense:promotion', ownerId), ledger.house('income:fees', ownerId)]
  const [takenCents = 0n] = await ledger.movedBy(takenId, [promotion])
  const asksForPlace = waivedCents > 0n && takenCents === waivedCents
  const waivedOf = (facts: Facts): bigint => (asksForPlace && facts.of(feesParticipant).isWaived ? waivedCents : 0n)
  const taking = { ownerId, movementId: ref, operation: names.operation, amountCents }
  return {
    participants: {
      ...forParticipant(limitsParticipant, { retake: { ownerId, movementId: ref, countedAt: createdAt } }),
      ...(asksForPlace && forParticipant(feesParticipant, { take: taking })),
      ...forParticipant(paymentsParticipant, {
        advance: { ownerId, ref, to: 'succeeded' },
        restores: { waivedCents: waivedOf },
      }),
    },
    locks: [promotion, fees],
    legs: (facts: Facts): Leg[] => {
      const cents = waivedOf(facts)
      return cents === 0n
        ? []
        : [
            { ...promotion, amountCents: -cents },
            { ...fees, amountCents: cents },
          ]
    },
  }
}

import { forParticipant } from '@puente/ledger'
import { feesParticipant, limitsParticipant } from '#features/limits/index.ts'
import type { Payment } from '#features/payments/index.ts'

/** What a pay-in used beside its money is free again, as of the moment at which it was counted: limits, and a free place. */
export const givenBack = ({ ownerId, ref, createdAt }: Payment) => ({
  ...forParticipant(limitsParticipant, { restore: { ownerId, movementId: ref, countedAt: createdAt } }),
  ...forParticipant(feesParticipant, { restore: { ownerId, movementId: ref } }),
})

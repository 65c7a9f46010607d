import { uuidOf } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { feesParticipant, limitsParticipant } from '#features/limits/index.ts'
import type { Payout } from '#features/payments/index.ts'
import { recipientsParticipant } from '#features/recipients/index.ts'
import type { Movement } from '#features/wallet/index.ts'

/** The bare uuid of the saved recipient that the row shows; null where it went to none. */
const recipientOf = (row: Movement | null): string | null => {
  const shown = row?.details['recipientId']
  return typeof shown === 'string' ? uuidOf(shown, 'rcp') : null
}

/** What a withdrawal used beside its money is free again: limits, a free place, and its part of what may go to a new recipient. */
export const givenBack = ({ ownerId, ref, amountCents, createdAt }: Payout, row: Movement | null) => {
  const recipientId = recipientOf(row)
  const use = { ownerId, amountCents, countedAt: createdAt }
  return {
    ...forParticipant(limitsParticipant, { restore: { ownerId, movementId: ref, countedAt: createdAt } }),
    ...forParticipant(feesParticipant, { restore: { ownerId, movementId: ref } }),
    ...(recipientId !== null && forParticipant(recipientsParticipant, { restore: { ...use, recipientId } })),
  }
}

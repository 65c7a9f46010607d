import type { MovementMethod } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { STAYED_GROUPS } from './limit-state-rules.ts'
import { limitsParticipant } from './limits-participant.ts'

type Stayed = { ownerId: string; movementId: string; method: MovementMethod; amountCents: bigint; createdAt: Date }

/** A send that was paid from outside and whose money stays with its sender counts as a deposit as well, from the moment at which it was counted. */
export const countedAsDeposit = ({ ownerId, movementId, method, amountCents, createdAt }: Stayed) => {
  const operations = STAYED_GROUPS[method]
  if (!operations) return {}
  const regroup = { ownerId, movementId, countedAt: createdAt, operations, amountCents }
  return forParticipant(limitsParticipant, { regroup })
}

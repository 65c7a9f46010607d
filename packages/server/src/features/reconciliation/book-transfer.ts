/** Our own money between a provider and our bank, in our books: each end is booked by its line in the report of its own side. */
import { forParticipant, type Outcome } from '@puente/ledger'
import { systemKey } from '#features/payments/index.ts'
import { auditParticipant } from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'

/** Where it lies after it left the one side and before it has arrived at the other: zero once both ends are booked. */
const ON_ITS_WAY = 'clearing:transfers'

export type OwnTransfer = {
  /** The ledger's transfer. */
  id: string
  rail: ProvidedRail
  /** The line's own id in the report. */
  objectId: string
  /** What our money there grew by: negative for what left for our bank. */
  amountCents: bigint
  trail: AuditEntry
}

/** Books one end, once for each line, however often it is ordered. Throws MoneyFrozen. */
export const bookTransfer = (
  { ledger }: Pick<Services, 'ledger'>,
  { id, rail, objectId, amountCents, trail }: OwnTransfer,
): Promise<Outcome> => {
  const [settlement] = ledger.houses(`settlement:${rail}`)
  const [onItsWay] = ledger.houses(ON_ITS_WAY)
  if (!settlement || !onItsWay) throw new Error('a house has at least one stripe')
  return ledger.post({
    ownerId: settlement.ownerId,
    // The comparison finds it by what its key ends in.
    key: systemKey('own-transfer', rail, objectId),
    requestHash: String(amountCents),
    kind: 'provider.transfer',
    transferId: id,
    legs: [
      { ...settlement, amountCents: -amountCents },
      { ...onItsWay, amountCents },
    ],
    participants: forParticipant(auditParticipant, trail),
  })
}

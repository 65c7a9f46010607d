/** A change of a dispute that moves no money: its row, its alarm, the trail, what others are told, and the owner's other screens. */
import { type AuditEntry, audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import type { Services } from '#platform/services.ts'
import type { Dispute } from './dispute.ts'
import { disputeWrites } from './disputes-batch-store.ts'
import { disputeAnnouncement } from './disputes-participant.ts'

/** What the owner of a dispute hears: that it was reported, that we are late, and our acts. Bare uuids. */
export type DisputeTold = {
  ownerId: string
  id: string
  to:
    | 'reported'
    | 'late'
    | 'credited'
    | 'resolvedFor'
    | 'resolvedAgainst'
    | 'withdrawn'
    | 'creditEnds'
    | 'cameBack'
    | 'creditTakenBack'
}

declare module '#platform/events.ts' {
  interface Events {
    'dispute.told': DisputeTold
  }
}

export const toldOf = ({ ownerId, disputeId }: Dispute, to: DisputeTold['to']) =>
  ({ event: 'dispute.told', data: { ownerId, id: disputeId, to } }) as const

export const auditOfDispute = (
  { disputeId }: Pick<Dispute, 'disputeId'>,
  action: `dispute.${string}`,
  operator: string | null = null,
): AuditEntry => ({
  actor: operator === null ? { kind: 'system', id: 'disputes' } : { kind: 'operator', id: operator },
  action,
  object: { type: 'dispute', id: disputeId },
  result: 'done',
})

/** Writes the next version of a dispute whose row is locked, and answers it. */
export const changeDispute = async (
  { live, events }: Pick<Services, 'live' | 'events'>,
  trx: Trx,
  changed: Dispute,
  { at, trail, told = null }: { at: Date; trail: AuditEntry; told?: DisputeTold['to'] | null },
): Promise<Dispute> => {
  const after = { ...changed, version: changed.version + 1 }
  await writeIn(trx, disputeWrites([after], at))
  await audit(trx, trail)
  if (told !== null) await events.record(trx, toldOf(after, told))
  await live.publish(trx, disputeAnnouncement(after))
  return after
}

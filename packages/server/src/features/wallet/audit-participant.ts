/** The audit trail of what is done in the ledger's batch: a row commits with the money or not at all. */
import type { AccountRef } from '@puente/ledger'
import type { Participant } from '#platform/participant.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { auditWrites } from './audit-store.ts'

type AuditNeed = AuditEntry & {
  /** Of a command that may find nothing to move in this account, and then has done nothing. */
  ifMoved?: AccountRef
  /** The movement that an act upon something else makes, if it moves anything in this account: it has a line of its own. */
  made?: { movementId: string; ifMoved: AccountRef }
}

export const auditParticipant: Participant<AuditNeed, null, AuditEntry[]> = {
  name: 'audit',
  phase: 'after',
  load: async () => null,
  decide: (_state, { ifMoved, made, ...entry }, facts) => {
    const hasMoved = (account: AccountRef): boolean => facts.movedIn(account) !== 0n
    if (ifMoved !== undefined && !hasMoved(ifMoved)) return { change: [] }
    if (made === undefined || !hasMoved(made.ifMoved)) return { change: [entry] }
    return { change: [entry, { ...entry, object: { type: 'movement', id: made.movementId } }] }
  },
  apply: () => {},
  save: (_state, changes) => auditWrites(changes.flat()),
}

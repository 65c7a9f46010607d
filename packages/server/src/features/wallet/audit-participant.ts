/** The audit trail of what is done in the ledger's batch: a row commits with the money or not at all. */
import type { AccountRef } from '@puente/ledger'
import type { Participant } from '#platform/participant.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { auditWrites } from './audit-store.ts'

/** `ifMoved`: of a command that may find nothing to move in this account, and then has done nothing. */
type AuditNeed = AuditEntry & { ifMoved?: AccountRef }

export const auditParticipant: Participant<AuditNeed, null, AuditEntry | null> = {
  name: 'audit',
  phase: 'after',
  load: async () => null,
  decide: (_state, { ifMoved, ...entry }, facts) => ({
    change: ifMoved !== undefined && facts.movedIn(ifMoved) === 0n ? null : entry,
  }),
  apply: () => {},
  save: (_state, changes) => auditWrites(changes.filter((entry) => entry !== null)),
}

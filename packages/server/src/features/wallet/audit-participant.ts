/** The audit trail of what is done in the ledger's batch: a row commits with the money or not at all. */
import type { Participant } from '#platform/participant.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { auditWrites } from './audit-store.ts'

export const auditParticipant: Participant<AuditEntry, null, AuditEntry> = {
  name: 'audit',
  phase: 'after',
  load: async () => null,
  decide: (_state, entry) => ({ change: entry }),
  apply: () => {},
  save: (_state, changes) => auditWrites(changes),
}

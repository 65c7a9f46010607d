import type { ClientBase } from 'pg'
import type { AuditEntry } from '#platform/audit.ts'
import { newId } from '#platform/ids.ts'

const INSERT = `
insert into audit_log (id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details)
select id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details
  from json_populate_recordset(null::audit_log, $1::json)`

const toRecord = ({ actor, object, ...entry }: AuditEntry) => ({
  id: newId(),
  actor_kind: actor.kind,
  actor_id: 'id' in actor ? actor.id : null,
  session_id: 'sessionId' in actor ? (actor.sessionId ?? null) : null,
  network: entry.network ?? null,
  request_id: entry.requestId ?? null,
  action: entry.action,
  object_type: object?.type ?? null,
  object_id: object?.id ?? null,
  result: entry.result,
  code: entry.code ?? null,
  details: entry.details ?? null,
})

export const insertAudit = async (client: ClientBase, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await client.query({ name: 'audit.insert', text: INSERT, values: [JSON.stringify(entries.map(toRecord))] })
}

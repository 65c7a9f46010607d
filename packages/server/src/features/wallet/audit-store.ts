import type { ClientBase } from 'pg'
import { toAuditRow, type AuditEntry } from '#platform/audit.ts'

const INSERT = `
insert into audit_log (id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details)
select id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details
  from json_populate_recordset(null::audit_log, $1::json)`

export const insertAudit = async (client: ClientBase, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await client.query({ name: 'audit.insert', text: INSERT, values: [JSON.stringify(entries.map(toAuditRow))] })
}

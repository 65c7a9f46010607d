import { type Statement, texts, uuids, type Write } from '@puente/ledger'
import { toAuditRow, type AuditEntry } from '#platform/audit.ts'

const insert: Statement = {
  name: 'audit.insert',
  text: `
insert into audit_log (id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details)
select id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details::jsonb
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
              $10::text[], $11::text[], $12::text[])
    as done (id, actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id, result, code, details)`,
}

/** What adds the acts to the trail. */
export const auditWrites = (entries: readonly AuditEntry[]): Write[] => {
  if (entries.length === 0) return []
  const rows = entries.map(toAuditRow)
  const values = [
    uuids(rows.map(({ id }) => id)),
    texts(rows.map((row) => row.actor_kind)),
    texts(rows.map((row) => row.actor_id)),
    uuids(rows.map((row) => row.session_id)),
    texts(rows.map(({ network }) => network)),
    texts(rows.map((row) => row.request_id)),
    texts(rows.map(({ action }) => action)),
    texts(rows.map((row) => row.object_type)),
    texts(rows.map((row) => row.object_id)),
    texts(rows.map(({ result }) => result)),
    texts(rows.map(({ code }) => code)),
    texts(rows.map(({ details }) => details && JSON.stringify(details))),
  ]
  return [{ statement: insert, values, isIndependent: true }]
}

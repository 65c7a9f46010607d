/**
 * The audit trail: who did what to which object, and what came of it, written in the transaction of the act itself. It
 * never holds a secret, a full number or a text that a user typed.
 */
import { newId } from './ids.ts'
import type { Trx } from './db/database.ts'

type Actor =
  | { kind: 'user'; id: string; sessionId?: string | null }
  | { kind: 'operator'; id: string; sessionId?: string | null }
  | { kind: 'system'; id: string }
  | { kind: 'anonymous' }

/** `noun.past-tense`, for example `password.changed`. */
type AuditAction = `${string}.${string}`

export type AuditEntry = {
  actor: Actor
  action: AuditAction
  object?: { type: string; id: string }
  result: 'done' | 'refused'
  /** Code of the refusal. */
  code?: string
  /** Coarse, /24 or /56. */
  network?: string
  requestId?: string
  details?: Record<string, string | number | boolean | null>
}

/** The row of an act, under an id of its own; `details` as given. */
export const toAuditRow = ({ actor, object, ...entry }: AuditEntry) => ({
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

/** Records an act; it is kept if and only if the transaction commits. */
export const audit = async (trx: Trx, entry: AuditEntry): Promise<void> => {
  const { details, ...row } = toAuditRow(entry)
  await trx
    .insertInto('audit_log')
    .values({ ...row, details: details && JSON.stringify(details) })
    .execute()
}

/** Provider operations as the ledger's batch reads and writes them. */
import { type Asks, type Statement, texts, uuids, type Write } from '@puente/ledger'
import type { Selectable } from 'kysely'
import type { DB } from '#platform/db/database.ts'
import type { DepositState } from './payment-states.ts'
import type { CheckoutBody, Operation } from './payment.ts'
import type { RailName } from './rail.ts'

export type OperationRef = { ownerId: string; ref: string }
export type OperationRecord = Selectable<DB['provider_operations']>

export const toOperation = (record: OperationRecord): Operation => ({
  ownerId: record.owner_id,
  ref: record.ref,
  rail: 'card',
  kind: 'deposit',
  amountCents: record.amount_cents,
  feeCents: record.fee_cents,
  waivedCents: record.waived_cents,
  state: record.state as DepositState,
  body: record.body as unknown as CheckoutBody,
  attempts: record.attempts,
  providerId: record.provider_id,
  paymentId: record.payment_id,
  url: record.url,
  reason: record.reason,
  createdAt: record.created_at,
})

const LOCK = `
select operations.* from provider_operations as operations
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, ref)
    on operations.owner_id = asked.owner_id and operations.ref = asked.ref
 order by operations.owner_id, operations.ref
   for no key update of operations`

export const lockOperations = async (db: Asks, refs: OperationRef[]): Promise<Operation[]> => {
  if (refs.length === 0) return []
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), uuids(refs.map(({ ref }) => ref))]
  const { rows } = await db.query<OperationRecord>({ name: 'operations.lock', text: LOCK, values })
  return rows.map(toOperation)
}

/** A new operation, the send session it belongs to, and when the sweeper looks at it first. */
export type NewOperation = {
  operation: Operation
  session: { sessionId: string; expiresAt: Date }
  lookAt: Date
}

const insertAll: Statement = {
  name: 'operations.insert',
  text: `
insert into provider_operations (owner_id, ref, rail, kind, amount_cents, fee_cents, waived_cents, state, body,
    idempotency_key, created_at, updated_at)
select owner_id, ref, rail, kind, amount_cents, fee_cents, waived_cents, state, body, ref::text, $2, $2
  from json_populate_recordset(null::provider_operations, $1::json)`,
}

// A further attempt takes over the session of the one before.
const upsertSessions: Statement = {
  name: 'operations.upsert_sessions',
  text: `
insert into send_sessions (owner_id, session_id, movement_id, created_at, expires_at)
select owner_id, session_id, movement_id, created_at, expires_at from json_populate_recordset(null::send_sessions, $1::json)
on conflict (owner_id, session_id) do update set movement_id = excluded.movement_id`,
}

/** What adds operations and their sessions. */
export const operationWrites = (created: NewOperation[], at: Date): Write[] => {
  if (created.length === 0) return []
  const operations = created.map(({ operation }) => ({
    owner_id: operation.ownerId,
    ref: operation.ref,
    rail: operation.rail,
    kind: operation.kind,
    amount_cents: String(operation.amountCents),
    fee_cents: String(operation.feeCents),
    waived_cents: String(operation.waivedCents),
    state: operation.state,
    body: operation.body,
  }))
  const sessions = created.map(({ operation, session }) => ({
    owner_id: operation.ownerId,
    session_id: session.sessionId,
    movement_id: operation.ref,
    created_at: at,
    expires_at: session.expiresAt,
  }))
  return [
    { statement: insertAll, values: [JSON.stringify(operations), at] },
    { statement: upsertSessions, values: [JSON.stringify(sessions)] },
  ]
}

/** A send session as a verb saw it: the attempt it stands at. */
export type SessionAt = { ownerId: string; sessionId: string; movementId: string }

const READ_SESSIONS = `
select sessions.owner_id, sessions.session_id, sessions.movement_id from send_sessions as sessions
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, session_id)
    on sessions.owner_id = asked.owner_id and sessions.session_id = asked.session_id`

/** Where sessions stand now. Written in batches only, under their owner's wallet: no lock of their own is needed. */
export const readSessions = async (db: Asks, asked: SessionAt[]): Promise<SessionAt[]> => {
  if (asked.length === 0) return []
  const values = [uuids(asked.map(({ ownerId }) => ownerId)), uuids(asked.map(({ sessionId }) => sessionId))]
  const { rows } = await db.query<{ owner_id: string; session_id: string; movement_id: string }>({
    name: 'operations.read_sessions',
    text: READ_SESSIONS,
    values,
  })
  return rows.map((row) => ({ ownerId: row.owner_id, sessionId: row.session_id, movementId: row.movement_id }))
}

const update: Statement = {
  name: 'operations.update',
  text: `
update provider_operations as operations
   set state = next.state, payment_id = next.payment_id, reason = next.reason, url = null, updated_at = $6
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as next (owner_id, ref, state, payment_id, reason)
 where operations.owner_id = next.owner_id and operations.ref = next.ref`,
}

/** What changes operations whose rows are locked. */
export const operationUpdates = (operations: Operation[], at: Date): Write[] => {
  if (operations.length === 0) return []
  const values = [
    uuids(operations.map(({ ownerId }) => ownerId)),
    uuids(operations.map(({ ref }) => ref)),
    texts(operations.map(({ state }) => state)),
    texts(operations.map(({ paymentId }) => paymentId)),
    texts(operations.map(({ reason }) => reason)),
    at,
  ]
  return [{ statement: update, values, rows: operations.length }]
}

/** Something the sweeper has to look at, whatever its kind. */
export type Watched = { ref: string; ownerId: string; rail: RailName; lookAt: Date }

const insertOpen: Statement = {
  name: 'operations.insert_open',
  text: `
insert into open_operations (ref, owner_id, rail, look_at)
select ref, owner_id, rail, look_at from json_populate_recordset(null::open_operations, $1::json)`,
}

const deleteOpen: Statement = {
  name: 'operations.delete_open',
  text: 'delete from open_operations where ref = any($1::uuid[])',
}

/** What has the sweeper look at some, and at others no more. What was made and ended in one batch needs no looking at. */
export const watchWrites = (watched: Watched[], unwatched: string[]): Write[] => {
  const records = watched.map(({ ref, ownerId, rail, lookAt }) => ({ ref, owner_id: ownerId, rail, look_at: lookAt }))
  return [
    ...(watched.length > 0 ? [{ statement: insertOpen, values: [JSON.stringify(records)] }] : []),
    ...(unwatched.length > 0 ? [{ statement: deleteOpen, values: [uuids(unwatched)] }] : []),
  ]
}

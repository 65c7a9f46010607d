/**
 * Payments as the ledger's batch reads and writes them. The tables say operation where the code says payment: a payment is a row
 * of provider_operations, and stands in open_operations for as long as it is to be checked.
 */
import type { Rail } from '@puente/contract'
import { bigints, type QueryRunner, type Statement, texts, uuids, type Write } from '@puente/ledger'
import type { Selectable } from 'kysely'
import type { DB } from '#platform/db/database.ts'
import type { PaymentState } from './payment-states.ts'
import { isPayout, type Payment, type Payout } from './payment.ts'
import type { PayoutState } from './payout-states.ts'
import type { PaymentKind, WatchedFlow } from './rail.ts'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'

export type PaymentRef = { ownerId: string; ref: string }
export type PaymentRecord = Selectable<DB['provider_operations']>

export const toPayment = (record: PaymentRecord): Payment => ({
  ownerId: record.owner_id,
  ref: record.ref,
  rail: record.rail as Rail,
  kind: record.kind as PaymentKind,
  amountCents: record.amount_cents,
  feeCents: record.fee_cents,
  waivedCents: record.waived_cents,
  state: record.state as PaymentState,
  body: record.body,
  attempts: record.attempts,
  providerId: record.provider_id,
  providerPaymentId: record.payment_id,
  url: record.url,
  reason: record.reason,
  createdAt: record.created_at,
})

/** Throws for a row that is no payout: the table's checks let none be without these. */
export const toPayout = (record: PaymentRecord): Payout => {
  const { kind, destination_sealed: destinationSealed, release_at: releaseAt } = record
  if (kind !== 'withdrawal' || destinationSealed === null || releaseAt === null) throw new Error('no payout')
  return {
    ...toPayment(record),
    kind,
    state: record.state as PayoutState,
    destinationSealed,
    releaseAt,
    returnId: record.payment_id,
    firstSentAt: record.first_sent_at,
    lastSentAt: record.last_sent_at,
    absentAt: record.absent_at,
    keyExpiresAt: record.key_expires_at,
  }
}

const ofEither = (record: PaymentRecord): Payment | Payout =>
  record.kind === 'withdrawal' ? toPayout(record) : toPayment(record)

const lock: Statement = {
  name: 'payments.lock',
  text: `
select * from provider_operations where owner_id = $1 and ref = any($2::uuid[])
 order by ref for no key update`,
}

export const lockPayments = async (db: QueryRunner, refs: PaymentRef[]): Promise<(Payment | Payout)[]> => {
  const named = refs.map(({ ownerId, ref }) => ({ ownerId, id: ref }))
  return (await lockByOwner<PaymentRecord>(db, lock, named)).map(ofEither)
}

/** A new payment, the send session it belongs to if it leads to a page, and when the sweep checks it first. */
export type NewPayment = {
  payment: Payment | Payout
  session: { sessionId: string; expiresAt: Date } | null
  nextCheckAt: Date
}

const insertAll: Statement = {
  name: 'payments.insert',
  text: `
insert into provider_operations (owner_id, ref, rail, kind, amount_cents, fee_cents, waived_cents, state, body,
    destination_sealed, release_at, idempotency_key, created_at, updated_at)
select owner_id, ref, rail, kind, amount_cents, fee_cents, waived_cents, state, body, destination_sealed, release_at, ref::text, $2, $2
  from json_populate_recordset(null::provider_operations, $1::json)`,
}

// A further attempt takes over the session of the one before.
const upsertSessions: Statement = {
  name: 'payments.upsert_sessions',
  text: `
insert into send_sessions (owner_id, session_id, movement_id, created_at, expires_at)
select owner_id, session_id, movement_id, created_at, expires_at from json_populate_recordset(null::send_sessions, $1::json)
on conflict (owner_id, session_id) do update set movement_id = excluded.movement_id`,
}

/** What adds payments and their sessions. */
export const paymentWrites = (created: NewPayment[], at: Date): Write[] => {
  if (created.length === 0) return []
  const payments = created.map(({ payment }) => ({
    owner_id: payment.ownerId,
    ref: payment.ref,
    rail: payment.rail,
    kind: payment.kind,
    amount_cents: String(payment.amountCents),
    fee_cents: String(payment.feeCents),
    waived_cents: String(payment.waivedCents),
    state: payment.state,
    body: payment.body,
    ...(isPayout(payment) && { destination_sealed: payment.destinationSealed, release_at: payment.releaseAt }),
  }))
  const sessions = created.flatMap(({ payment, session }) =>
    session === null
      ? []
      : [
          {
            owner_id: payment.ownerId,
            session_id: session.sessionId,
            movement_id: payment.ref,
            created_at: at,
            expires_at: session.expiresAt,
          },
        ],
  )
  return [
    { statement: insertAll, values: [JSON.stringify(payments), at] },
    ...(sessions.length > 0 ? [{ statement: upsertSessions, values: [JSON.stringify(sessions)] }] : []),
  ]
}

/** A send session as a verb saw it: the attempt it stands at. */
export type SessionAt = { ownerId: string; sessionId: string; movementId: string }

const READ_SESSIONS = `
select sessions.owner_id, sessions.session_id, sessions.movement_id from send_sessions as sessions
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, session_id)
    on sessions.owner_id = asked.owner_id and sessions.session_id = asked.session_id`

/** Where sessions stand now. Written in batches only, under their owner's wallet: no lock of their own is needed. */
export const readSessions = async (db: QueryRunner, asked: SessionAt[]): Promise<SessionAt[]> => {
  if (asked.length === 0) return []
  const values = [uuids(asked.map(({ ownerId }) => ownerId)), uuids(asked.map(({ sessionId }) => sessionId))]
  const { rows } = await db.query<{ owner_id: string; session_id: string; movement_id: string }>({
    name: 'payments.read_sessions',
    text: READ_SESSIONS,
    values,
  })
  return rows.map((row) => ({ ownerId: row.owner_id, sessionId: row.session_id, movementId: row.movement_id }))
}

const update: Statement = {
  name: 'payments.update',
  text: `
update provider_operations as payments
   set state = next.state, payment_id = next.payment_id, reason = next.reason, waived_cents = next.waived_cents, url = null,
       updated_at = $7
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    as next (owner_id, ref, state, payment_id, reason, waived_cents)
 where payments.owner_id = next.owner_id and payments.ref = next.ref`,
}

/** What changes payments whose rows are locked. */
export const paymentUpdates = (payments: (Payment | Payout)[], at: Date): Write[] => {
  if (payments.length === 0) return []
  const values = [
    uuids(payments.map(({ ownerId }) => ownerId)),
    uuids(payments.map(({ ref }) => ref)),
    texts(payments.map(({ state }) => state)),
    texts(payments.map((payment) => (isPayout(payment) ? payment.returnId : payment.providerPaymentId))),
    texts(payments.map(({ reason }) => reason)),
    bigints(payments.map(({ waivedCents }) => waivedCents)),
    at,
  ]
  return [{ statement: update, values, rows: payments.length }]
}

/** Something that the sweep checks, whatever its kind. */
export type Watched = PaymentRef & WatchedFlow & { nextCheckAt: Date }

// A payment that is settled may go on being checked as something else.
const upsertOpen: Statement = {
  name: 'payments.upsert_open',
  text: `
insert into open_operations (ref, owner_id, rail, kind, look_at)
select ref, owner_id, rail, kind, look_at from json_populate_recordset(null::open_operations, $1::json)
on conflict (ref) do update set rail = excluded.rail, kind = excluded.kind, look_at = excluded.look_at`,
}

const deleteOpen: Statement = {
  name: 'payments.delete_open',
  text: 'delete from open_operations where ref = any($1::uuid[])',
}

/** Adds some to what the sweep checks and removes others. What was made and ended in one batch needs no check. */
export const watchWrites = (watched: Watched[], unwatched: string[]): Write[] => {
  const records = watched.map(({ ref, ownerId, rail, kind, nextCheckAt }) => ({
    ref,
    owner_id: ownerId,
    rail,
    kind,
    look_at: nextCheckAt,
  }))
  return [
    ...(watched.length > 0 ? [{ statement: upsertOpen, values: [JSON.stringify(records)] }] : []),
    ...(unwatched.length > 0 ? [{ statement: deleteOpen, values: [uuids(unwatched)] }] : []),
  ]
}

/** Requests as they are changed, by a verb's transaction or the ledger's batch: locked by the row that was sent, written to both. */
import {
  bigints,
  integers,
  type QueryRunner,
  smallints,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import type { Trx } from '#platform/db/database.ts'
import { sidesOf } from './change-request.ts'
import type { MoneyRequest, RequestRef } from './request.ts'
import { type RequestRecord, toRequest } from './requests-store.ts'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'

const lock: Statement = {
  name: 'requests.lock',
  text: `
select * from money_requests where owner_id = $1 and request_id = any($2::uuid[]) and was = 'sent'
 order by request_id for no key update`,
}

/** Those of the requests that exist, for change: others who would change them wait. */
export const lockRequests = async (db: QueryRunner, refs: readonly RequestRef[]): Promise<MoneyRequest[]> => {
  const named = refs.map(({ issuerId, requestId }) => ({ ownerId: issuerId, id: requestId }))
  return (await lockByOwner<RequestRecord>(db, lock, named)).map(toRequest)
}

/** The same in a verb's transaction, of one; null when there is none. */
export const lockRequest = async (trx: Trx, ref: RequestRef): Promise<MoneyRequest | null> => {
  const { rows } = await trx.executeQuery<RequestRecord>(CompiledQuery.raw(lock.text, [ref.issuerId, [ref.requestId]]))
  return rows[0] ? toRequest(rows[0]) : null
}

const update: Statement = {
  name: 'requests.update',
  text: `
update money_requests as requests
   set state = next.state, attempt_id = next.attempt_id, attempt_payer_id = next.attempt_payer_id,
       paid_count = next.paid_count, paid_cents = next.paid_cents, paid_movement_id = next.paid_movement_id,
       paid_at = next.paid_at, reminders_sent = next.reminders_sent, reminded_at = next.reminded_at,
       version = next.version, updated_at = next.updated_at, returns = next.returns::jsonb
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::integer[], $7::bigint[], $8::uuid[],
              $9::timestamptz[], $10::smallint[], $11::timestamptz[], $12::integer[], $13::timestamptz[], $14::text[])
       as next (owner_id, request_id, state, attempt_id, attempt_payer_id, paid_count, paid_cents, paid_movement_id, paid_at,
                reminders_sent, reminded_at, version, updated_at, returns)
 where requests.owner_id = next.owner_id and requests.request_id = next.request_id`,
}

/** Money that paid a request. */
export type RequestPayment = RequestRef & { movementId: string; amountCents: bigint; paidAt: Date }

const insertPayments: Statement = {
  name: 'requests.insert_payments',
  text: `
insert into request_payments (owner_id, request_id, movement_id, amount_cents, paid_at)
select owner_id, request_id, movement_id, amount_cents, paid_at
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::timestamptz[])
       as paid (owner_id, request_id, movement_id, amount_cents, paid_at)`,
}

/** What notes payments for the one who asked. */
export const requestPaymentWrites = (payments: readonly RequestPayment[]): Write[] => {
  if (payments.length === 0) return []
  return [
    {
      statement: insertPayments,
      values: [
        uuids(payments.map(({ issuerId }) => issuerId)),
        uuids(payments.map(({ requestId }) => requestId)),
        uuids(payments.map(({ movementId }) => movementId)),
        bigints(payments.map(({ amountCents }) => amountCents)),
        timestamps(payments.map(({ paidAt }) => paidAt)),
      ],
      isIndependent: true,
    },
  ]
}

/** What writes requests that are locked to the rows of both sides. */
export const requestUpdates = (requests: readonly MoneyRequest[]): Write[] => {
  if (requests.length === 0) return []
  const rows = requests.flatMap((request) => sidesOf(request).map((ownerId) => ({ ...request, ownerId })))
  return [
    {
      statement: update,
      values: [
        uuids(rows.map(({ ownerId }) => ownerId)),
        uuids(rows.map(({ requestId }) => requestId)),
        texts(rows.map(({ state }) => state)),
        uuids(rows.map(({ attempt }) => attempt?.movementId ?? null)),
        uuids(rows.map(({ attempt }) => attempt?.payerId ?? null)),
        integers(rows.map(({ paidCount }) => paidCount)),
        bigints(rows.map(({ paidCents }) => paidCents)),
        uuids(rows.map(({ paidMovementId }) => paidMovementId)),
        timestamps(rows.map(({ paidAt }) => paidAt)),
        smallints(rows.map(({ remindersSent }) => remindersSent)),
        timestamps(rows.map(({ remindedAt }) => remindedAt)),
        integers(rows.map(({ version }) => version)),
        timestamps(rows.map(({ updatedAt }) => updatedAt)),
        texts(rows.map(({ returns }) => JSON.stringify(returns))),
      ],
      rows: rows.length,
      isIndependent: true,
    },
  ]
}

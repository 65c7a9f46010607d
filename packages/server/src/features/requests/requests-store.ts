/** The tables behind requests as verbs read and make them: always the rows of one person, but for the code of a link. */
import type { RequestState } from '@puente/contract'
import { type Selectable, sql } from 'kysely'
import type { PayableReturn } from '#features/payments/index.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, DB, ReadDb, Trx } from '#platform/db/database.ts'
import type { Position } from './page-cursor.ts'
import type { MoneyRequest, OwnRequest, RequestRef } from './request.ts'

export type RequestRecord = Selectable<DB['money_requests']>

/** What both rows say alike. The closed lists are held by the table's own checks. */
export const toRequest = (record: RequestRecord): MoneyRequest => {
  const isSent = record.was === 'sent'
  return {
    requestId: record.request_id,
    issuerId: isSent ? record.owner_id : (record.counterpart_id ?? ''),
    askedId: isSent ? record.counterpart_id : record.owner_id,
    state: record.state as MoneyRequest['state'],
    uses: record.uses as MoneyRequest['uses'],
    amountCents: record.amount_cents,
    note: record.note,
    splitId: record.split_id,
    attempt:
      record.attempt_id !== null && record.attempt_payer_id !== null
        ? { movementId: record.attempt_id, payerId: record.attempt_payer_id }
        : null,
    paidCount: record.paid_count,
    paidCents: record.paid_cents,
    paidMovementId: record.paid_movement_id,
    paidAt: record.paid_at,
    returns: record.returns as PayableReturn[],
    remindersSent: record.reminders_sent,
    remindedAt: record.reminded_at,
    version: record.version,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    expiresAt: record.expires_at,
  }
}

const toOwnRequest = (record: RequestRecord): OwnRequest => ({
  ...toRequest(record),
  was: record.was as OwnRequest['was'],
  code: record.code,
})

/** The owner's own row of a request, sent or received; null when there is none. */
export const findRequest = async (db: ReadDb, ownerId: string, requestId: string): Promise<OwnRequest | null> => {
  const own = db.selectFrom('money_requests').selectAll().where('owner_id', '=', ownerId)
  const record = await own.where('request_id', '=', requestId).executeTakeFirst()
  return record ? toOwnRequest(record) : null
}

/** What the code of a link stands for, whoever asks; null when nothing. Looked for by its hash: a near miss takes as long as a far one. */
export const findByCode = async (db: ReadDb, code: string): Promise<OwnRequest | null> => {
  const of = db.selectFrom('pay_codes').select(['owner_id', 'request_id'])
  const ref = await of.where('code_hash', '=', hashToken(code)).executeTakeFirst()
  return ref ? findRequest(db, ref.owner_id, ref.request_id) : null
}

/** What a client sent to have something made: its own name for it, and a hash of what it said. */
export type Draft = { draftId: string; hash: Buffer }

const draftColumns = (draft: Draft | null) => ({ draft_id: draft?.draftId ?? null, draft_hash: draft?.hash ?? null })

/** A new request, before anybody has seen it. */
export type NewRequest = RequestRef &
  Pick<MoneyRequest, 'askedId' | 'uses' | 'amountCents' | 'note' | 'splitId' | 'createdAt' | 'expiresAt'> & {
    code: string
  }

const rowOf = (request: NewRequest) => ({
  request_id: request.requestId,
  state: 'open',
  uses: request.uses,
  amount_cents: request.amountCents,
  note: request.note,
  created_at: request.createdAt,
  updated_at: request.createdAt,
  expires_at: request.expiresAt,
})

/** Writes the requests, for both sides, and their codes. False, and nothing is written, when the draft has made one before. */
export const insertRequests = async (
  trx: Trx,
  requests: readonly NewRequest[],
  draft: Draft | null = null,
): Promise<boolean> => {
  const sent = requests.map((request) => ({
    ...rowOf(request),
    ...draftColumns(draft),
    owner_id: request.issuerId,
    was: 'sent',
    counterpart_id: request.askedId,
    code: request.code,
    split_id: request.splitId,
  }))
  const made = await trx
    .insertInto('money_requests')
    .values(sent)
    .onConflict((conflict) => conflict.columns(['owner_id', 'draft_id']).where('draft_id', 'is not', null).doNothing())
    .returning('request_id')
    .execute()
  if (made.length === 0) return false
  const received = requests.flatMap((request) =>
    request.askedId === null
      ? []
      : [{ ...rowOf(request), owner_id: request.askedId, was: 'received', counterpart_id: request.issuerId }],
  )
  if (received.length > 0) await trx.insertInto('money_requests').values(received).execute()
  const codes = requests.map(({ code, issuerId, requestId }) => ({
    code_hash: hashToken(code),
    owner_id: issuerId,
    request_id: requestId,
  }))
  await trx.insertInto('pay_codes').values(codes).execute()
  return true
}

/** What the owner's draft has made, and the hash of what it said; null when nothing. */
export const findOfDraft = async (
  db: ReadDb,
  ownerId: string,
  draftId: string,
): Promise<{ request: OwnRequest; hash: Buffer } | null> => {
  const own = db.selectFrom('money_requests').selectAll().where('owner_id', '=', ownerId)
  const record = await own.where('draft_id', '=', draftId).executeTakeFirst()
  return record?.draft_hash ? { request: toOwnRequest(record), hash: record.draft_hash } : null
}

export type Split = {
  ownerId: string
  splitId: string
  totalCents: bigint
  ownCents: bigint
  note: string
  createdAt: Date
}

/** False, and nothing is written, when the draft has made one before. */
export const insertSplit = async (trx: Trx, split: Split, draft: Draft | null): Promise<boolean> => {
  const made = await trx
    .insertInto('request_splits')
    .values({
      owner_id: split.ownerId,
      split_id: split.splitId,
      total_cents: split.totalCents,
      own_cents: split.ownCents,
      note: split.note,
      created_at: split.createdAt,
      ...draftColumns(draft),
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'draft_id']).where('draft_id', 'is not', null).doNothing())
    .returning('split_id')
    .execute()
  return made.length > 0
}

const toSplit = (record: Selectable<DB['request_splits']>): Split => ({
  ownerId: record.owner_id,
  splitId: record.split_id,
  totalCents: record.total_cents,
  ownCents: record.own_cents,
  note: record.note,
  createdAt: record.created_at,
})

/** One of the owner's own; null when there is none. */
export const findSplit = async (db: ReadDb, ownerId: string, splitId: string): Promise<Split | null> => {
  const own = db.selectFrom('request_splits').selectAll().where('owner_id', '=', ownerId)
  const record = await own.where('split_id', '=', splitId).executeTakeFirst()
  return record ? toSplit(record) : null
}

export const findSplitOfDraft = async (
  db: ReadDb,
  ownerId: string,
  draftId: string,
): Promise<{ split: Split; hash: Buffer } | null> => {
  const own = db.selectFrom('request_splits').selectAll().where('owner_id', '=', ownerId)
  const record = await own.where('draft_id', '=', draftId).executeTakeFirst()
  return record?.draft_hash ? { split: toSplit(record), hash: record.draft_hash } : null
}

/** The requests of a split, in the order of its shares. */
export const listOfSplit = async (db: ReadDb, ownerId: string, splitId: string): Promise<OwnRequest[]> => {
  const own = db.selectFrom('money_requests').selectAll().where('owner_id', '=', ownerId)
  // Ids rise in the order in which they were made.
  return (await own.where('split_id', '=', splitId).orderBy('request_id').execute()).map(toOwnRequest)
}

/** Which of a person's requests are wanted; null leaves a side open. States as they are at `at`. */
export type RequestFilter = { was: OwnRequest['was'] | null; state: RequestState | null; at: Date }

/** What a request with a state at a moment says: one that has run out is open until that is written down. */
const walksOf = (state: RequestState | null, at: Date) => {
  if (state === null) return [sql`true`]
  if (state === 'open') return [sql`state = 'open' and (expires_at > ${at} or attempt_id is not null)`]
  if (state !== 'expired') return [sql`state = ${state}`]
  return [sql`state = 'expired'`, sql`state = 'open' and expires_at <= ${at} and attempt_id is null`]
}

/**
 * The owner's requests after a place in the list, the newest first. Each way of having a state is a walk of its own along an index that
 * ends at the limit: together they would be put in order as a whole.
 */
export const listOwnRequests = async (
  db: Db,
  ownerId: string,
  { was, state, at }: RequestFilter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<OwnRequest[]> => {
  const walks = walksOf(state, at).map((as) => {
    const wanted = [
      sql`owner_id = ${ownerId}`,
      as,
      ...(was === null ? [] : [sql`was = ${was}`]),
      ...(after === null ? [] : [sql`(created_at, request_id) < (${after.at}::timestamptz, ${after.id}::uuid)`]),
    ]
    return sql`(select * from money_requests where ${sql.join(wanted, sql` and `)} order by created_at desc, request_id desc limit ${limit})`
  })
  const { rows } = await sql<RequestRecord>`
    select * from (${sql.join(walks, sql` union all `)}) as found order by created_at desc, request_id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(toOwnRequest)
}

/** What paid a request that the owner sent, after a place in the list, the latest first. */
export const listPaymentsOf = async (
  db: Db,
  { issuerId, requestId }: RequestRef,
  { after, limit }: { after: Position | null; limit: number },
): Promise<{ movementId: string; amountCents: bigint; paidAt: Date }[]> => {
  const rows = await db
    .selectFrom('request_payments')
    .select(['movement_id', 'amount_cents', 'paid_at'])
    .where('owner_id', '=', issuerId)
    .where('request_id', '=', requestId)
    .$if(after !== null, (query) =>
      query.where((row) =>
        row(row.refTuple('paid_at', 'movement_id'), '<', row.tuple(after?.at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('paid_at', 'desc')
    .orderBy('movement_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ movementId: row.movement_id, amountCents: row.amount_cents, paidAt: row.paid_at }))
}

/** Some of the requests whose time is over and that nobody is paying, the oldest first. */
export const listToExpire = async (db: Db, at: Date, limit: number): Promise<RequestRef[]> => {
  const rows = await db
    .selectFrom('money_requests')
    .select(['owner_id', 'request_id'])
    .where('state', '=', 'open')
    .where('was', '=', 'sent')
    .where('attempt_id', 'is', null)
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ owner_id: issuerId, request_id: requestId }) => ({ issuerId, requestId }))
}

/** Everything that the owner has asked for and was asked for, the oldest first. */
export const listAllRequests = async (db: ReadDb, ownerId: string): Promise<OwnRequest[]> => {
  const own = db.selectFrom('money_requests').selectAll().where('owner_id', '=', ownerId)
  return (await own.orderBy('created_at').orderBy('request_id').execute()).map(toOwnRequest)
}

/** The owner's requests that are open, sent and received. */
export const listOpenRequests = async (db: ReadDb, ownerId: string): Promise<OwnRequest[]> => {
  const own = db.selectFrom('money_requests').selectAll().where('owner_id', '=', ownerId)
  return (await own.where('state', '=', 'open').orderBy('request_id').execute()).map(toOwnRequest)
}

/** Disputes as verbs read them, always those of one person; the alarms, which say whose turn it is; and what operators look at. */
import { type Selectable, sql } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { Dispute, DisputeRef } from './dispute.ts'

export type DisputeRecord = Selectable<DB['disputes']>

/** The closed lists are held by the table's own checks. */
export const toDispute = (row: DisputeRecord): Dispute => ({
  ownerId: row.owner_id,
  disputeId: row.dispute_id,
  movementId: row.movement_id,
  ticketId: row.ticket_id,
  reference: row.reference,
  kind: row.kind as Dispute['kind'],
  state: row.state as Dispute['state'],
  amountCents: row.amount_cents,
  answerDay: row.answer_day,
  finalDay: row.final_day,
  creditDue: row.credit_due,
  credit:
    row.credit_state === null || row.credit_movement_id === null || row.credited_at === null
      ? null
      : {
          state: row.credit_state as NonNullable<Dispute['credit']>['state'],
          movementId: row.credit_movement_id,
          cents: row.credit_cents ?? row.amount_cents,
          at: row.credited_at,
          takeBackDay: row.take_back_day,
          takenCents: row.taken_cents,
          owedCents: row.owed_cents,
        },
  answerMessageId: row.answer_message_id,
  warnedDay: row.warned_day,
  timeline: row.timeline as Dispute['timeline'],
  version: row.version,
  createdAt: row.created_at,
})

const OPEN: Dispute['state'][] = ['opened', 'investigating', 'provisionalCredit']

const ofOwner = (db: Db, ownerId: string) => db.selectFrom('disputes').selectAll().where('owner_id', '=', ownerId)

export const findDispute = async (db: Db, { ownerId, disputeId }: DisputeRef): Promise<Dispute | null> => {
  const row = await ofOwner(db, ownerId).where('dispute_id', '=', disputeId).executeTakeFirst()
  return row ? toDispute(row) : null
}

/** The same for change: others who would change it wait. */
export const lockDispute = async (trx: Trx, { ownerId, disputeId }: DisputeRef): Promise<Dispute | null> => {
  const row = await ofOwner(trx, ownerId).where('dispute_id', '=', disputeId).forNoKeyUpdate().executeTakeFirst()
  return row ? toDispute(row) : null
}

/** All that were made of a movement, newest first, each with the hash of what was asked. */
export const listOfMovement = async (
  db: Db,
  ownerId: string,
  movementId: string,
): Promise<{ dispute: Dispute; hash: string }[]> => {
  const rows = await ofOwner(db, ownerId).where('movement_id', '=', movementId).orderBy('dispute_id', 'desc').execute()
  return rows.map((row) => ({ dispute: toDispute(row), hash: row.asked_hash }))
}

/** Of these people, what waits for an answer or a credit, in the order in which it is credited, and what was credited. */
export const listWaitingOrCredited = async (db: Db, ownerIds: readonly string[]): Promise<Dispute[]> => {
  if (ownerIds.length === 0) return []
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where(sql<boolean>`owner_id = any(${ownerIds}::uuid[])`)
    .where((row) => row.or([row('state', 'in', ['opened', 'investigating']), row('credit_state', 'is not', null)]))
    .orderBy('answer_day')
    .orderBy('dispute_id')
    .execute()
  return rows.map(toDispute)
}

/** Whether an earlier dispute of the same movement was credited, whatever became of it. */
export const wasCreditedBefore = async (db: Db, { ownerId, movementId, disputeId }: Dispute): Promise<boolean> => {
  const row = await ofOwner(db, ownerId)
    .where('movement_id', '=', movementId)
    .where('dispute_id', '<>', disputeId)
    .where('credit_state', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type Page = { movementId: string | null; before: string | null; limit: number }

/** Newest first: ids grow with time. */
export const listDisputes = async (
  db: Db,
  ownerId: string,
  { movementId, before, limit }: Page,
): Promise<Dispute[]> => {
  const query = ofOwner(db, ownerId)
    .$if(movementId !== null, (some) => some.where('movement_id', '=', movementId))
    .$if(before !== null, (some) => some.where('dispute_id', '<', before))
  return (await query.orderBy('dispute_id', 'desc').limit(limit).execute()).map(toDispute)
}

export const insertDispute = async (trx: Trx, dispute: Dispute, askedHash: string): Promise<void> => {
  await trx
    .insertInto('disputes')
    .values({
      owner_id: dispute.ownerId,
      dispute_id: dispute.disputeId,
      movement_id: dispute.movementId,
      ticket_id: dispute.ticketId,
      reference: dispute.reference,
      kind: dispute.kind,
      state: dispute.state,
      amount_cents: dispute.amountCents,
      asked_hash: askedHash,
      answer_day: dispute.answerDay,
      final_day: dispute.finalDay,
      credit_due: dispute.creditDue,
      timeline: JSON.stringify(dispute.timeline),
      version: dispute.version,
      created_at: dispute.createdAt,
      updated_at: dispute.createdAt,
    })
    .execute()
}

/** Notes that operators were told today; false when another process has told them. */
export const noteWarned = async (db: Db, { ownerId, disputeId }: DisputeRef, day: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('disputes')
    .set({ warned_day: day })
    .where('owner_id', '=', ownerId)
    .where('dispute_id', '=', disputeId)
    .where((row) => row.or([row('warned_day', 'is', null), row('warned_day', '<', day)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims those whose moment has come, the longest overdue first: whoever moves the moment on has it until then. */
export const takeDueDisputes = async (db: Db, at: Date, { until, limit }: { until: Date; limit: number }) => {
  const due = await db
    .selectFrom('dispute_alarms')
    .select('dispute_id')
    .where('at', '<=', at)
    .orderBy('at')
    .limit(limit)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ dispute_id }) => dispute_id)
  const { rows } = await sql<{ dispute_id: string; owner_id: string }>`
    update dispute_alarms set at = ${until} where dispute_id = any(${ids}::uuid[]) and at <= ${at}
    returning dispute_id, owner_id`.execute(db)
  // Of those due at one moment the first that was reported is credited first, as the screens said.
  return rows
    .map((row): DisputeRef => ({ ownerId: row.owner_id, disputeId: row.dispute_id }))
    .toSorted((a, b) => (a.disputeId < b.disputeId ? -1 : 1))
}

/** How many are not decided, how many of them are due up to a day, and how many were due before another. */
export const countDisputes = async (db: Db, { nearDay, today }: { nearDay: string; today: string }) => {
  const { rows } = await sql<{ open: number; near: number; missed: number }>`
    select count(*)::int as open, (count(*) filter (where due <= ${nearDay}))::int as near,
           (count(*) filter (where due < ${today}))::int as missed
      from (select case when state <> 'provisionalCredit' and credit_due then answer_day else final_day end as due
              from disputes where state in ('opened', 'investigating', 'provisionalCredit')) as waiting`.execute(db)
  return rows[0] ?? { open: 0, near: 0, missed: 0 }
}

/** For operators: those that are not decided, the next deadline first. */
export const listOpenDisputes = async (db: Db, limit: number): Promise<Dispute[]> => {
  const open = db.selectFrom('disputes').selectAll().where('state', 'in', OPEN)
  const due = sql`case when state <> 'provisionalCredit' and credit_due then answer_day else final_day end`
  return (await open.orderBy(due).orderBy('dispute_id').limit(limit).execute()).map(toDispute)
}

/** For operators: the dispute of a number, whosever it is. */
export const findDisputeById = async (db: Db, disputeId: string): Promise<Dispute | null> => {
  const row = await db.selectFrom('disputes').selectAll().where('dispute_id', '=', disputeId).executeTakeFirst()
  return row ? toDispute(row) : null
}

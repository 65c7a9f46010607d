/** Who approves for whom, as verbs read and write it. The owner of a row is the person who pays. */
import { type Selectable, sql } from 'kysely'
import type { Db, DB, ReadDb, Trx } from '#platform/db/database.ts'
import type { Approver, ApproverRef } from './approver.ts'

export type ApproverRecord = Selectable<DB['approvers']>

/** The closed list is held by the table's own check. */
export const toApprover = (record: ApproverRecord): Approver => ({
  ownerId: record.owner_id,
  approverId: record.approver_id,
  state: record.state as Approver['state'],
  rule: { newPayee: record.new_payee, aboveCents: record.above_cents },
  next:
    record.next_at === null
      ? null
      : { rule: { newPayee: record.next_new_payee === true, aboveCents: record.next_above_cents }, at: record.next_at },
  endsAt: record.ends_at,
  invitedAt: record.invited_at,
  acceptedAt: record.accepted_at,
  decidesFrom: record.decides_from,
})

const rowOf = ({ ownerId, approverId, state, rule, next, ...times }: Approver) => ({
  owner_id: ownerId,
  approver_id: approverId,
  state,
  new_payee: rule.newPayee,
  above_cents: rule.aboveCents,
  next_new_payee: next?.rule.newPayee ?? null,
  next_above_cents: next?.rule.aboveCents ?? null,
  next_at: next?.at ?? null,
  ends_at: times.endsAt,
  invited_at: times.invitedAt,
  accepted_at: times.acceptedAt,
  decides_from: times.decidesFrom,
})

const ofOwner = (db: ReadDb, ownerId: string) =>
  db.selectFrom('approvers').selectAll().where('owner_id', '=', ownerId).orderBy('approver_id')

/** All of a person's, invited ones included. */
export const listOwn = async (db: ReadDb, ownerId: string): Promise<Approver[]> =>
  (await ofOwner(db, ownerId).execute()).map(toApprover)

/** The same for change: whoever else would change one of them waits. */
export const lockOwn = async (trx: Trx, ownerId: string): Promise<Approver[]> =>
  (await ofOwner(trx, ownerId).forNoKeyUpdate().execute()).map(toApprover)

/** For whom a person approves, or is asked to. */
export const listApproved = async (db: ReadDb, approverId: string): Promise<Approver[]> => {
  const people = await db.selectFrom('approved_people').select('person_id').where('owner_id', '=', approverId).execute()
  if (people.length === 0) return []
  const ofThem = db
    .selectFrom('approvers')
    .selectAll()
    .where(
      'owner_id',
      'in',
      people.map(({ person_id }) => person_id),
    )
  return (await ofThem.where('approver_id', '=', approverId).orderBy('owner_id').execute()).map(toApprover)
}

/** A new invitation, on both sides. */
export const insertApprover = async (trx: Trx, approver: Approver): Promise<void> => {
  await trx.insertInto('approvers').values(rowOf(approver)).execute()
  await trx
    .insertInto('approved_people')
    .values({ owner_id: approver.approverId, person_id: approver.ownerId })
    .onConflict((conflict) => conflict.columns(['owner_id', 'person_id']).doNothing())
    .execute()
}

export const updateApprover = async (trx: Trx, approver: Approver): Promise<void> => {
  const { owner_id: _, approver_id: __, ...row } = rowOf(approver)
  await trx
    .updateTable('approvers')
    .set(row)
    .where('owner_id', '=', approver.ownerId)
    .where('approver_id', '=', approver.approverId)
    .execute()
}

/** Ends it, on both sides. */
export const deleteApprover = async (trx: Trx, { ownerId, approverId }: ApproverRef): Promise<void> => {
  await trx.deleteFrom('approvers').where('owner_id', '=', ownerId).where('approver_id', '=', approverId).execute()
  await trx.deleteFrom('approved_people').where('owner_id', '=', approverId).where('person_id', '=', ownerId).execute()
}

/** Whose day is over: a looser rule begins to hold, or an approver is gone. */
export const listToSettle = async (db: Db, at: Date, limit: number): Promise<ApproverRef[]> => {
  const due = db.selectFrom('approvers').select(['owner_id', 'approver_id'])
  const rows = await due
    .where(sql`least(next_at, ends_at)`, '<=', at)
    .orderBy(sql`least(next_at, ends_at)`)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ownerId: row.owner_id, approverId: row.approver_id }))
}

/** The table behind movements as verbs read it. */
import { uuids } from '@puente/ledger'
import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { Db, DB } from '#platform/db/database.ts'
import type { Counterpart, Movement, MovementRef, Step } from './movement.ts'

/** A stored row without what only searches look at. */
export type MovementRecord = Omit<Selectable<DB['movements']>, 'search_text'>

const counterpartOf = (record: MovementRecord): Counterpart | null =>
  record.counterpart_id === null
    ? null
    : {
        ownerId: record.counterpart_id,
        name: record.counterpart_name ?? '',
        handle: record.counterpart_handle ?? '',
        imageFileId: record.counterpart_image_id,
        isBusiness: record.counterpart_is_business,
      }

/** A stored row as a movement. The closed lists are held by the table's own checks. */
export const toMovement = (record: MovementRecord): Movement => ({
  ownerId: record.owner_id,
  movementId: record.movement_id,
  type: record.type as Movement['type'],
  state: record.state as Movement['state'],
  method: record.method as Movement['method'],
  direction: record.direction === 1 ? 1 : -1,
  amountCents: record.amount_cents,
  feeCents: record.fee_cents,
  scheduledFeeCents: record.scheduled_fee_cents,
  currency: record.currency,
  counterpart: counterpartOf(record),
  note: record.note,
  privateNote: record.private_note,
  reference: record.reference,
  balanceAfterCents: record.balance_after_cents,
  entrySeq: record.entry_seq,
  transferId: record.transfer_id,
  holdReason: record.hold_reason as Movement['holdReason'],
  cancelReason: record.cancel_reason as Movement['cancelReason'],
  expected: record.expected_from && record.expected_to ? { from: record.expected_from, to: record.expected_to } : null,
  timeline: record.timeline as Step[],
  details: record.details as Movement['details'],
  linkedId: record.linked_id,
  sendSessionId: record.send_session_id,
  version: record.version,
  createdAt: record.created_at,
  paidAt: record.paid_at,
})

/** The owner's own row of a movement. */
export const findMovement = async (db: Db, { ownerId, movementId }: MovementRef): Promise<Movement | null> => {
  const record = await db
    .selectFrom('movements')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('movement_id', '=', movementId)
    .executeTakeFirst()
  return record ? toMovement(record) : null
}

/** When money came into the owner's wallet for the first time; null before. */
export const findFirstCredit = async (db: Db, ownerId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('movements')
    .select('paid_at')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'COMPLETED')
    .where('direction', '=', 1)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.paid_at ?? null
}

/** The rows of its owner in which a movement goes or went back, or came again after that, the oldest first. */
export const listReturns = async (db: Db, { ownerId, movementId }: MovementRef): Promise<Movement[]> => {
  const linked = db
    .selectFrom('movements')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('linked_id', '=', movementId)
  const back = linked
    .where('type', 'in', ['refund', 'reversal', 'reward', 'referral'])
    .where('state', '<>', 'CANCELLED')
  return (await back.orderBy('created_at').orderBy('movement_id').execute()).map(toMovement)
}

/** How much of a movement has come back for good in rows of its owner, in cents: against its own direction, less what was restored since. */
export const sumComeBack = async (db: Db, ref: MovementRef): Promise<bigint> => {
  const [movement, returns] = await Promise.all([findMovement(db, ref), listReturns(db, ref)])
  return returns
    .filter(({ state }) => state === 'COMPLETED')
    .reduce((sum, row) => (row.direction === movement?.direction ? sum - row.amountCents : sum + row.amountCents), 0n)
}

/** Whether anything that was paid on a debt was given back to its owner since then. */
export const hasDebtGivenBack = async (db: Db, ownerId: string, since: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('movements')
    .select('movement_id')
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .where('type', '=', 'adjustment')
    .where(sql<boolean>`details ->> 'debtStep' = 'givenBack'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many of the owner's payments to others that began since then came back to them because they could not be delivered. */
export const countUndelivered = async (db: Db, ownerId: string, since: Date): Promise<number> => {
  const row = await db
    .selectFrom('movements')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .where('state', '=', 'CANCELLED')
    .where(sql<boolean>`details ->> 'undeliverable' = 'true'`)
    .executeTakeFirstOrThrow()
  return row.count
}

const READ = `
select movements.* from movements
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, movement_id)
    on movements.owner_id = asked.owner_id and movements.movement_id = asked.movement_id`

/** Rows of several people; those that do not exist are left out. */
export const readMovements = async (db: Db, refs: readonly MovementRef[]): Promise<Movement[]> => {
  if (refs.length === 0) return []
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), uuids(refs.map(({ movementId }) => movementId))]
  const { rows } = await db.executeQuery<MovementRecord>(CompiledQuery.raw(READ, values))
  return rows.map(toMovement)
}

/** The owner's newest rows, however they stand. */
export const listNewestMovements = async (db: Db, ownerId: string, limit: number): Promise<Movement[]> => {
  const newest = db.selectFrom('movements').selectAll().where('owner_id', '=', ownerId).orderBy('created_at', 'desc')
  return (await newest.limit(limit).execute()).map(toMovement)
}

const PEAK_REACH = 500

/** The highest balance before or after any of the owner's rows since then; null without any. Of very many rows the newest count. */
export const findPeakBalance = async (db: Db, ownerId: string, since: Date): Promise<bigint | null> => {
  const newest = db
    .selectFrom('movements')
    .select(
      sql<bigint>`balance_after_cents + case direction when -1 then amount_cents + fee_cents else 0 end`.as(
        'high_cents',
      ),
    )
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(PEAK_REACH)
    .as('newest')
  const peak = await db
    .selectFrom(newest)
    .select((row) => row.fn.max('high_cents').as('cents'))
    .executeTakeFirst()
  return peak?.cents ?? null
}

/** A completed payment between two people here, from the side of one of them. */
export type FlowRow = MovementRef & { otherId: string; direction: 1 | -1; amountCents: bigint; at: Date }

/** How much longer ago something may have begun that was completed since. */
const SLOWEST_MS = 30 * 86_400_000
/** Per person, so that one with very many hides no one else's. */
const MOST_FLOWS = 400

/**
 * What went between these people and others since then, the newest first, up to a limit per person. With `among` only what went
 * between them and these.
 */
export const listFlows = async (
  db: Db,
  ownerIds: readonly string[],
  since: Date,
  among?: readonly string[],
): Promise<FlowRow[]> => {
  const numbered = db
    .selectFrom('movements')
    .select(['owner_id', 'movement_id', 'counterpart_id', 'direction', 'amount_cents', 'paid_at', 'created_at'])
    .select(sql<number>`row_number() over (partition by owner_id order by created_at desc)`.as('place'))
    .where(sql<boolean>`owner_id = any(${ownerIds}::uuid[])`)
    .where('created_at', '>', new Date(since.getTime() - SLOWEST_MS))
    .where('paid_at', '>', since)
    .where('state', '=', 'COMPLETED')
    .where('type', 'in', ['sent', 'received', 'invoice'])
    .where('counterpart_id', 'is not', null)
    .$if(among !== undefined, (some) => some.where(sql<boolean>`counterpart_id = any(${among}::uuid[])`))
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .select(['owner_id', 'movement_id', 'counterpart_id', 'direction', 'amount_cents', 'paid_at'])
    .where('place', '<=', MOST_FLOWS)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.flatMap((row) =>
    row.counterpart_id === null || row.paid_at === null
      ? []
      : [
          {
            ownerId: row.owner_id,
            movementId: row.movement_id,
            otherId: row.counterpart_id,
            direction: row.direction === 1 ? 1 : -1,
            amountCents: row.amount_cents,
            at: row.paid_at,
          },
        ],
  )
}

const heldOf = (db: Db, ownerId: string, reason: string, direction: 1 | -1) =>
  db
    .selectFrom('movements')
    .select('movement_id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ON HOLD')
    .where('hold_reason', '=', reason)
    .where('direction', '=', direction)
    .orderBy('created_at')

/** Ids of incoming movements that are on hold for this reason, oldest first. */
export const listHeldIncoming = async (db: Db, ownerId: string, reason: string): Promise<string[]> => {
  const rows = await heldOf(db, ownerId, reason, 1).execute()
  return rows.map(({ movement_id }) => movement_id)
}

/** What this person has sent and is still held, the oldest first. */
export const listHeldOutgoing = async (db: Db, ownerId: string, reason: string): Promise<string[]> => {
  const rows = await heldOf(db, ownerId, reason, -1).execute()
  return rows.map(({ movement_id }) => movement_id)
}

/** Everything of this person that was begun until then and is not final, the oldest first. */
export const listUnderWay = async (db: Db, ownerId: string, until: Date): Promise<Movement[]> => {
  const open = db.selectFrom('movements').selectAll().where('owner_id', '=', ownerId)
  const begun = open.where('state', 'in', ['PENDING', 'ON HOLD']).where('created_at', '<=', until)
  return (await begun.orderBy('created_at').execute()).map(toMovement)
}

/** What these people have sent and is still held for this reason, the oldest first. */
export const listHeldMovements = async (db: Db, ownerIds: readonly string[], reason: string): Promise<Movement[]> => {
  const held = db
    .selectFrom('movements')
    .selectAll()
    .where('owner_id', 'in', [...ownerIds])
  const sent = held.where('state', '=', 'ON HOLD').where('hold_reason', '=', reason).where('direction', '=', -1)
  return (await sent.orderBy('created_at').execute()).map(toMovement)
}

/**
 * Withdrawals that are on hold and returns of withdrawals that were kept apart, then what is set aside for fraud warnings, of everybody, each
 * the oldest first; no other reversals.
 */
export const listPayoutCases = async (db: Db, limit: number): Promise<Movement[]> => {
  const held = db.selectFrom('movements').selectAll().where('state', '=', 'ON HOLD')
  const isCase = sql<boolean>`(type = 'withdraw' or (type = 'reversal' and details ?| array['kept', 'fraudWarning']))`
  const cases = held
    .where(isCase)
    .orderBy(sql`details ? 'fraudWarning'`)
    .orderBy('created_at')
  return (await cases.limit(limit).execute()).map(toMovement)
}

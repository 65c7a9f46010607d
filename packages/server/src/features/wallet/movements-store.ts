/** The table behind movements: a row for whoever asks, and as the ledger's batch reads and writes it. */
import type { ClientBase } from 'pg'
import type { Selectable } from 'kysely'
import type { Db, DB } from '#platform/db/database.ts'
import { searchTextOf } from './movement.ts'
import type { Counterpart, Movement, MovementRef, Step } from './movement.ts'

type MovementRecord = Selectable<DB['movements']>

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

/** A row as the statements read it. Cents travel as text, so that none passes through a float. */
const toRecord = (movement: Movement) => ({
  owner_id: movement.ownerId,
  movement_id: movement.movementId,
  type: movement.type,
  state: movement.state,
  method: movement.method,
  direction: movement.direction,
  amount_cents: String(movement.amountCents),
  fee_cents: String(movement.feeCents),
  scheduled_fee_cents: String(movement.scheduledFeeCents),
  currency: movement.currency,
  counterpart_id: movement.counterpart?.ownerId ?? null,
  counterpart_name: movement.counterpart?.name ?? null,
  counterpart_handle: movement.counterpart?.handle ?? null,
  counterpart_image_id: movement.counterpart?.imageFileId ?? null,
  counterpart_is_business: movement.counterpart?.isBusiness ?? false,
  note: movement.note,
  private_note: movement.privateNote,
  reference: movement.reference,
  balance_after_cents: movement.balanceAfterCents === null ? null : String(movement.balanceAfterCents),
  entry_seq: movement.entrySeq === null ? null : String(movement.entrySeq),
  transfer_id: movement.transferId,
  hold_reason: movement.holdReason,
  cancel_reason: movement.cancelReason,
  expected_from: movement.expected?.from ?? null,
  expected_to: movement.expected?.to ?? null,
  timeline: movement.timeline,
  details: movement.details,
  linked_id: movement.linkedId,
  send_session_id: movement.sendSessionId,
  search_text: searchTextOf(movement),
  version: movement.version,
  created_at: movement.createdAt,
  paid_at: movement.paidAt,
})

const LOAD = `
select movements.* from movements
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, movement_id)
    on movements.owner_id = asked.owner_id and movements.movement_id = asked.movement_id
 order by movements.owner_id, movements.movement_id
   for no key update of movements`

/** Reads rows for change; a private note written meanwhile waits. */
export const lockMovements = async (client: ClientBase, refs: MovementRef[]): Promise<Movement[]> => {
  if (refs.length === 0) return []
  const values = [refs.map(({ ownerId }) => ownerId), refs.map(({ movementId }) => movementId)]
  const { rows } = await client.query<MovementRecord>({ name: 'movements.lock', text: LOAD, values })
  return rows.map(toMovement)
}

const NAMES = `select owner_id, full_name from users where owner_id = any($1::uuid[])`

export const readNames = async (client: ClientBase, ownerIds: string[]): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ owner_id: string; full_name: string }>({
    name: 'movements.names',
    text: NAMES,
    values: [ownerIds],
  })
  return new Map(rows.map(({ owner_id, full_name }) => [owner_id, full_name]))
}

// The columns are named, so that a column that is added later keeps its default while this code still runs.
const INSERT = `
insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, fee_cents,
    scheduled_fee_cents, currency, counterpart_id, counterpart_name, counterpart_handle, counterpart_image_id,
    counterpart_is_business, note, private_note, reference, balance_after_cents, entry_seq, transfer_id, hold_reason,
    cancel_reason, expected_from, expected_to, timeline, details, linked_id, send_session_id, search_text, version,
    created_at, paid_at)
select owner_id, movement_id, type, state, method, direction, amount_cents, fee_cents,
    scheduled_fee_cents, currency, counterpart_id, counterpart_name, counterpart_handle, counterpart_image_id,
    counterpart_is_business, note, private_note, reference, balance_after_cents, entry_seq, transfer_id, hold_reason,
    cancel_reason, expected_from, expected_to, timeline, details, linked_id, send_session_id, search_text, version,
    created_at, paid_at
  from json_populate_recordset(null::movements, $1::json)`

export const insertMovements = async (client: ClientBase, movements: Movement[]): Promise<void> => {
  if (movements.length === 0) return
  await client.query({ name: 'movements.insert', text: INSERT, values: [JSON.stringify(movements.map(toRecord))] })
}

const UPDATE = `
update movements
   set state = next.state, balance_after_cents = next.balance_after_cents, entry_seq = next.entry_seq,
       transfer_id = next.transfer_id, hold_reason = next.hold_reason, cancel_reason = next.cancel_reason,
       timeline = next.timeline, version = next.version, paid_at = next.paid_at
  from json_populate_recordset(null::movements, $1::json) as next
 where movements.owner_id = next.owner_id and movements.movement_id = next.movement_id`

export const updateMovements = async (client: ClientBase, movements: Movement[]): Promise<void> => {
  if (movements.length === 0) return
  const values = [JSON.stringify(movements.map(toRecord))]
  const { rowCount } = await client.query({ name: 'movements.update', text: UPDATE, values })
  if (rowCount !== movements.length) throw new Error('a movement vanished although its row was locked')
}

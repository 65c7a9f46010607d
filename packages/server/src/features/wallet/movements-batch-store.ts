/** Movements as the ledger's batch reads and writes them: locked by their owners, added and changed as lists of columns. */
import { bigints, booleans, integers, smallints, texts, timestamps, uuids } from '@puente/ledger'
import type { QueryRunner, Statement, Write } from '@puente/ledger'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'
import { searchTextOf } from './movement.ts'
import type { Movement, MovementRef } from './movement.ts'
import { type MovementRecord, toMovement } from './movements-store.ts'

const lock: Statement = {
  name: 'movements.lock',
  text: `
select * from movements where owner_id = $1 and movement_id = any($2::uuid[])
 order by movement_id for no key update`,
}

/** Reads rows for change; a private note written meanwhile waits. */
export const lockMovements = async (db: QueryRunner, refs: MovementRef[]): Promise<Movement[]> => {
  const named = refs.map(({ ownerId, movementId }) => ({ ownerId, id: movementId }))
  return (await lockByOwner<MovementRecord>(db, lock, named)).map(toMovement)
}

const COME_BACK = `
select back.owner_id, back.linked_id from movements as back
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, movement_id)
    on back.owner_id = asked.owner_id and back.linked_id = asked.movement_id
 where back.type in ('refund', 'reversal') and back.state <> 'CANCELLED'
 group by back.owner_id, back.linked_id
having sum(back.direction * back.amount_cents) <> 0 or bool_or(back.state <> 'COMPLETED')`

/** Those of which other rows of their owner say that something has come back, and was not taken again, or may. */
export const readComeBack = async (db: QueryRunner, refs: readonly MovementRef[]): Promise<MovementRef[]> => {
  if (refs.length === 0) return []
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), uuids(refs.map(({ movementId }) => movementId))]
  const { rows } = await db.query<{ owner_id: string; linked_id: string }>({
    name: 'movements.come_back',
    text: COME_BACK,
    values,
  })
  return rows.map((row) => ({ ownerId: row.owner_id, movementId: row.linked_id }))
}

/** A column as it is written: its list of one value per row, and how a value of the list is read. */
type Column = { name: string; type: string; cast?: string; list: (movements: Movement[]) => Buffer }

const uuid = (name: string, of: (movement: Movement) => string | null | undefined): Column => ({
  name,
  type: 'uuid',
  list: (movements) => uuids(movements.map(of)),
})
const text = (name: string, of: (movement: Movement) => string | null | undefined): Column => ({
  name,
  type: 'text',
  list: (movements) => texts(movements.map(of)),
})
const day = (name: string, of: (movement: Movement) => string | null | undefined): Column => ({
  ...text(name, of),
  cast: 'date',
})
const json = (name: string, of: (movement: Movement) => unknown): Column => ({
  ...text(name, (movement) => JSON.stringify(of(movement))),
  cast: 'jsonb',
})
const bigint = (name: string, of: (movement: Movement) => bigint | null): Column => ({
  name,
  type: 'bigint',
  list: (movements) => bigints(movements.map(of)),
})
const integer = (name: string, of: (movement: Movement) => number): Column => ({
  name,
  type: 'integer',
  list: (movements) => integers(movements.map(of)),
})
const smallint = (name: string, of: (movement: Movement) => number): Column => ({
  name,
  type: 'smallint',
  list: (movements) => smallints(movements.map(of)),
})
const moment = (name: string, of: (movement: Movement) => Date | null): Column => ({
  name,
  type: 'timestamptz',
  list: (movements) => timestamps(movements.map(of)),
})

const KEY: Column[] = [uuid('owner_id', (one) => one.ownerId), uuid('movement_id', (one) => one.movementId)]

/** What a move or a mark changes. */
const CHANGING: Column[] = [
  text('state', (one) => one.state),
  bigint('balance_after_cents', (one) => one.balanceAfterCents),
  bigint('entry_seq', (one) => one.entrySeq),
  uuid('transfer_id', (one) => one.transferId),
  text('hold_reason', (one) => one.holdReason),
  text('cancel_reason', (one) => one.cancelReason),
  json('timeline', (one) => one.timeline),
  json('details', (one) => one.details),
  integer('version', (one) => one.version),
  moment('paid_at', (one) => one.paidAt),
]

// Columns that are not named here, and those that are added later, begin with their default.
const INSERTED: Column[] = [
  ...KEY,
  ...CHANGING,
  text('type', (one) => one.type),
  text('method', (one) => one.method),
  smallint('direction', (one) => one.direction),
  bigint('amount_cents', (one) => one.amountCents),
  bigint('fee_cents', (one) => one.feeCents),
  bigint('scheduled_fee_cents', (one) => one.scheduledFeeCents),
  text('currency', (one) => one.currency),
  uuid('counterpart_id', (one) => one.counterpart?.ownerId),
  text('counterpart_name', (one) => one.counterpart?.name),
  text('counterpart_handle', (one) => one.counterpart?.handle),
  uuid('counterpart_image_id', (one) => one.counterpart?.imageFileId),
  {
    name: 'counterpart_is_business',
    type: 'boolean',
    list: (movements) => booleans(movements.map((one) => one.counterpart?.isBusiness ?? false)),
  },
  text('note', (one) => one.note),
  text('reference', (one) => one.reference),
  day('expected_from', (one) => one.expected?.from),
  day('expected_to', (one) => one.expected?.to),
  uuid('linked_id', (one) => one.linkedId),
  uuid('send_session_id', (one) => one.sendSessionId),
  text('search_text', searchTextOf),
  moment('created_at', (one) => one.createdAt),
]

const namesOf = (columns: Column[]): string => columns.map(({ name }) => name).join(', ')
const readOf = ({ name, cast }: Column): string => (cast ? `${name}::${cast}` : name)

/** The lists of the columns as rows, named `next`. */
const rowsOf = (columns: Column[]): string =>
  `unnest(${columns.map(({ type }, n) => `$${n + 1}::${type}[]`).join(', ')}) as next (${namesOf(columns)})`

const insert: Statement = {
  name: 'movements.insert',
  text: `
insert into movements (${namesOf(INSERTED)})
select ${INSERTED.map(readOf).join(', ')} from ${rowsOf(INSERTED)}`,
}

const UPDATED = [...KEY, ...CHANGING]

const update: Statement = {
  name: 'movements.update',
  text: `
update movements
   set ${CHANGING.map((column) => `${column.name} = next.${readOf(column)}`).join(', ')}
  from ${rowsOf(UPDATED)}
 where movements.owner_id = next.owner_id and movements.movement_id = next.movement_id`,
}

const valuesOf = (columns: Column[], movements: Movement[]): Buffer[] => columns.map(({ list }) => list(movements))

/** What adds rows, and changes rows that are locked. */
export const movementWrites = (inserted: Movement[], updated: Movement[]): Write[] => [
  ...(inserted.length > 0
    ? [{ statement: insert, values: valuesOf(INSERTED, inserted), isIndependent: true as const }]
    : []),
  ...(updated.length > 0
    ? [{ statement: update, values: valuesOf(UPDATED, updated), rows: updated.length, isIndependent: true as const }]
    : []),
]

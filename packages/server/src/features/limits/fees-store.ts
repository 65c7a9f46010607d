import { type QueryRunner, type BatchTime, type Statement, uuids, type Write } from '@puente/ledger'
import type { FeeRow } from './fee-rules.ts'

/** A free operation that was taken, or came to nothing. */
export type FreeOperation = { ownerId: string; movementId: string }

const LIST_ROWS = `
select distinct on (operation, from_cents) operation, from_cents, bps, fixed_cents
  from fee_rows where effective_from <= $1 order by operation, from_cents, effective_from desc`

type Row = { operation: string; from_cents: bigint; bps: number; fixed_cents: bigint }

/** The schedule in force at a moment. */
export const listFeeRows = async (db: QueryRunner, at: BatchTime): Promise<FeeRow[]> => {
  const { rows } = await db.query<Row>({ name: 'fees.rows', text: LIST_ROWS, values: [at] })
  return rows.map((row) => ({
    operation: row.operation,
    fromCents: row.from_cents,
    bps: row.bps,
    fixedCents: row.fixed_cents,
  }))
}

const COUNT_FREE = `
select owner_id, count(*)::int as used from free_operations
 where owner_id = any($1::uuid[]) group by owner_id`

/** How many free operations each owner has used; owners without one are missing. */
export const countFreeOperations = async (db: QueryRunner, ownerIds: string[]): Promise<Map<string, number>> => {
  const { rows } = await db.query<{ owner_id: string; used: number }>({
    name: 'fees.count_free',
    text: COUNT_FREE,
    values: [uuids(ownerIds)],
  })
  return new Map(rows.map(({ owner_id, used }) => [owner_id, used]))
}

const insertFree: Statement = {
  name: 'fees.insert_free',
  text: `
insert into free_operations (owner_id, movement_id, at)
select owner_id, movement_id, $3 from unnest($1::uuid[], $2::uuid[]) as taken (owner_id, movement_id)
 order by owner_id, movement_id`,
}

const restore: Statement = {
  name: 'fees.restore',
  text: `
delete from free_operations using unnest($1::uuid[], $2::uuid[]) as ended (owner_id, movement_id)
 where free_operations.owner_id = ended.owner_id and free_operations.movement_id = ended.movement_id`,
}

const idsOf = (operations: FreeOperation[]): unknown[] => [
  uuids(operations.map(({ ownerId }) => ownerId)),
  uuids(operations.map(({ movementId }) => movementId)),
]

/** Counts free operations, and restores those that came to nothing; a movement that never took one restores none. */
export const freeOperationWrites = (taken: FreeOperation[], ended: FreeOperation[], at: Date): Write[] => [
  ...(taken.length > 0 ? [{ statement: insertFree, values: [...idsOf(taken), at], isIndependent: true as const }] : []),
  ...(ended.length > 0 ? [{ statement: restore, values: idsOf(ended) }] : []),
]

/** Movements as statements read them: a page at a time, each an index's own walk, so that no connection waits for a reader. */
import type { MovementMethod, MovementState, MovementType } from '@puente/contract'
import type { Entry } from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/db/database.ts'

export type StatementMovement = {
  movement_id: string
  type: MovementType
  state: MovementState
  method: MovementMethod
  direction: 1 | -1
  amount_cents: bigint
  fee_cents: bigint
  currency: string
  counterpart_id: string | null
  counterpart_name: string | null
  note: string
  private_note: string | null
  reference: string
  balance_after_cents: bigint | null
  entry_seq: bigint | null
  created_at: Date
  payee: string | null
  is_gone: boolean
}

const COLUMNS = `movement_id, type, state, method, direction, amount_cents, fee_cents, currency, counterpart_id,
  counterpart_name, note, private_note, reference, balance_after_cents, entry_seq, created_at, details ->> 'payee' as payee,
  counterpart_id is not null
  and (select directory.owner_id from directory where directory.owner_id = counterpart_id limit 1) is null as is_gone`

const MADE = `
select ${COLUMNS} from movements
 where owner_id = $1 and created_at < $2 and (created_at, movement_id) > ($3::timestamptz, $4::uuid)
 order by created_at, movement_id limit $5`

/** Where a walk by the time of making stands. */
export type MadePosition = { createdAt: Date; movementId: string }
export const beforeAll = (from: Date): MadePosition => ({
  createdAt: new Date(from.getTime() - 1),
  movementId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
})

/** A person's rows that were made before a moment, behind a position, the oldest first. */
export const listMade = async (
  db: Db,
  ownerId: string,
  { after, until, limit }: { after: MadePosition; until: Date; limit: number },
): Promise<StatementMovement[]> => {
  const values = [ownerId, until, after.createdAt, after.movementId, limit]
  const { rows } = await db.executeQuery<StatementMovement>(CompiledQuery.raw(MADE, values))
  return rows
}

// What was posted as it was made lies with the entries in time; what waited before it was posted has an index of its own.
const POSTED = `
select ${COLUMNS} from movements
 where owner_id = $1 and created_at between $2 and $3 and entry_seq between $4 and $5 and paid_at = created_at
union all
select ${COLUMNS} from movements
 where owner_id = $1 and entry_seq between $4 and $5 and paid_at > created_at`

/** The rows of a run of a person's entries, by the numbers of those. */
export const findPosted = async (
  db: Db,
  ownerId: string,
  entries: readonly Entry[],
): Promise<Map<bigint, StatementMovement>> => {
  const [first, last] = [entries.at(0), entries.at(-1)]
  if (!first || !last) return new Map()
  const times = entries.map(({ at }) => at.getTime())
  const values = [ownerId, new Date(Math.min(...times)), new Date(Math.max(...times)), first.seq, last.seq]
  const { rows } = await db.executeQuery<StatementMovement>(CompiledQuery.raw(POSTED, values))
  return new Map(rows.flatMap((row) => (row.entry_seq === null ? [] : [[row.entry_seq, row] as const])))
}

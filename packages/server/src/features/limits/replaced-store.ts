import type { MovementMethod } from '@puente/contract'
import { type QueryRunner, uuids } from '@puente/ledger'
import type { LimitGroup } from './limit-state-rules.ts'
import type { Replaced } from './replaced-rules.ts'

// What is under way is a handful of rows; what they use lies under their keys, all where their owner is.
const READ = `
select used.at, used.operations, used.amount_cents, movements.method, movements.type = 'deposit' as is_incoming,
       movements.type = 'invoice' or movements.details ->> 'requestId' is not null as is_payable, free.movement_id is not null as is_free
  from movements
  join limit_usage as used on used.owner_id = movements.owner_id and used.at = movements.created_at
   and used.movement_id = movements.movement_id and used.given_back_at is null
  left join free_operations as free on free.owner_id = movements.owner_id and free.movement_id = movements.movement_id
 where movements.owner_id = any($1::uuid[]) and movements.send_session_id = $2::uuid and movements.state = 'PENDING'
   and movements.method <> 'zelle'`

type Row = {
  at: Date
  operations: string
  amount_cents: bigint
  method: MovementMethod
  is_incoming: boolean
  is_payable: boolean
  is_free: boolean
}

/** What the owner's open attempt in a send session uses; null when none is open there. One by Zelle is never closed by another. */
export const readReplaced = async (db: QueryRunner, ownerId: string, sessionId: string): Promise<Replaced | null> => {
  const values = [uuids([ownerId]), sessionId]
  const { rows } = await db.query<Row>({ name: 'limits.replaced', text: READ, values })
  const [row] = rows
  return row
    ? {
        at: row.at,
        operations: row.operations.split(',') as LimitGroup[],
        amountCents: row.amount_cents,
        method: row.method,
        isIncoming: row.is_incoming,
        isPayable: row.is_payable,
        isFree: row.is_free,
      }
    : null
}

import { type QueryRunner, uuids } from '@puente/ledger'

/** A movement that has not ended: money that is on its way, in or out. */
export type UnderWay = {
  movementId: string
  type: string
  state: string
  /** What it waits for while it is on hold. */
  holdReason: string | null
  amountCents: bigint
  createdAt: Date
  /** Whether its owner can still give it up. */
  isCancellable: boolean
  /** The last day on which it is expected to end, where one is known. */
  expectedBy: string | null
}

/** So many are named; an account with more is no nearer to its end. */
const MOST = 20

// Going through `users` lets a distributed database send the look to where the person is.
const READ = `
select newest.*
  from unnest($1::uuid[]) as asked (owner_id)
  join users on users.owner_id = asked.owner_id
 cross join lateral (
   select owner_id, movement_id, type, state, hold_reason, amount_cents, created_at, expected_to::text,
          (direction = -1 or type = 'deposit') and details->>'cancellable' is distinct from 'false'
            and (details->>'providerHolds' is distinct from 'true' or hold_reason is not distinct from 'recipientKycRequired')
            as is_cancellable
     from movements
    where movements.owner_id = users.owner_id and state in ('PENDING', 'ON HOLD')
    order by created_at desc, movement_id desc limit ${MOST}) as newest`

type Row = {
  owner_id: string
  movement_id: string
  type: string
  state: string
  hold_reason: string | null
  amount_cents: bigint
  created_at: Date
  expected_to: string | null
  is_cancellable: boolean
}

/** What is under way of each owner, the newest first; owners of whom nothing is are missing. */
export const readUnderWay = async (db: QueryRunner, ownerIds: string[]): Promise<Map<string, UnderWay[]>> => {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await db.query<Row>({ name: 'limits.under_way', text: READ, values: [uuids(ownerIds)] })
  const byOwner = new Map<string, UnderWay[]>()
  for (const row of rows) {
    const ofOwner = byOwner.get(row.owner_id) ?? []
    byOwner.set(row.owner_id, ofOwner)
    ofOwner.push({
      movementId: row.movement_id,
      type: row.type,
      state: row.state,
      holdReason: row.hold_reason,
      amountCents: row.amount_cents,
      createdAt: row.created_at,
      isCancellable: row.is_cancellable,
      expectedBy: row.expected_to,
    })
  }
  return byOwner
}

/** The same of one owner, outside of a batch. */
export const closingCheck = async (db: QueryRunner, ownerId: string): Promise<UnderWay[]> =>
  (await readUnderWay(db, [ownerId])).get(ownerId) ?? []

/** Which operation has to leave a rolling window before there is room for an amount. */
import { type BatchTime, bigints, type QueryRunner, texts, uuids } from '@puente/ledger'
import { type RollingWindow, WINDOW_MS } from './limit-state-rules.ts'
import type { Part, PartsAsked, PartsOf } from './passes-rules.ts'
import { BUCKET_MS } from './usage-store.ts'

export type PartsAskedOf = PartsAsked & { ownerId: string }

const BUCKET = `interval '${BUCKET_MS} milliseconds'`

// From the newest bucket to the oldest; operations are read only of the buckets in which the sums asked for are reached.
const READ_PARTS = `
with asked as materialized (
  select nr, owner_id, operation, low, high, $7::timestamptz - span * interval '1 millisecond' as edge
    from unnest($2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $8::bigint[]) as asked (nr, owner_id, operation, low, high, span)
), summed as (
  select bucket.owner_id, asked.nr, asked.operation, asked.low, asked.high, asked.edge, bucket.starts_at, sum(bucket.cents) as cents,
         sum(sum(bucket.cents)) over (partition by bucket.owner_id, asked.nr order by bucket.starts_at desc) - sum(bucket.cents) as newer
    from limit_buckets as bucket
    join asked on bucket.owner_id = asked.owner_id
     and bucket.starts_at > asked.edge - ${BUCKET} and asked.operation = any(string_to_array(bucket.operations, ','))
   where bucket.owner_id = any($1::uuid[]) and bucket.cents > 0
   group by bucket.owner_id, asked.nr, asked.operation, asked.low, asked.high, asked.edge, bucket.starts_at
), parts as (
  select used.owner_id, summed.nr, summed.low, summed.high, used.at, sum(used.amount_cents) as cents,
         summed.newer + sum(sum(used.amount_cents)) over (
           partition by used.owner_id, summed.nr, summed.starts_at order by used.at desc) - sum(used.amount_cents) as newer
    from limit_usage as used
    join summed on used.owner_id = summed.owner_id
     and used.at >= summed.starts_at and used.at < summed.starts_at + ${BUCKET} and used.at > summed.edge
     and summed.operation = any(string_to_array(used.operations, ','))
   where used.owner_id = any($1::uuid[]) and used.given_back_at is null
     and summed.newer <= summed.high and summed.newer + summed.cents > summed.low
   group by used.owner_id, summed.nr, summed.low, summed.high, summed.newer, summed.starts_at, used.at
)
select nr::int, at, cents::bigint, newer::bigint from parts where newer <= high and newer + cents > low order by nr, at desc`

type PartRow = { nr: number; at: Date; cents: bigint; newer: bigint }

/** What was found, by owner, group, window and limit. */
export type UsageParts = ReadonlyMap<string, readonly Part[]>

const keyOf = (ownerId: string, { operation, window, highCents }: Omit<PartsAsked, 'lowCents'>): string =>
  [ownerId, operation, window, highCents].join('/')

/** Every part that was asked for, newest first. One statement, sent at once. */
export const readParts = async (
  db: QueryRunner,
  asked: readonly PartsAskedOf[],
  at: BatchTime,
): Promise<UsageParts> => {
  if (asked.length === 0) return new Map()
  const owners = asked.map(({ ownerId }) => ownerId)
  const { rows } = await db.query<PartRow>({
    name: 'limits.parts',
    text: READ_PARTS,
    values: [
      uuids([...new Set(owners)]),
      bigints(asked.map((_, nr) => BigInt(nr))),
      uuids(owners),
      texts(asked.map(({ operation }) => operation)),
      bigints(asked.map(({ lowCents }) => lowCents)),
      bigints(asked.map(({ highCents }) => highCents)),
      at,
      bigints(asked.map(({ window }) => BigInt(WINDOW_MS[window]))),
    ],
  })
  return new Map(
    asked.map((one, nr) => [
      keyOf(one.ownerId, one),
      rows.filter((row) => row.nr === nr).map((row) => ({ at: row.at, cents: row.cents, newerCents: row.newer })),
    ]),
  )
}

/** Looks them up for one person. */
export const partsOfOwner =
  (parts: UsageParts, ownerId: string): PartsOf =>
  (asked: { operation: PartsAsked['operation']; window: RollingWindow; highCents: bigint }) =>
    parts.get(keyOf(ownerId, asked)) ?? []

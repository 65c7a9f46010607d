/**
 * What was used of limits. Every operation that counts is a row at its moment; beside the rows lie their sums by quarters
 * of an hour. A rolling window is the sum of the buckets that lie in it whole, and of the rows behind its edge in the one
 * bucket that the edge cuts: exact to the moment, at a cost that the number of operations does not raise. Rows and sums of
 * an owner are written under the lock of the owner's wallet.
 */
import {
  type QueryRunner,
  bigints,
  type BatchTime,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import type { LimitGroup, RollingWindow, Usage, Used } from './limit-state-rules.ts'
import { LONGEST_WINDOW_MS, WINDOW_MS } from './limit-state-rules.ts'

/**
 * How long a bucket is. The longest window has at most 2,880 of them, an edge cuts at most one quarter of an hour: half
 * as long or twice as long, the sum of both is larger for a person who uses all that the budget of calls allows.
 */
export const BUCKET_MS = 15 * 60_000

/** When the bucket of a moment begins. */
export const bucketOf = (at: Date): Date => new Date(Math.floor(at.getTime() / BUCKET_MS) * BUCKET_MS)

const since = (window: RollingWindow): string => `($2::timestamptz - interval '${WINDOW_MS[window]} milliseconds')`
const [day, week, month] = [since('24h'), since('7d'), since('30d')]

const cuts = (edge: string): string => `bucket.oldest_at <= ${edge} and ${edge} < bucket.newest_at`
const behind = (edge: string): string => `filter (where bucket.oldest_at <= ${edge} and used.at > ${edge})`
const isRead = `bucket.owner_id = any($1::uuid[]) and bucket.cents > 0
   and bucket.starts_at >= date_bin('${BUCKET_MS} milliseconds', ${month}, 'epoch')`

// The first part adds up whole buckets, the second looks into those that an edge cuts; most owners have none of these. Both
// keep to the owner, so that each is done where the owner's rows are.
const READ_USAGE = `
select owner_id, operations,
       sum(cents) filter (where oldest_at > ${day})::bigint as day_cents, min(oldest_at) filter (where oldest_at > ${day}) as day_oldest,
       sum(cents) filter (where oldest_at > ${week})::bigint as week_cents, min(oldest_at) filter (where oldest_at > ${week}) as week_oldest,
       sum(cents) filter (where oldest_at > ${month})::bigint as month_cents, min(oldest_at) filter (where oldest_at > ${month}) as month_oldest
  from limit_buckets as bucket where ${isRead} group by owner_id, operations
union all
select bucket.owner_id, bucket.operations,
       sum(used.amount_cents) ${behind(day)}::bigint, min(used.at) ${behind(day)},
       sum(used.amount_cents) ${behind(week)}::bigint, min(used.at) ${behind(week)},
       sum(used.amount_cents) ${behind(month)}::bigint, min(used.at) ${behind(month)}
  from limit_buckets as bucket
  join limit_usage as used on used.owner_id = bucket.owner_id and used.at >= bucket.oldest_at and used.at <= bucket.newest_at
   and used.operations = bucket.operations and used.given_back_at is null
 where ${isRead} and (${cuts(day)} or ${cuts(week)} or ${cuts(month)})
 group by bucket.owner_id, bucket.operations`

type UsageRow = {
  owner_id: string
  operations: string
  day_cents: bigint | null
  day_oldest: Date | null
  week_cents: bigint | null
  week_oldest: Date | null
  month_cents: bigint | null
  month_oldest: Date | null
}

type UsageOfOwner = Map<LimitGroup, Record<RollingWindow, Used>>

const NOTHING: Used = { cents: 0n, oldestAt: null }

const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a)

const plus = (used: Used, cents: bigint | null, oldestAt: Date | null): Used =>
  cents === null ? used : { cents: used.cents + cents, oldestAt: earlier(used.oldestAt, oldestAt) }

const addRow = (usage: UsageOfOwner, row: UsageRow): void => {
  for (const operation of row.operations.split(',') as LimitGroup[]) {
    const before = usage.get(operation)
    usage.set(operation, {
      '24h': plus(before?.['24h'] ?? NOTHING, row.day_cents, row.day_oldest),
      '7d': plus(before?.['7d'] ?? NOTHING, row.week_cents, row.week_oldest),
      '30d': plus(before?.['30d'] ?? NOTHING, row.month_cents, row.month_oldest),
    })
  }
}

/** What each owner has used in the rolling windows that end at `at`. Owners without any usage are missing. */
export const readUsage = async (db: QueryRunner, ownerIds: string[], at: BatchTime): Promise<Map<string, Usage>> => {
  const values = [uuids(ownerIds), at]
  const { rows } = await db.query<UsageRow>({ name: 'limits.usage', text: READ_USAGE, values })
  const usage = new Map<string, UsageOfOwner>()
  for (const row of rows) {
    const ofOwner = usage.get(row.owner_id) ?? new Map<LimitGroup, Record<RollingWindow, Used>>()
    usage.set(row.owner_id, ofOwner)
    addRow(ofOwner, row)
  }
  return usage
}

/** One operation that counts. */
export type CountedOperation = {
  ownerId: string
  movementId: string
  operations: readonly LimitGroup[]
  amountCents: bigint
}

const insertRows: Statement = {
  name: 'limits.insert_usage',
  text: `
insert into limit_usage (owner_id, at, movement_id, operations, amount_cents)
select owner_id, $5, movement_id, operations, amount_cents
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) as counted (owner_id, movement_id, operations, amount_cents)`,
}

// A bucket whose operations were all restored starts again.
const addToBuckets: Statement = {
  name: 'limits.add_to_buckets',
  text: `
insert into limit_buckets as bucket (owner_id, starts_at, operations, cents, oldest_at, newest_at)
select owner_id, $4, operations, sum(amount_cents), $5, $5
  from unnest($1::uuid[], $2::text[], $3::bigint[]) as counted (owner_id, operations, amount_cents)
 group by owner_id, operations
    on conflict (owner_id, starts_at, operations) do update
   set cents = bucket.cents + excluded.cents,
       oldest_at = case when bucket.cents = 0 then excluded.oldest_at else least(bucket.oldest_at, excluded.oldest_at) end,
       newest_at = case when bucket.cents = 0 then excluded.newest_at else greatest(bucket.newest_at, excluded.newest_at) end`,
}

/** What counts operations of one moment. */
export const usageWrites = (counted: CountedOperation[], at: Date): Write[] => {
  if (counted.length === 0) return []
  const owners = uuids(counted.map(({ ownerId }) => ownerId))
  const movements = uuids(counted.map(({ movementId }) => movementId))
  const operations = texts(counted.map((one) => one.operations.join(',')))
  const amounts = bigints(counted.map(({ amountCents }) => amountCents))
  return [
    { statement: insertRows, values: [owners, movements, operations, amounts, at], isIndependent: true },
    { statement: addToBuckets, values: [owners, operations, amounts, bucketOf(at), at], isIndependent: true },
  ]
}

/** An operation that came to nothing. Its part is free again, as of the moment at which it was counted. */
export type EndedUsage = { ownerId: string; movementId: string; countedAt: Date }

const restore: Statement = {
  name: 'limits.restore',
  text: `
update limit_usage set given_back_at = $4
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as ended (owner_id, at, movement_id)
 where limit_usage.owner_id = ended.owner_id and limit_usage.at = ended.at
   and limit_usage.movement_id = ended.movement_id and given_back_at is null`,
}

const retake: Statement = {
  name: 'limits.retake',
  text: `
update limit_usage set given_back_at = null
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as retaken (owner_id, at, movement_id)
 where limit_usage.owner_id = retaken.owner_id and limit_usage.at = retaken.at
   and limit_usage.movement_id = retaken.movement_id and given_back_at is not null`,
}

// Recomputed from the rows: the old sum does not know which of them is the oldest now.
const recount: Statement = {
  name: 'limits.recount',
  text: `
update limit_buckets as bucket
   set (cents, oldest_at, newest_at) = (
         select coalesce(sum(amount_cents), 0), coalesce(min(at), bucket.oldest_at), coalesce(max(at), bucket.newest_at)
           from limit_usage as used
          where used.owner_id = bucket.owner_id and used.at >= bucket.starts_at and used.at < touched.ends_at
            and used.operations = bucket.operations and used.given_back_at is null)
  from (select distinct owner_id, starts_at, ends_at
          from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as ended (owner_id, starts_at, ends_at)) as touched
 where bucket.owner_id = touched.owner_id and bucket.starts_at = touched.starts_at`,
}

/** An operation that turned out to be another one: from the moment at which it was counted it counts in these groups. */
export type RegroupedUsage = EndedUsage & Pick<CountedOperation, 'operations' | 'amountCents'>

const regroup: Statement = {
  name: 'limits.regroup',
  text: `
update limit_usage set operations = regrouped.operations
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[]) as regrouped (owner_id, at, movement_id, operations)
 where limit_usage.owner_id = regrouped.owner_id and limit_usage.at = regrouped.at
   and limit_usage.movement_id = regrouped.movement_id and given_back_at is null`,
}

const openBuckets: Statement = {
  name: 'limits.open_buckets',
  text: `
insert into limit_buckets (owner_id, starts_at, operations, cents, oldest_at, newest_at)
select owner_id, starts_at, operations, 0, min(at), max(at)
  from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::timestamptz[]) as regrouped (owner_id, starts_at, operations, at)
 group by owner_id, starts_at, operations
    on conflict (owner_id, starts_at, operations) do nothing`,
}

const endsOf = (starts: Date[]): Date[] => starts.map((start) => new Date(start.getTime() + BUCKET_MS))

/** Moves operations to other groups; the batch fails when one is not counted. What lies behind the longest window counts nowhere. */
export const regroupWrites = (regrouped: RegroupedUsage[], at: Date): Write[] => {
  const edge = at.getTime() - LONGEST_WINDOW_MS
  const recent = regrouped.filter(({ countedAt }) => countedAt.getTime() > edge)
  if (recent.length === 0) return []
  const owners = uuids(recent.map(({ ownerId }) => ownerId))
  const moments = timestamps(recent.map(({ countedAt }) => countedAt))
  const movements = uuids(recent.map(({ movementId }) => movementId))
  const operations = texts(recent.map((one) => one.operations.join(',')))
  const startsAt = recent.map(({ countedAt }) => bucketOf(countedAt))
  const starts = timestamps(startsAt)
  return [
    { statement: regroup, values: [owners, moments, movements, operations], rows: recent.length },
    { statement: openBuckets, values: [owners, starts, operations, moments] },
    { statement: recount, values: [owners, starts, timestamps(endsOf(startsAt))] },
  ]
}

const momentsOf = (some: EndedUsage[]): unknown[] => [
  uuids(some.map(({ ownerId }) => ownerId)),
  timestamps(some.map(({ countedAt }) => countedAt)),
  uuids(some.map(({ movementId }) => movementId)),
]

const recountOf = (some: EndedUsage[]): Write => {
  const startsAt = some.map(({ countedAt }) => bucketOf(countedAt))
  const owners = uuids(some.map(({ ownerId }) => ownerId))
  return { statement: recount, values: [owners, timestamps(startsAt), timestamps(endsOf(startsAt))] }
}

/** What lies in the longest window that ends at `at`, and what lies behind it. */
const byAge = (some: EndedUsage[], at: Date): { recent: EndedUsage[]; old: EndedUsage[] } => {
  const edge = at.getTime() - LONGEST_WINDOW_MS
  const isRecent = ({ countedAt }: EndedUsage): boolean => countedAt.getTime() > edge
  return { recent: some.filter(isRecent), old: some.filter((one) => !isRecent(one)) }
}

/**
 * Restores what ended operations used; the batch fails when one was not counted at its moment, or was restored before. What lies
 * behind the longest window may be gone already, and counts nowhere.
 */
export const restoreWrites = (ended: EndedUsage[], at: Date): Write[] => {
  if (ended.length === 0) return []
  const { recent, old } = byAge(ended, at)
  return [
    ...(recent.length > 0 ? [{ statement: restore, values: [...momentsOf(recent), at], rows: recent.length }] : []),
    ...(old.length > 0 ? [{ statement: restore, values: [...momentsOf(old), at] }] : []),
    recountOf(ended),
  ]
}

/** Counts again what was restored; the batch fails when it was not. What lies behind the longest window may be gone already. */
export const retakeWrites = (retaken: EndedUsage[], at: Date): Write[] => {
  if (retaken.length === 0) return []
  const { recent, old } = byAge(retaken, at)
  return [
    ...(recent.length > 0 ? [{ statement: retake, values: momentsOf(recent), rows: recent.length }] : []),
    ...(old.length > 0 ? [{ statement: retake, values: momentsOf(old) }] : []),
    recountOf(retaken),
  ]
}

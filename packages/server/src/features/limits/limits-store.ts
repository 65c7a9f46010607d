/** Limit rows and what was used of them. The statements run in the ledger's batch as well as in plain reads. */
import type { ClientBase, Pool } from 'pg'
import { LONGEST_WINDOW_MS, WINDOW_MS } from './limit-rules.ts'
import type { LimitOperation, LimitRule, LimitWindow, RollingWindow, Usage, Used } from './limit-rules.ts'

export type Queryable = Pool | ClientBase

const LIST_RULES = `
select distinct on (tier, row) row, tier, operation, time_window, amount_cents
  from limit_rows where effective_from <= $1 order by tier, row, effective_from desc`

type RuleRow = { row: string; tier: number; operation: string; time_window: string; amount_cents: bigint }

/** The rows in force at a moment, of all tiers. */
export const listRules = async (db: Queryable, at: Date): Promise<LimitRule[]> => {
  const { rows } = await db.query<RuleRow>({ name: 'limits.rules', text: LIST_RULES, values: [at] })
  return rows.map((row) => ({
    row: row.row,
    tier: row.tier,
    operation: row.operation as LimitOperation,
    window: row.time_window as LimitWindow,
    limitCents: row.amount_cents,
  }))
}

// One line per owner and group whatever the number of operations: sums are made where the rows are.
const READ_USAGE = `
select used.owner_id, operation,
       sum(amount_cents) filter (where at > $2)::bigint as day_cents, min(at) filter (where at > $2) as day_oldest,
       sum(amount_cents) filter (where at > $3)::bigint as week_cents, min(at) filter (where at > $3) as week_oldest,
       sum(amount_cents)::bigint as month_cents, min(at) as month_oldest
  from limit_usage as used cross join lateral unnest(used.operations) as operation
 where used.owner_id = any($1::uuid[]) and used.given_back_at is null and used.at > $4
 group by used.owner_id, operation`

type UsageRow = {
  owner_id: string
  operation: LimitOperation
  day_cents: bigint | null
  day_oldest: Date | null
  week_cents: bigint | null
  week_oldest: Date | null
  month_cents: bigint
  month_oldest: Date
}

const used = (cents: bigint | null, oldestAt: Date | null): Used => ({ cents: cents ?? 0n, oldestAt })

/** What each owner has used in the rolling windows that end at `at`. Owners without any usage are missing. */
export const readUsage = async (db: Queryable, ownerIds: string[], at: Date): Promise<Map<string, Usage>> => {
  const since = (ms: number) => new Date(at.getTime() - ms)
  const values = [ownerIds, since(WINDOW_MS['24h']), since(WINDOW_MS['7d']), since(LONGEST_WINDOW_MS)]
  const { rows } = await db.query<UsageRow>({ name: 'limits.usage', text: READ_USAGE, values })
  const usage = new Map<string, Map<LimitOperation, Record<RollingWindow, Used>>>()
  for (const row of rows) {
    const ofOwner = usage.get(row.owner_id) ?? new Map<LimitOperation, Record<RollingWindow, Used>>()
    usage.set(row.owner_id, ofOwner)
    ofOwner.set(row.operation, {
      '24h': used(row.day_cents, row.day_oldest),
      '7d': used(row.week_cents, row.week_oldest),
      '30d': used(row.month_cents, row.month_oldest),
    })
  }
  return usage
}

const READ_INCOMING = `
select owner_id, sum(amount_cents)::bigint as cents from movements
 where owner_id = any($1::uuid[]) and state in ('PENDING', 'ON HOLD') and type = 'deposit'
 group by owner_id`

/** Deposits under way, in cents: they count against the cap on a balance although nothing is posted yet. */
export const readIncoming = async (db: Queryable, ownerIds: string[]): Promise<Map<string, bigint>> => {
  const { rows } = await db.query<{ owner_id: string; cents: bigint }>({
    name: 'limits.incoming',
    text: READ_INCOMING,
    values: [ownerIds],
  })
  return new Map(rows.map(({ owner_id, cents }) => [owner_id, cents]))
}

/** One operation that counts. */
export type CountedOperation = {
  ownerId: string
  movementId: string
  operations: readonly LimitOperation[]
  amountCents: bigint
}

const INSERT_USAGE = `
insert into limit_usage (owner_id, movement_id, operations, amount_cents, at)
select owner_id, movement_id, string_to_array(operations, ','), amount_cents, $5
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) as counted (owner_id, movement_id, operations, amount_cents)
 order by owner_id, movement_id`

export const insertUsage = async (client: ClientBase, counted: CountedOperation[], at: Date): Promise<void> => {
  if (counted.length === 0) return
  const values = [
    counted.map(({ ownerId }) => ownerId),
    counted.map(({ movementId }) => movementId),
    counted.map(({ operations }) => operations.join(',')),
    counted.map(({ amountCents }) => amountCents),
    at,
  ]
  await client.query({ name: 'limits.insert_usage', text: INSERT_USAGE, values })
}

const giveBack = (table: 'limit_usage' | 'free_operations') => ({
  name: `limits.give_back_${table}`,
  text: `update ${table} set given_back_at = $3
    from unnest($1::uuid[], $2::uuid[]) as ended (owner_id, movement_id)
   where ${table}.owner_id = ended.owner_id and ${table}.movement_id = ended.movement_id and given_back_at is null`,
})

/** An operation that came to nothing. Its part is free again, as of the moment it was taken. */
export type EndedOperation = { ownerId: string; movementId: string }

const giveBackTo =
  (table: 'limit_usage' | 'free_operations') =>
  async (client: ClientBase, ended: EndedOperation[], at: Date): Promise<void> => {
    if (ended.length === 0) return
    const values = [ended.map(({ ownerId }) => ownerId), ended.map(({ movementId }) => movementId), at]
    await client.query({ ...giveBack(table), values })
  }

export const giveBackUsage = giveBackTo('limit_usage')
export const giveBackFreeOperations = giveBackTo('free_operations')

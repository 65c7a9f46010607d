/**
 * What must be true between the ledger's journal and what the server writes beside it. Each statement returns the rows
 * that break an invariant; none on a sound database.
 */
import { longReadTransaction, LONG_READ_TIMEOUT_MS, UNLIMITED_MS } from '@puente/ledger'
import type { Violation } from '@puente/ledger'
import type { Pool, PoolClient } from 'pg'
import { FREE_OPERATIONS } from '@puente/contract'
import { BUCKET_MS, bucketOf, LONGEST_WINDOW_MS, OPERATION_GROUPS, STAYED_GROUPS } from '#features/limits/index.ts'

const SAMPLES = 20

/** What a stretch of new entries is checked for as well (`written-store.ts`). */
export const INVARIANTS = {
  shown: 'every posted movement shows its entry',
  once: 'every party of a transfer sees it as one movement',
}

/** What came in for a movement from outside and stayed with its sender: the send is cancelled, and its limits stay used. */
const hasStayed = `exists (select from movements as linked where linked.owner_id = movements.owner_id
  and linked.created_at >= movements.created_at and linked.linked_id = movements.movement_id and linked.type in ('deposit', 'refund'))`
/** Its sender took it back, or its payment is contested or goes back: it is a deposit, and was paid for. */
const wasTakenBack = `(cancel_reason in ('cancelledByUser', 'returned') and ${hasStayed})`

/** The groups in which a movement counts against limits. Whatever is not listed counts in none that could be compared. */
const GROUPS: readonly { holds: string; operations: readonly string[] | null }[] = [
  { holds: `type = 'invoice' and method = 'wallet'`, operations: OPERATION_GROUPS['in-app'].invoice },
  { holds: `type = 'sent' and method = 'wallet'`, operations: OPERATION_GROUPS['in-app'].send },
  ...Object.entries(STAYED_GROUPS).map(([method, operations]) => ({
    holds: `type in ('sent', 'invoice') and method = '${method}' and ${wasTakenBack}`,
    operations,
  })),
  { holds: `type in ('sent', 'invoice') and method = 'card'`, operations: OPERATION_GROUPS.stripe.send },
  { holds: `type in ('sent', 'invoice') and method = 'paypal'`, operations: OPERATION_GROUPS.paypal.send },
  { holds: `type in ('sent', 'invoice') and method = 'zelle'`, operations: OPERATION_GROUPS.zelle.send },
  { holds: `type = 'withdraw' and method = 'bank'`, operations: OPERATION_GROUPS.bank.send },
  { holds: `type = 'withdraw' and method = 'paypal'`, operations: OPERATION_GROUPS.paypalWithdraw.send },
  // Made-up money counts like a card deposit; what was made before it did counts against the balance alone.
  { holds: `type = 'deposit' and details ->> 'test' = 'true'`, operations: null },
  { holds: `type = 'deposit' and method = 'card'`, operations: OPERATION_GROUPS.stripe.deposit },
  { holds: `type = 'deposit' and method = 'paypal'`, operations: OPERATION_GROUPS.paypal.deposit },
  { holds: `type = 'deposit' and method = 'zelle'`, operations: OPERATION_GROUPS.zelle.deposit },
]
const operations = `case ${GROUPS.map((one) => `when ${one.holds} then ${one.operations ? `'${one.operations.join(',')}'` : 'null'}`).join(' ')} end`

/** A withdrawal that came back after it was completed, and was given back. */
const hasComeBack = `exists (select from movements as linked where linked.owner_id = movements.owner_id
  and linked.created_at >= movements.created_at and linked.linked_id = movements.movement_id
  and movements.type = 'withdraw' and linked.type = 'reversal' and linked.state = 'COMPLETED')`

/** What was paid from outside has gone back whole, and nothing of it is here again. */
const hasGoneBack = `exists (select from provider_operations as paid where paid.owner_id = movements.owner_id
  and paid.ref = movements.movement_id and paid.state = 'refunded')`

/** It had gone back whole, and when money of it came again another return of it had taken back what was booked for the waived fee. */
const hasLostItsPlace = `exists (select from provider_operations as paid where paid.owner_id = movements.owner_id
  and paid.ref = movements.movement_id and paid.waived_cents = 0)`

const isWaived = `fee_cents < scheduled_fee_cents and (state <> 'CANCELLED' or ${wasTakenBack})
  and not ${hasComeBack} and not ${hasGoneBack} and not ${hasLostItsPlace}`

/** For the owners in `$1`: what their movements say of the journal, in all of history. */
const OF_JOURNAL: Record<string, string> = {
  [INVARIANTS.shown]: `
    select movements.owner_id, movement_id from movements
    left join entries on entries.owner_id = movements.owner_id and entries.owner_id = any($1) and entries.account = 'wallet'
      and entries.seq = movements.entry_seq
    where movements.owner_id = any($1) and movements.transfer_id is not null and (entries.transfer_id is distinct from movements.transfer_id
      or entries.balance_after_cents is distinct from movements.balance_after_cents)`,

  [INVARIANTS.once]: `
    select moved.owner_id, moved.transfer_id, coalesce(shown.count, 0)::text as movements
    from (select distinct owner_id, transfer_id from entries where owner_id = any($1) and account = 'wallet') as moved
    left join (
      select owner_id, transfer_id, count(*) from movements
        where owner_id = any($1) and transfer_id is not null group by 1, 2
    ) as shown using (owner_id, transfer_id)
    where shown.count is distinct from 1`,
}

/** A stretch of time in SQL. Both ends are beginnings of buckets. */
type Stretch = { since: string; until: string }

const during = (column: string, { since, until }: Stretch): string => `${column} >= ${since} and ${column} < ${until}`

/** For the owners in `$1`: limits during `recent`, since what was used before it no longer counts and may be gone. */
const ofLimits = (recent: Stretch): Record<string, string> => ({
  'what is used of limits is what was moved': `
    select coalesce(used.owner_id, moved.owner_id) as owner_id, coalesce(used.movement_id, moved.movement_id) as movement_id
    from (select * from limit_usage where owner_id = any($1) and ${during('at', recent)}) as used full join (
      select owner_id, movement_id, amount_cents, created_at, ${operations} as operations,
        (state = 'CANCELLED' and not ${hasStayed}) or ${hasComeBack} or ${hasGoneBack} as is_free from movements
      where owner_id = any($1) and (type in ('sent', 'deposit', 'withdraw') or (type = 'invoice' and direction < 0))
        and linked_id is null and ${during('created_at', recent)}
    ) as moved on moved.owner_id = used.owner_id and moved.movement_id = used.movement_id
    where used.amount_cents is distinct from moved.amount_cents or used.at is distinct from moved.created_at
      or used.operations is distinct from coalesce(moved.operations, used.operations)
      or (used.given_back_at is not null) <> moved.is_free`,

  'what limits are measured by is the sum of what is used': `
    select coalesce(summed.owner_id, used.owner_id) as owner_id, coalesce(summed.starts_at, used.starts_at)::text as starts_at
    from (select * from limit_buckets where owner_id = any($1) and ${during('starts_at', recent)} and cents > 0) as summed full join (
      select owner_id, date_bin('${BUCKET_MS} ms', at, 'epoch') as starts_at, operations, sum(amount_cents) as cents,
        min(at) as oldest_at, max(at) as newest_at
      from limit_usage where owner_id = any($1) and ${during('at', recent)} and given_back_at is null group by 1, 2, 3
    ) as used on used.owner_id = summed.owner_id and used.starts_at = summed.starts_at
      and used.operations = summed.operations
    where (summed.cents, summed.oldest_at, summed.newest_at) is distinct from (used.cents, used.oldest_at, used.newest_at)`,
})

/** For the owners in `$1`: free operations, of movements during a stretch. */
const ofFreeOperations = (stretch: Stretch): Record<string, string> => ({
  'what is used of free operations is what was waived': `
    select owner_id, movement_id from movements where owner_id = any($1) and ${during('created_at', stretch)} and ${isWaived}
      and not exists (select from free_operations as used
        where used.owner_id = movements.owner_id and used.movement_id = movements.movement_id)
    union all
    select owner_id, movement_id from free_operations as used where owner_id = any($1) and ${during('at', stretch)}
      and not exists (select from movements where movements.owner_id = any($1) and movements.owner_id = used.owner_id
        and movements.movement_id = used.movement_id and ${isWaived})`,

  // A place that is taken again once its money is here again, later than its movement, counts whatever others have taken.
  'no person has begun more free operations than there are': `
    select used.owner_id, count(*)::text as used from free_operations as used
    join movements on movements.owner_id = used.owner_id and movements.movement_id = used.movement_id and movements.created_at = used.at
    where used.owner_id = any($1) and movements.owner_id = any($1) group by used.owner_id having count(*) > ${FREE_OPERATIONS}`,
})

const DEBTS = `
  select owed::text, booked::text
    from (select coalesce(sum(owed_cents), 0) as owed from debts) as told,
         (select coalesce(-sum(balance_cents), 0) as booked from accounts where account = 'receivable:user') as books
   where owed <> booked`

// The trail is in one place and movements may be in many: it is read once, and sent to where they are.
const TRAIL = `
  with trail as materialized (select distinct object_id from audit_log where object_type = 'movement')
  select movements.owner_id, movements.movement_id from movements
  left join trail as own on own.object_id = movements.movement_id::text
  left join trail as linked on linked.object_id = movements.linked_id::text
  where own.object_id is null and linked.object_id is null`

export const OWNERS_PER_STEP = 500
/** Entries of wallets that one step over all of history goes through; of a single owner with more, all. */
const ENTRIES_PER_STEP = 100_000n
const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const violating = async (client: PoolClient, invariant: string, text: string, values: unknown[], limitMs: number) => {
  const statement = { text: `${text} limit ${SAMPLES}`, values, query_timeout: limitMs }
  const { rows } = await client.query<Record<string, string>>(statement)
  return rows.map((where): Violation => ({ invariant, where }))
}

const moment = (at: Date): string => `'${at.toISOString()}'::timestamptz`
const ALWAYS: Stretch = { since: `'-infinity'`, until: `'infinity'` }

const violatingAny = async (
  client: PoolClient,
  invariants: Record<string, string>,
  owners: readonly string[],
  limitMs = LONG_READ_TIMEOUT_MS,
): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (const [invariant, text] of Object.entries(invariants))
    violations.push(...(await violating(client, invariant, text, [owners], limitMs)))
  return violations
}

/** When the limits begin that still count. */
const readRecent = async (client: PoolClient): Promise<Stretch> => {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const since = bucketOf(new Date((rows[0]?.now.getTime() ?? 0) - LONGEST_WINDOW_MS + BUCKET_MS))
  return { since: moment(since), until: ALWAYS.until }
}

const checkStep = (pool: Pool, owners: readonly string[], limitMs?: number): Promise<Violation[]> =>
  longReadTransaction(
    pool,
    async (client) => {
      const recent = await readRecent(client)
      return violatingAny(client, { ...OF_JOURNAL, ...ofLimits(recent), ...ofFreeOperations(ALWAYS) }, owners, limitMs)
    },
    limitMs,
  )

/** Limits and free operations of these owners, of the quarters of an hour from `since` to `until`. */
export const checkUsage = (
  client: PoolClient,
  owners: readonly string[],
  since: Date,
  until: Date,
): Promise<Violation[]> => {
  const stretch = { since: moment(bucketOf(since)), until: moment(new Date(bucketOf(until).getTime() + BUCKET_MS)) }
  return violatingAny(client, { ...ofLimits(stretch), ...ofFreeOperations(stretch) }, owners)
}

/** Everyone's debts compared with the books: few rows, however long the history. */
export const checkDebts = (pool: Pool): Promise<Violation[]> =>
  longReadTransaction(pool, (client) =>
    violating(client, 'what people owe is what stands in the books', DEBTS, [], LONG_READ_TIMEOUT_MS),
  )

/** All movements of these owners, a bounded number of owners at a time. At most `SAMPLES` violations of each invariant in a step. */
export const checkMovementsOf = async (pool: Pool, owners: readonly string[]): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (let from = 0; from < owners.length; from += OWNERS_PER_STEP)
    violations.push(...(await checkStep(pool, owners.slice(from, from + OWNERS_PER_STEP))))
  return violations
}

const NEXT_WALLETS = `
  select owner_id, seq from accounts where owner_id > $1 and account = 'wallet' order by owner_id limit ${OWNERS_PER_STEP}`

// Movements of a person without a wallet are found beside those with one.
const OWNERS_BETWEEN = 'select distinct owner_id from movements where owner_id > $1 and owner_id <= $2'

/** Some owners, in the order of their ids; `next` is where to go on, null at the end. */
type Owners = { owners: string[]; entries: bigint; next: string | null }

/** The owners of wallets or movements after `after`, as many as one step takes; from the first where it is null. */
export const listOwnersAfter = async (
  pool: Pool,
  after: string | null,
  limitMs = LONG_READ_TIMEOUT_MS,
): Promise<Owners> => {
  const from = after ?? FIRST
  const { rows: wallets } = await pool.query<{ owner_id: string; seq: bigint }>(NEXT_WALLETS, [from])
  let entries = 0n
  const taken = wallets.filter(({ seq }, index) => {
    entries += BigInt(seq)
    return index === 0 || entries <= ENTRIES_PER_STEP
  })
  const isEnd = taken.length === wallets.length && wallets.length < OWNERS_PER_STEP
  const through = isEnd ? LAST : (taken.at(-1)?.owner_id ?? LAST)
  const statement = { text: OWNERS_BETWEEN, values: [from, through], query_timeout: limitMs }
  const moved = await longReadTransaction(pool, (client) => client.query<{ owner_id: string }>(statement), limitMs)
  const owners = new Set([...taken, ...moved.rows].map(({ owner_id }) => owner_id))
  return {
    owners: [...owners],
    entries: taken.reduce((sum, { seq }) => sum + BigInt(seq), 0n),
    next: isEnd ? null : through,
  }
}

/** Reads every movement, and the whole audit trail, for as long as that takes: for audits. */
export const checkMovements = async (pool: Pool): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (let after: string | null = FIRST; after !== null;) {
    const { owners, next }: Owners = await listOwnersAfter(pool, after, UNLIMITED_MS)
    violations.push(...(await checkStep(pool, owners, UNLIMITED_MS)))
    after = next
  }
  violations.push(...(await checkDebts(pool)))
  return longReadTransaction(
    pool,
    async (client) => [
      ...violations,
      ...(await violating(client, 'every movement has a line in the audit trail', TRAIL, [], UNLIMITED_MS)),
    ],
    UNLIMITED_MS,
  )
}

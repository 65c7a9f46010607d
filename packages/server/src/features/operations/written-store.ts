/**
 * The movements that belong to a stretch of new entries, looked up by key and time: what it costs depends on the stretch, however
 * long the history of its owners is.
 */
import { longReadTransaction, LONG_READ_TIMEOUT_MS } from '@puente/ledger'
import type { Violation, Written } from '@puente/ledger'
import type { Pool, PoolClient } from 'pg'
import { checkUsage, INVARIANTS, OWNERS_PER_STEP } from './invariants-store.ts'

type Span = { ownerId: string; before: bigint; after: bigint }
type Entry = { owner_id: string; seq: string; transfer_id: string; balance: string; created_at: Date }
type Shown = { owner_id: string; movement_id: string; transfer_id: string; seq: string | null; balance: string | null }

const SPANS = 'unnest($1::uuid[], $2::bigint[], $3::bigint[]) as span (owner_id, before, after)'

// The order by lets the planner see that each lookup reads one end of an index.
const ENTRIES = `select span.owner_id, seq::text, transfer_id, balance_after_cents::text as balance, created_at from ${SPANS}
  cross join lateral (select seq, transfer_id, balance_after_cents, created_at from entries
    where entries.owner_id = span.owner_id and entries.account = 'wallet' and seq > span.before and seq <= span.after
    order by entries.owner_id, entries.account, entries.seq) as entries`

const SHOWN = 'movement_id, transfer_id, entry_seq::text as seq, balance_after_cents::text as balance'

const AT_ONCE = `select owner_id, ${SHOWN} from movements
  where owner_id = any($1) and created_at >= $2 and created_at <= $3 and transfer_id is not null`

const LATER = `select span.owner_id, ${SHOWN} from ${SPANS}
  cross join lateral (select movement_id, transfer_id, entry_seq, balance_after_cents from movements
    where movements.owner_id = span.owner_id and paid_at > created_at and entry_seq > span.before and entry_seq <= span.after
    order by movements.owner_id, movements.entry_seq) as later`

// For the few that are neither: reads all movements of their owner.
const OF_TRANSFERS = `select owner_id, ${SHOWN} from movements where owner_id = any($1) and transfer_id = any($2)`

const query = async <Row extends object>(client: PoolClient, text: string, values: unknown[]): Promise<Row[]> =>
  (await client.query<Row>({ text, values, query_timeout: LONG_READ_TIMEOUT_MS } as { text: string })).rows

const listEntries = (client: PoolClient, spans: readonly Span[]): Promise<Entry[]> =>
  query(client, ENTRIES, columnsOf(spans))

const columnsOf = (spans: readonly Span[]): unknown[] => [
  spans.map(({ ownerId }) => ownerId),
  spans.map(({ before }) => before),
  spans.map(({ after }) => after),
]

const idOf = (owner: string, part: string | null): string => `${owner} ${part}`

/** The movements of these transfers, wherever in history they are if need be. */
const listShown = async (client: PoolClient, spans: readonly Span[], entries: readonly Entry[]): Promise<Shown[]> => {
  const times = entries.map(({ created_at: at }) => at.getTime())
  const [oldest, newest] = times.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
    [Infinity, -Infinity],
  )
  const owners = [...new Set(entries.map(({ owner_id }) => owner_id))]
  const shown = [
    ...(await query<Shown>(client, AT_ONCE, [owners, new Date(oldest ?? 0), new Date(newest ?? 0)])),
    ...(await query<Shown>(client, LATER, columnsOf(spans))),
  ]
  const known = new Set(shown.map((one) => idOf(one.owner_id, one.transfer_id)))
  const missing = entries.filter((one) => !known.has(idOf(one.owner_id, one.transfer_id)))
  if (missing.length === 0) return shown
  const values = [missing.map(({ owner_id }) => owner_id), missing.map(({ transfer_id }) => transfer_id)]
  return [...shown, ...(await query<Shown>(client, OF_TRANSFERS, values))]
}

const checkSpans = async (client: PoolClient, spans: readonly Span[]): Promise<Violation[]> => {
  const entries = await listEntries(client, spans)
  if (entries.length === 0) return []
  const shown = new Map(
    (await listShown(client, spans, entries)).map((one) => [idOf(one.owner_id, one.movement_id), one]),
  )
  const bySeq = new Map(entries.map((one) => [idOf(one.owner_id, one.seq), one]))
  // Made in the same moments, and posted before or behind this stretch.
  const elsewhere = [...shown.values()].flatMap(({ owner_id: ownerId, seq }) =>
    seq === null || bySeq.has(idOf(ownerId, seq)) ? [] : [{ ownerId, before: BigInt(seq) - 1n, after: BigInt(seq) }],
  )
  if (elsewhere.length > 0)
    for (const one of await listEntries(client, elsewhere)) bySeq.set(idOf(one.owner_id, one.seq), one)

  const violations: Violation[] = []
  const counts = new Map<string, number>()
  for (const { owner_id, movement_id, transfer_id, seq, balance } of shown.values()) {
    const id = idOf(owner_id, transfer_id)
    counts.set(id, (counts.get(id) ?? 0) + 1)
    const entry = bySeq.get(idOf(owner_id, seq))
    if (entry?.transfer_id !== transfer_id || entry.balance !== balance)
      violations.push({ invariant: INVARIANTS.shown, where: { owner_id, movement_id } })
  }
  const transfers = new Map(entries.map((one) => [idOf(one.owner_id, one.transfer_id), one]))
  for (const [id, { owner_id, transfer_id }] of transfers) {
    const movements = counts.get(id) ?? 0
    if (movements !== 1)
      violations.push({ invariant: INVARIANTS.once, where: { owner_id, transfer_id, movements: `${movements}` } })
  }
  return violations
}

const ENTRIES_PER_STEP = 10_000n

/** Spans cut so that none has more than a step's entries. */
const cut = ({ ownerId, before, after }: Span): Span[] => {
  const pieces: Span[] = []
  for (let from = before; from < after; from += ENTRIES_PER_STEP)
    pieces.push({ ownerId, before: from, after: after - from > ENTRIES_PER_STEP ? from + ENTRIES_PER_STEP : after })
  return pieces
}

/** In the order they come, as many as make a step. */
const steps = (spans: readonly Span[]): Span[][] => {
  const all: Span[][] = []
  let entries = 0n
  for (const span of spans.flatMap(cut)) {
    const current = all.at(-1)
    entries += span.after - span.before
    if (current && entries <= ENTRIES_PER_STEP && current.length < OWNERS_PER_STEP) current.push(span)
    else {
      all.push([span])
      entries = span.after - span.before
    }
  }
  return all
}

const VIOLATIONS_NAMED = 50

/** One step, by key: the rows of a stretch are few beside the tables. */
const step = <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  longReadTransaction(pool, async (client) => {
    await client.query(`select set_config('enable_nestloop', 'on', true)`)
    return work(client)
  })

/**
 * Checks what was written beside the batches of a stretch: that each entry of a wallet is shown by one movement and the movements of these
 * moments show their entries, and the limits and free operations of the owners in this time.
 */
export const checkWritten = async (pool: Pool, { spans, since, until }: Written): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (const some of steps(spans.filter(({ account }) => account === 'wallet')))
    violations.push(...(await step(pool, (client) => checkSpans(client, some))))
  const owners = [...new Set(spans.map(({ ownerId }) => ownerId))]
  for (let from = 0; from < owners.length; from += OWNERS_PER_STEP) {
    const some = owners.slice(from, from + OWNERS_PER_STEP)
    violations.push(...(await step(pool, (client) => checkUsage(client, some, since, until))))
  }
  return violations.slice(0, VIOLATIONS_NAMED)
}

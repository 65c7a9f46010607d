/** The chain over the journal: every batch and the entries it wrote, in the order of transactions. */
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import { entriesIn, listBatches } from '../rows/batches.ts'
import type { Batch } from '../rows/batches.ts'
import type { SealBatch, SealedRow, SealSource } from './seal-chain.ts'

// Columns are listed, so that a new one changes no seal; times are numbers, so that no setting changes their text. The order
// by is for the planner, which may not sort here (see `keyLookupTransaction`): while the table is small, another index
// seems as good to it, and would read whole accounts later.
const contents: Statement = {
  name: 'ledger.contents_of_entries',
  text: `select span.n, seq, row(entries.owner_id, entries.account, seq, transfer_id, leg, amount_cents, balance_after_cents,
      counter_owner_id, counter_account, kind, reverses, extract(epoch from created_at))::text as content
    from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[])
        as span (n, owner_id, account, before, after)
    cross join lateral (select owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents,
        counter_owner_id, counter_account, kind, reverses, created_at
      from entries where entries.owner_id = span.owner_id and entries.account = span.account
        and entries.seq > span.before and entries.seq <= span.after
      order by entries.owner_id, entries.account, entries.seq) as entries`,
}

const TAG_BYTES = 8

const tagOf = (number: bigint): Buffer => {
  const tag = Buffer.alloc(TAG_BYTES)
  tag.writeBigInt64BE(number)
  return tag
}

const contentOf = ({ number, epoch, spans }: Batch): string =>
  JSON.stringify([
    number.toString(),
    epoch,
    ...spans.map(({ ownerId, account, before, after }) => [ownerId, account, before.toString(), after.toString()]),
  ])

const readContents = async (db: QueryRunner, batches: Batch[]): Promise<Map<string, string>> => {
  const spans = batches.flatMap((batch) => batch.spans).map((span, n) => ({ ...span, n }))
  const { rows } = await run<{ n: number; seq: bigint; content: string }>(db, contents, [
    spans.map(({ n }) => n),
    spans.map(({ ownerId }) => ownerId),
    spans.map(({ account }) => account),
    spans.map(({ before }) => before),
    spans.map(({ after }) => after),
  ])
  return new Map(rows.map(({ n, seq, content }) => [`${n}/${seq}`, content]))
}

const rowsOf = (batches: Batch[], found: Map<string, string>): SealedRow[] => {
  let n = -1
  return batches.flatMap((batch) => {
    const tag = tagOf(batch.number)
    const entries = batch.spans.flatMap(({ ownerId, account, before, after }) => {
      n += 1
      return Array.from({ length: Math.max(0, Number(after - before)) }, (_, index): SealedRow => {
        const seq = before + BigInt(index) + 1n
        return { tag, name: `entry ${ownerId}/${account}/${seq}`, content: found.get(`${n}/${seq}`) ?? null }
      })
    })
    return [{ tag, name: `batch ${batch.number}`, content: contentOf(batch) }, ...entries]
  })
}

/** The first batches whose rows fit the limit; at least one. */
const upTo = (batches: Batch[], limit: number | null): Batch[] => {
  let sum = 0
  return batches.filter((batch, index) => {
    sum += 1 + entriesIn(batch)
    return limit === null || index === 0 || sum <= limit
  })
}

/** Leaves out the newest batches, since on several machines some of their entries may not be visible yet. */
const withoutRecent = (batches: Batch[], graceMs: number): Batch[] => {
  const recent = batches.findIndex(({ at }) => Date.now() - at.getTime() < graceMs)
  return recent === -1 ? batches : batches.slice(0, recent)
}

/** @param graceMs how long after its batch an entry may become visible; 0 on one PostgreSQL */
export const entrySeals = ({ graceMs = 0 }: { graceMs?: number } = {}): SealSource => ({
  chain: 'entries',
  table: 'entry_seals',
  tagBytes: TAG_BYTES,
  nameOf: (tag) => `batch ${tag.readBigInt64BE()}`,
  read: async (db, { after, through, limit }): Promise<SealBatch | null> => {
    const listed = upTo(await listBatches(db, { after, through, limit }), limit)
    const batches = through === undefined ? withoutRecent(listed, graceMs) : listed
    const [first] = batches
    const last = batches.at(-1)
    if (!first || !last) return null
    const found = await readContents(db, batches)
    return { first: first.number, last: last.number, rows: rowsOf(batches, found) }
  },
})

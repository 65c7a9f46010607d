/** The chain over the ledger's journal: every batch, and every entry it wrote, in the order of the transactions. */
import type { Batch } from '../rows/batches.ts'
import { entriesIn, listBatches } from '../rows/batches.ts'
import type { Leaf, SealSource, Sheet } from './seal-chain.ts'
import { run } from '../pg/sql.ts'
import type { Queryable, Statement } from '../pg/sql.ts'

// Written out, so that a column added later changes no seal; times as numbers, so that no setting changes them. The order
// is for the planner, which avoids to sort (see `lookUp`): while it knows little of a young table, another index looks as good,
// and reads whole accounts.
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

const contentOf = ({ number, moment, spans }: Batch): string =>
  JSON.stringify([
    number.toString(),
    moment,
    ...spans.map(({ ownerId, account, before, after }) => [ownerId, account, before.toString(), after.toString()]),
  ])

const readContents = async (db: Queryable, batches: Batch[]): Promise<Map<string, string>> => {
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

const leavesOf = (batches: Batch[], found: Map<string, string>): Leaf[] => {
  let n = -1
  return batches.flatMap((batch) => {
    const tag = tagOf(batch.number)
    const entries = batch.spans.flatMap(({ ownerId, account, before, after }) => {
      n += 1
      return Array.from({ length: Math.max(0, Number(after - before)) }, (_, index): Leaf => {
        const seq = before + BigInt(index) + 1n
        return { tag, name: `entry ${ownerId}/${account}/${seq}`, content: found.get(`${n}/${seq}`) ?? null }
      })
    })
    return [{ tag, name: `batch ${batch.number}`, content: contentOf(batch) }, ...entries]
  })
}

/** The first ones whose rows fit; at least one. */
const upTo = (batches: Batch[], limit: number | null): Batch[] => {
  let sum = 0
  return batches.filter((batch, index) => {
    sum += 1 + entriesIn(batch)
    return limit === null || index === 0 || sum <= limit
  })
}

/** Without the youngest, whose entries may still be on their way to another machine, where there are several. */
const settled = (batches: Batch[], graceMs: number): Batch[] => {
  const young = batches.findIndex(({ at }) => Date.now() - at.getTime() < graceMs)
  return young === -1 ? batches : batches.slice(0, young)
}

/** `graceMs` is how long after its batch an entry may become visible: 0 on one PostgreSQL. */
export const entrySeals = ({ graceMs = 0 }: { graceMs?: number } = {}): SealSource => ({
  chain: 'entries',
  table: 'entry_seals',
  tagBytes: TAG_BYTES,
  nameOf: (tag) => `batch ${tag.readBigInt64BE()}`,
  read: async (db, { after, through, limit }): Promise<Sheet | null> => {
    const listed = upTo(await listBatches(db, { after, through, limit }), limit)
    const batches = through === undefined ? settled(listed, graceMs) : listed
    const [first] = batches
    const last = batches.at(-1)
    if (!first || !last) return null
    const found = await readContents(db, batches)
    return { first: first.number, last: last.number, leaves: leavesOf(batches, found) }
  },
})

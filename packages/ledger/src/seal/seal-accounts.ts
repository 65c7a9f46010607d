/** The chain over the terms of accounts (currency, floor and status), in the order of transactions. */
import { hash } from 'node:crypto'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { SealedRow, SealSource } from './seal-chain.ts'

// Every transaction up to this number has ended. The numbers are those of the coordinator, and a statement over distributed rows
// runs on their machines, which count their own: so this is read apart, and before the rows.
const lastEnded: Statement = {
  name: 'ledger.last_ended_transaction',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as number',
}

// Columns are listed, so that a new one changes no seal; times are numbers, so that no setting changes their text.
const list: Statement = {
  name: 'ledger.contents_of_terms',
  text: `select transaction_number, owner_id, account, n, at, row(owner_id, account, n, currency, floor_cents, status,
      extract(epoch from at), transaction_number)::text as content
    from account_terms where transaction_number > $1 and transaction_number <= $2
    order by transaction_number, owner_id, account, n limit $3`,
}

type Row = { transaction_number: bigint; owner_id: string; account: string; n: number; at: Date; content: string }

const OWNER_BYTES = 16
const ACCOUNT_BYTES = 4
const TAG_BYTES = OWNER_BYTES + ACCOUNT_BYTES + 4

const tagOf = ({ owner_id, account, n }: Row): Buffer => {
  const number = Buffer.alloc(4)
  number.writeInt32BE(n)
  const name = hash('sha256', account, 'buffer').subarray(0, ACCOUNT_BYTES)
  return Buffer.concat([Buffer.from(owner_id.replaceAll('-', ''), 'hex'), name, number])
}

const nameOf = (tag: Buffer): string => {
  const owner = tag.toString('hex', 0, OWNER_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return `terms ${owner}/${tag.readInt32BE(OWNER_BYTES + ACCOUNT_BYTES)}`
}

const toSealedRow = (row: Row): SealedRow => ({ tag: tagOf(row), name: nameOf(tagOf(row)), content: row.content })

const readLastEnded = async (db: QueryRunner): Promise<bigint> =>
  (await run<{ number: bigint }>(db, lastEnded, [])).rows[0]?.number ?? 0n

const read = async (db: QueryRunner, after: bigint, through: bigint, limit: number | null): Promise<Row[]> => {
  const { rows } = await run<Row>(db, list, [after, through, limit])
  if (rows.length !== limit) return rows
  // The limit may cut a transaction in two: leave it for the next seal, or take all of it if it is the only one.
  const last = rows.at(-1)?.transaction_number ?? 0n
  const whole = rows.filter(({ transaction_number }) => transaction_number !== last)
  return whole.length > 0 ? whole : read(db, after, last, null)
}

/** Leaves out the newest rows, since on several machines others of their transaction may not be visible yet. */
const withoutRecent = (rows: Row[], graceMs: number): Row[] => {
  const recent = rows.find(({ at }) => Date.now() - at.getTime() < graceMs)
  return recent ? rows.filter(({ transaction_number }) => transaction_number < recent.transaction_number) : rows
}

/** @param graceMs how long after its transaction a row may become visible; 0 on one PostgreSQL */
export const accountSeals = ({ graceMs = 0 }: { graceMs?: number } = {}): SealSource => ({
  chain: 'accounts',
  table: 'account_seals',
  tagBytes: TAG_BYTES,
  nameOf,
  read: async (db, { after, through, limit }) => {
    const ended = await readLastEnded(db)
    const listed = await read(db, after, through !== undefined && through < ended ? through : ended, limit)
    const rows = through === undefined ? withoutRecent(listed, graceMs) : listed
    const [first] = rows
    const last = rows.at(-1)
    if (!first || !last) return null
    return { first: first.transaction_number, last: last.transaction_number, rows: rows.map(toSealedRow) }
  },
})

/** The chain of seals over the audit trail, in the order of the transactions that wrote it. */
import type { QueryRunner, SealBatch, SealedRow, SealSource } from '@puente/ledger'

// Columns are listed, so that a new one changes no seal; times are numbers, so that no setting changes their text.
const READ = `
select transaction_number::text as number, id,
       row(id, extract(epoch from at), actor_kind, actor_id, session_id, network, request_id, action, object_type, object_id,
           result, code, details::text, transaction_number)::text as content
  from audit_log
 where transaction_number > $1 and transaction_number <= $2
   and transaction_number < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
 order by transaction_number, id limit $3`

type Row = { number: string; id: string; content: string }

const TAG_BYTES = 16
const MAX_NUMBER = 9_223_372_036_854_775_807n

const toSealedRow = ({ id, content }: Row): SealedRow => ({
  tag: Buffer.from(id.replaceAll('-', ''), 'hex'),
  name: `audit ${id}`,
  content,
})

const nameOf = (tag: Buffer): string =>
  `audit ${tag.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`

const read = async (db: QueryRunner, after: bigint, through: bigint, limit: number | null): Promise<Row[]> => {
  const { rows } = await db.query<Row>({ name: 'audit.read', text: READ, values: [after, through, limit] })
  if (rows.length !== limit) return rows
  // The limit may cut a transaction in two: leave it for the next seal, or take all of it if it is the only one.
  const last = rows.at(-1)?.number ?? '0'
  const whole = rows.filter(({ number }) => number !== last)
  return whole.length > 0 ? whole : read(db, after, BigInt(last), null)
}

export const auditSeals: SealSource = {
  chain: 'audit',
  table: 'audit_seals',
  tagBytes: TAG_BYTES,
  nameOf,
  read: async (db, { after, through = MAX_NUMBER, limit }): Promise<SealBatch | null> => {
    const rows = await read(db, after, through, limit)
    const [first] = rows
    const last = rows.at(-1)
    return first && last
      ? { first: BigInt(first.number), last: BigInt(last.number), rows: rows.map(toSealedRow) }
      : null
  },
}

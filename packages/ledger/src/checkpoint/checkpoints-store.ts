import { run } from '../pg/sql.ts'
import { LONG_READ_TIMEOUT_MS } from '../pg/transaction.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { SealHead } from '../seal/seal-chain.ts'
import type { Checkpoint, CheckpointLine } from './checkpoint-rules.ts'

const find: Statement = { name: 'ledger.find_checkpoint', text: 'select * from checkpoints where n = $1' }
const newest: Statement = {
  name: 'ledger.newest_checkpoint',
  text: 'select * from checkpoints order by n desc limit 1',
}
const insert: Statement = {
  name: 'ledger.insert_checkpoint',
  text: `insert into checkpoints (n, through, at, lines, heads, previous_hash, hash, kid, signature)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const standing: Statement = {
  name: 'ledger.standing_of_all',
  query_timeout: LONG_READ_TIMEOUT_MS,
  text: `select account, currency, sum(seq)::text as entries, sum(balance_cents)::text as cents from accounts group by 1, 2`,
}

const findProgress: Statement = {
  name: 'ledger.find_proof_progress',
  text: 'select position from proof_progress where name = $1',
}
const saveProgress: Statement = {
  name: 'ledger.save_proof_progress',
  text: `insert into proof_progress (name, position) values ($1, $2)
    on conflict (name) do update set position = excluded.position, at = clock_timestamp()`,
}

type LineRow = { account: string; currency: string; entries: string; cents: string }
type HeadRow = { chain: string; n: string; last: string; hash: string }
type Row = {
  n: bigint
  through: bigint
  at: Date
  lines: LineRow[]
  heads: HeadRow[]
  previous_hash: Buffer
  hash: Buffer
  kid: string
  signature: Buffer
}

const toLine = (row: LineRow): CheckpointLine => ({ ...row, entries: BigInt(row.entries), cents: BigInt(row.cents) })
const toHead = (row: HeadRow): SealHead => ({ ...row, n: BigInt(row.n), last: BigInt(row.last) })

const toCheckpoint = ({ previous_hash: previousHash, ...row }: Row): Checkpoint => ({
  ...row,
  previousHash,
  lines: row.lines.map(toLine),
  heads: row.heads.map(toHead),
})

/** Numbers as text: they are too large for JSON. */
const toJson = (value: readonly object[]): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

export const findCheckpoint = async (db: QueryRunner, n: bigint): Promise<Checkpoint | null> => {
  const { rows } = await run<Row>(db, find, [n])
  return rows[0] ? toCheckpoint(rows[0]) : null
}

/** `null` before the first. */
export const readNewestCheckpoint = async (db: QueryRunner): Promise<Checkpoint | null> => {
  const { rows } = await run<Row>(db, newest, [])
  return rows[0] ? toCheckpoint(rows[0]) : null
}

export const insertCheckpoint = async (db: QueryRunner, one: Checkpoint): Promise<void> => {
  const { n, through, at, lines, heads, previousHash, hash, kid, signature } = one
  await run(db, insert, [n, through, at, toJson(lines), toJson(heads), previousHash, hash, kid, signature])
}

/** The numbers and balances of all accounts, summed. */
export const readStanding = async (db: QueryRunner): Promise<CheckpointLine[]> =>
  (await run<LineRow>(db, standing, [])).rows.map(toLine)

/** How far a round has come; `null` before it has begun. */
export const readProofProgress = async (db: QueryRunner, round: string): Promise<string | null> => {
  const { rows } = await run<{ position: string }>(db, findProgress, [round])
  return rows[0]?.position ?? null
}

export const saveProofProgress = async (db: QueryRunner, round: string, position: string): Promise<void> => {
  await run(db, saveProgress, [round, position])
}

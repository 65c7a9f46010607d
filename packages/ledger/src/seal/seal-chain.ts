/**
 * A hash chain over rows that never change. Each seal covers the rows of some ended transactions, in order, and hashes them
 * with the seal before it: changing a row later means forging every later seal, and the head that was logged meanwhile.
 * Sealing runs behind the writers; a chain in their path would serialise all writes. A seal also keeps half a hash of each
 * row (column `leaves`), so that a broken seal can name the row.
 */
import { createHash, hash } from 'node:crypto'
import type { Pool } from 'pg'
import { sqlStateOf } from '../pg/failure.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner } from '../pg/sql.ts'
import { keyLookupTransaction } from '../pg/transaction.ts'

/** One row under a seal. `tag` identifies it; rows with the same tag have a fixed order. */
export type SealedRow = { tag: Buffer; name: string; content: string | null }

/** The rows of whole, ended transactions; `first` and `last` are the numbers of the first and last one. */
export type SealBatch = { first: bigint; last: bigint; rows: SealedRow[] }

/** The rows that a chain covers. */
export interface SealSource {
  readonly chain: string
  /** The table of seals; all chains have the same columns. */
  readonly table: string
  readonly tagBytes: number
  /** Names a row by its tag, when nothing else is left of it. */
  nameOf(tag: Buffer): string
  /** The rows of transactions after `after`, up to `through` if given; `null` when there are none. */
  read(db: QueryRunner, range: { after: bigint; through?: bigint; limit: number | null }): Promise<SealBatch | null>
}

export type SealHead = { chain: string; n: bigint; hash: string; last: bigint }

/** `rowsHash` covers the complete rows, `rowDigests` has the tag and half a hash of each, `hash` covers all the rest. */
export type Seal = {
  n: bigint
  first: bigint
  last: bigint
  count: number
  previousHash: Buffer
  rowsHash: Buffer
  rowDigests: Buffer
}
export type StoredSeal = Seal & { hash: Buffer }

const DIGEST_BYTES = 16
const UNIQUE_VIOLATION = '23505'

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
/** The previous hash of the first seal. */
export const genesisOf = ({ chain }: Pick<SealSource, 'chain'>): Buffer => sha256(`the chain of ${chain}`)

// A row that was already missing when it should have been sealed.
const digestOf = ({ content }: SealedRow): Buffer => (content === null ? Buffer.alloc(32) : sha256(content))

export const rowDigestsOf = (rows: SealedRow[]): Buffer =>
  Buffer.concat(rows.flatMap((row) => [row.tag, digestOf(row).subarray(0, DIGEST_BYTES)]))

/** Takes stored row digests apart, as hexadecimal text. */
export const readRowDigests = (bytes: Buffer, tagBytes: number): { tag: string; digest: string }[] => {
  const size = tagBytes + DIGEST_BYTES
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
    const one = bytes.subarray(index * size, (index + 1) * size)
    return { tag: one.subarray(0, tagBytes).toString('hex'), digest: one.subarray(tagBytes).toString('hex') }
  })
}

export const rowsHashOf = (rows: SealedRow[]): Buffer => {
  const sum = createHash('sha256')
  for (const row of rows) sum.update(row.tag).update(digestOf(row))
  return sum.digest()
}

/** Links the chain: a seal covers its rows and every seal before it. */
export const sealHash = ({ n, first, last, count, previousHash, rowsHash, rowDigests }: Seal): Buffer =>
  createHash('sha256')
    .update(`${n}:${first}:${last}:${count}:`)
    .update(previousHash)
    .update(rowsHash)
    .update(rowDigests)
    .digest()

/** The newest seal; `null` while nothing is sealed. */
export const readHead = async (db: QueryRunner, { chain, table }: SealSource): Promise<SealHead | null> => {
  const text = `select n, last, hash from ${table} order by n desc limit 1`
  const { rows } = await run<StoredSeal>(db, { name: `seal.head.${chain}`, text }, [])
  const [row] = rows
  return row ? { chain, n: row.n, last: row.last, hash: row.hash.toString('hex') } : null
}

/** Seals read in one look for how far a stretch goes. */
const SEALS_PER_STRETCH = 20_000

/** The furthest seal after seal `n` with at most so many rows under it and those before it, at least one; seal `n` itself if it is the newest. */
export const readHeadWithin = async (
  db: QueryRunner,
  { chain, table }: SealSource,
  { n, rows: most }: { n: bigint; rows: number },
): Promise<SealHead | null> => {
  const text = `select n, last, hash from (
      select n, last, hash, sum(count) over (order by n) as rows from (
        select n, last, hash, case when n = $1 then 0 else count end as count from ${table} where n >= $1
          order by n limit ${SEALS_PER_STRETCH}) as next) as reached
    where rows <= $2 or n = (select min(n) from ${table} where n > $1) order by n desc limit 1`
  const { rows } = await run<StoredSeal>(db, { name: `seal.head_within.${chain}`, text }, [n, most])
  const [row] = rows
  return row ? { chain, n: row.n, last: row.last, hash: row.hash.toString('hex') } : null
}

const insertSeal = async (db: QueryRunner, { chain, table }: SealSource, seal: StoredSeal): Promise<void> => {
  const text = `insert into ${table} (n, first, last, count, previous_hash, rows_hash, leaves, hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`
  const { n, first, last, count, previousHash, rowsHash, rowDigests, hash: own } = seal
  const values = [n, first, last, count, previousHash, rowsHash, rowDigests, own]
  await run(db, { name: `seal.insert.${chain}`, text }, values)
}

const sealBatch = async (db: QueryRunner, source: SealSource, limit: number): Promise<number> => {
  const head = await readHead(db, source)
  const batch = await source.read(db, { after: head?.last ?? 0n, limit })
  if (!batch) return 0
  const { first, last, rows } = batch
  const seal: Seal = {
    n: (head?.n ?? 0n) + 1n,
    first,
    last,
    count: rows.length,
    previousHash: head ? Buffer.from(head.hash, 'hex') : genesisOf(source),
    rowsHash: rowsHashOf(rows),
    rowDigests: rowDigestsOf(rows),
  }
  await insertSeal(db, source, { ...seal, hash: sealHash(seal) })
  return rows.length
}

/**
 * Seals the next rows of ended transactions and returns how many, 0 when there are none. Of two processes that seal at
 * once, the number of the seal lets one win; the other returns 0.
 */
export const sealNext = async (pool: Pool, source: SealSource, limit = 2_000): Promise<number> => {
  try {
    return await keyLookupTransaction(pool, 'read committed', (client) => sealBatch(client, source, limit))
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return 0
    throw error
  }
}

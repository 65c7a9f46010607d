/**
 * A chain of seals over rows that never change. Each seal takes the rows of some ended transactions, in their order, and
 * hashes them together with the seal before it: whoever changes a row later must forge every seal after it, and the head
 * that was written to the log meanwhile. Sealing follows behind; a chain on the way of the write would put all writes in
 * one line. Beside its hash a seal keeps half a hash of every row, so that a broken seal can say which row it was.
 */
import { createHash, hash } from 'node:crypto'
import type { Pool } from 'pg'
import { sqlStateOf } from '../pg/failure.ts'
import { run } from '../pg/sql.ts'
import type { Queryable } from '../pg/sql.ts'
import { lookUp } from '../pg/transaction.ts'

/** One sealed row. `tag` finds it again; rows that cannot be told apart by it stand in a fixed order. */
export type Leaf = { tag: Buffer; name: string; content: string | null }

/** Rows of ended transactions, whole transactions only. `last` is the number of the last one. */
export type Sheet = { first: bigint; last: bigint; leaves: Leaf[] }

/** What a chain is made over. */
export interface SealSource {
  readonly chain: string
  /** Where the seals lie; they all have the same columns. */
  readonly table: string
  readonly tagBytes: number
  /** How a row is called of which only the tag is left. */
  nameOf(tag: Buffer): string
  /** The rows after one transaction and, if given, up to another; `null` when there are none. */
  read(db: Queryable, range: { after: bigint; through?: bigint; limit: number | null }): Promise<Sheet | null>
}

export type SealHead = { chain: string; n: bigint; hash: string; last: bigint }

/** `rowsHash` is over the whole of the rows, `leaves` has a tag and half a hash of each, `hash` is over all the rest. */
export type Seal = {
  n: bigint
  first: bigint
  last: bigint
  count: number
  previousHash: Buffer
  rowsHash: Buffer
  leaves: Buffer
}
export type StoredSeal = Seal & { hash: Buffer }

const DIGEST_BYTES = 16
const UNIQUE_VIOLATION = '23505'

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
/** What the first seal follows. */
export const genesisOf = ({ chain }: Pick<SealSource, 'chain'>): Buffer => sha256(`the chain of ${chain}`)

// A row that was already missing when it should have been sealed.
const digestOf = ({ content }: Leaf): Buffer => (content === null ? Buffer.alloc(32) : sha256(content))

export const leavesOf = (leaves: Leaf[]): Buffer =>
  Buffer.concat(leaves.flatMap((leaf) => [leaf.tag, digestOf(leaf).subarray(0, DIGEST_BYTES)]))

/** Takes the kept leaves apart again. */
export const readLeaves = (bytes: Buffer, tagBytes: number): { tag: string; digest: string }[] => {
  const size = tagBytes + DIGEST_BYTES
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
    const leaf = bytes.subarray(index * size, (index + 1) * size)
    return { tag: leaf.subarray(0, tagBytes).toString('hex'), digest: leaf.subarray(tagBytes).toString('hex') }
  })
}

export const rowsHashOf = (leaves: Leaf[]): Buffer => {
  const rows = createHash('sha256')
  for (const leaf of leaves) rows.update(leaf.tag).update(digestOf(leaf))
  return rows.digest()
}

/** The link of the chain: a seal vouches for its rows and for every seal before it. */
export const sealHash = ({ n, first, last, count, previousHash, rowsHash, leaves }: Seal): Buffer =>
  createHash('sha256')
    .update(`${n}:${first}:${last}:${count}:`)
    .update(previousHash)
    .update(rowsHash)
    .update(leaves)
    .digest()

/** The newest seal; `null` while nothing is sealed. */
export const readHead = async (db: Queryable, { chain, table }: SealSource): Promise<SealHead | null> => {
  const text = `select n, last, hash from ${table} order by n desc limit 1`
  const { rows } = await run<StoredSeal>(db, { name: `seal.head.${chain}`, text }, [])
  const [row] = rows
  return row ? { chain, n: row.n, last: row.last, hash: row.hash.toString('hex') } : null
}

const insertSeal = async (db: Queryable, { chain, table }: SealSource, seal: StoredSeal): Promise<void> => {
  const text = `insert into ${table} (n, first, last, count, previous_hash, rows_hash, leaves, hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`
  const { n, first, last, count, previousHash, rowsHash, leaves, hash: own } = seal
  const values = [n, first, last, count, previousHash, rowsHash, leaves, own]
  await run(db, { name: `seal.insert.${chain}`, text }, values)
}

const sealSheet = async (db: Queryable, source: SealSource, limit: number): Promise<number> => {
  const head = await readHead(db, source)
  const sheet = await source.read(db, { after: head?.last ?? 0n, limit })
  if (!sheet) return 0
  const { first, last, leaves } = sheet
  const seal: Seal = {
    n: (head?.n ?? 0n) + 1n,
    first,
    last,
    count: leaves.length,
    previousHash: head ? Buffer.from(head.hash, 'hex') : genesisOf(source),
    rowsHash: rowsHashOf(leaves),
    leaves: leavesOf(leaves),
  }
  await insertSeal(db, source, { ...seal, hash: sealHash(seal) })
  return leaves.length
}

/**
 * Seals the next rows that have ended and says how many, 0 when there are none. Where two seal at once one wins, by the
 * number of the seal, and the other has sealed nothing.
 */
export const sealNext = async (pool: Pool, source: SealSource, limit = 2_000): Promise<number> => {
  try {
    return await lookUp(pool, 'read committed', (client) => sealSheet(client, source, limit))
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return 0
    throw error
  }
}

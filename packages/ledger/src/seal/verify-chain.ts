/**
 * Verifies a chain, from its first seal or behind one that was verified before, and names what was tampered with. Only one seal and its rows are in memory at a
 * time. Rows are compared one by one only under a broken seal.
 */
import type { Pool } from 'pg'
import { run } from '../pg/sql.ts'
import type { QueryRunner } from '../pg/sql.ts'
import { keyLookupTransaction } from '../pg/transaction.ts'
import { genesisOf, readRowDigests, rowDigestsOf, rowsHashOf, sealHash } from './seal-chain.ts'
import type { SealedRow, SealHead, SealSource, StoredSeal } from './seal-chain.ts'

/** `seal…` and `anchor` concern the chain itself, the other kinds the rows under it. */
export type Tampering = {
  chain: string
  kind: 'altered' | 'deleted' | 'inserted' | 'reordered' | 'sealAltered' | 'sealMissing' | 'anchor'
  /** The row by its key, or the seal. */
  name: string
  /** `null` for a row that is under no seal. */
  seal: bigint | null
}

/** A head as it was logged. A chain that lacks it has been cut or forged since. */
export type Anchor = { n: bigint; hash: string }

export type ChainReport = { chain: string; seals: bigint; rows: bigint; head: Anchor | null; tampering: Tampering[] }

/** No more than about this many are reported; seals and rows are still counted to the end. */
const MAX_REPORTED = 10_000

type Finding = Pick<Tampering, 'kind' | 'name'>

const byTag = <Item>(items: Item[], tagOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(tagOf(item))
    if (group) group.push(item)
    else groups.set(tagOf(item), [item])
  }
  return groups
}

/** Compares the rows of a broken seal with the digests it keeps. */
const compare = (source: SealSource, stored: Buffer, rows: SealedRow[]): Finding[] => {
  const sealed = byTag(readRowDigests(stored, source.tagBytes), ({ tag }) => tag)
  const found = byTag(rows, ({ tag }) => tag.toString('hex'))
  const digests = readRowDigests(rowDigestsOf(rows), source.tagBytes)
  const digestAt = new Map(rows.map((row, index) => [row, digests[index]?.digest]))
  const positions = new Map([...found.keys()].filter((tag) => sealed.has(tag)).map((tag, index) => [tag, index]))
  const common = [...sealed.keys()].filter((tag) => found.has(tag))

  const findings: Finding[] = []
  for (const tag of sealed.keys())
    if (!found.has(tag)) findings.push({ kind: 'deleted', name: source.nameOf(Buffer.from(tag, 'hex')) })
  for (const [tag, group] of found) {
    if (!sealed.has(tag)) findings.push(...group.slice(0, 1).map(({ name }): Finding => ({ kind: 'inserted', name })))
  }
  for (const [position, tag] of common.entries()) {
    const isMoved = positions.get(tag) !== position
    for (const [index, row] of (found.get(tag) ?? []).entries()) {
      const was = sealed.get(tag)?.[index]?.digest
      if (row.content === null) findings.push({ kind: 'deleted', name: row.name })
      else if (was !== digestAt.get(row)) findings.push({ kind: isMoved ? 'reordered' : 'altered', name: row.name })
    }
  }
  return findings
}

/** A row that was deleted in one place and inserted in another has been reordered. */
const mergeMoved = (tampering: Tampering[]): Tampering[] => {
  const inserted = new Set(tampering.filter(({ kind }) => kind === 'inserted').map(({ name }) => name))
  const moved = new Set(
    tampering.filter(({ kind, name }) => kind === 'deleted' && inserted.has(name)).map(({ name }) => name),
  )
  return tampering.flatMap((one) => {
    if (!moved.has(one.name)) return [one]
    return one.kind === 'deleted' ? [{ ...one, kind: 'reordered' }] : []
  })
}

const readSeal = async (db: QueryRunner, { chain, table }: SealSource, after: bigint): Promise<StoredSeal | null> => {
  const text = `select n, first, last, count, previous_hash as "previousHash", rows_hash as "rowsHash", leaves as "rowDigests", hash
    from ${table} where n > $1 order by n limit 1`
  const { rows } = await run<StoredSeal>(db, { name: `seal.next.${chain}`, text }, [after])
  return rows[0] ?? null
}

/** `last` is null after a seal that was altered itself. */
type Verified = { n: bigint; last: bigint | null; hash: Buffer }

const verifySeal = async (
  db: QueryRunner,
  source: SealSource,
  before: Verified,
  seal: StoredSeal,
): Promise<Finding[]> => {
  const isNext = seal.n === before.n + 1n
  const findings: Finding[] = []
  if (!isNext) findings.push({ kind: 'sealMissing', name: `seal ${before.n + 1n} to ${seal.n - 1n}` })
  // Nothing in an altered seal can be relied on, neither its rows nor its link to the seal before it.
  if (!sealHash(seal).equals(seal.hash)) return [...findings, { kind: 'sealAltered', name: `seal ${seal.n}` }]
  if (isNext && !seal.previousHash.equals(before.hash))
    findings.push({ kind: 'sealAltered', name: `seal ${before.n === 0n ? seal.n : before.n}` })

  const after = (isNext ? before.last : null) ?? seal.first - 1n
  const rows = (await source.read(db, { after, through: seal.last, limit: null }))?.rows ?? []
  const isWhole = rowsHashOf(rows).equals(seal.rowsHash) && rows.every(({ content }) => content !== null)
  if (isWhole) return findings
  const differing = compare(source, seal.rowDigests, rows)
  return [
    ...findings,
    ...(differing.length > 0 ? differing : [{ kind: 'sealAltered', name: `seal ${seal.n}` } as const]),
  ]
}

/** The seals after a head that was verified before, up to seal number `through`; all of them by default. */
export type ChainRange = { after?: SealHead | undefined; through?: bigint | undefined }

/**
 * Checks every seal of the range and every row under it, and that it still contains each anchor. Rows behind the last seal are
 * not checked: they are not sealed yet.
 */
export const verifyChain = async (
  pool: Pool,
  source: SealSource,
  anchors: Anchor[] = [],
  { after, through }: ChainRange = {},
): Promise<ChainReport> => {
  const { chain } = source
  const tampering: Tampering[] = []
  const missing = new Map(anchors.map((anchor) => [anchor.n, anchor]))
  let before: Verified = after
    ? { n: after.n, last: after.last, hash: Buffer.from(after.hash, 'hex') }
    : { n: 0n, last: 0n, hash: genesisOf(source) }
  let rows = 0n
  for (;;) {
    const verified = await keyLookupTransaction(pool, 'repeatable read', async (client) => {
      const seal = await readSeal(client, source, before.n)
      if (seal && through !== undefined && seal.n > through) return null
      return seal && { seal, findings: await verifySeal(client, source, before, seal) }
    })
    if (!verified) break
    const { seal, findings } = verified
    const anchor = missing.get(seal.n)
    if (anchor && anchor.hash !== seal.hash.toString('hex')) findings.push({ kind: 'anchor', name: `seal ${seal.n}` })
    missing.delete(seal.n)
    if (tampering.length < MAX_REPORTED) tampering.push(...findings.map((one) => ({ chain, ...one, seal: seal.n })))
    rows += BigInt(seal.count)
    before = { n: seal.n, last: sealHash(seal).equals(seal.hash) ? seal.last : null, hash: seal.hash }
  }
  for (const { n } of missing.values())
    tampering.push({ chain, kind: 'anchor', name: `seal ${n} is not there`, seal: n })
  const head = before.n === 0n ? null : { n: before.n, hash: before.hash.toString('hex') }
  return { chain, seals: before.n, rows, head, tampering: mergeMoved(tampering) }
}

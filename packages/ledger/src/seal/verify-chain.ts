/**
 * Walks a chain of seals from its beginning and names what does not fit. One seal and its rows are held at a time,
 * however long the chain. What was sealed and what is there now are compared row by row only where a seal is broken.
 */
import type { Pool } from 'pg'
import { genesisOf, leavesOf, readLeaves, rowsHashOf, sealHash } from './seal-chain.ts'
import type { Leaf, SealSource, StoredSeal } from './seal-chain.ts'
import { run } from '../pg/sql.ts'
import type { Queryable } from '../pg/sql.ts'
import { lookUp } from '../pg/transaction.ts'

/** `seal…` and `anchor` speak of the chain itself, the others of the rows under it. */
export type Flaw = {
  chain: string
  kind: 'altered' | 'deleted' | 'inserted' | 'reordered' | 'sealAltered' | 'sealMissing' | 'anchor'
  /** The row as its table would call it, or the seal. */
  name: string
  /** `null` for a row that lies under no seal. */
  seal: bigint | null
}

/** A head as the log tells it. A chain that lacks it was cut or forged since. */
export type Anchor = { n: bigint; hash: string }

export type ChainReport = { chain: string; seals: bigint; rows: bigint; head: Anchor | null; flaws: Flaw[] }

/** Beyond this many the report says enough; the walk goes on and counts. */
const FLAWS_NAMED = 10_000

type Named = Pick<Flaw, 'kind' | 'name'>

const byTag = <Item>(items: Item[], tagOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(tagOf(item))
    if (group) group.push(item)
    else groups.set(tagOf(item), [item])
  }
  return groups
}

/** What became of the rows of a seal that does not fit them. */
const compare = (source: SealSource, stored: Buffer, leaves: Leaf[]): Named[] => {
  const sealed = byTag(readLeaves(stored, source.tagBytes), ({ tag }) => tag)
  const found = byTag(leaves, ({ tag }) => tag.toString('hex'))
  const digests = readLeaves(leavesOf(leaves), source.tagBytes)
  const digestAt = new Map(leaves.map((leaf, index) => [leaf, digests[index]?.digest]))
  const places = new Map([...found.keys()].filter((tag) => sealed.has(tag)).map((tag, index) => [tag, index]))
  const common = [...sealed.keys()].filter((tag) => found.has(tag))

  const named: Named[] = []
  for (const tag of sealed.keys())
    if (!found.has(tag)) named.push({ kind: 'deleted', name: source.nameOf(Buffer.from(tag, 'hex')) })
  for (const [tag, group] of found) {
    if (!sealed.has(tag)) named.push(...group.slice(0, 1).map(({ name }): Named => ({ kind: 'inserted', name })))
  }
  for (const [place, tag] of common.entries()) {
    const isMoved = places.get(tag) !== place
    for (const [index, leaf] of (found.get(tag) ?? []).entries()) {
      const was = sealed.get(tag)?.[index]?.digest
      if (leaf.content === null) named.push({ kind: 'deleted', name: leaf.name })
      else if (was !== digestAt.get(leaf)) named.push({ kind: isMoved ? 'reordered' : 'altered', name: leaf.name })
    }
  }
  return named
}

/** A row that is gone from one place and has come up in another was moved. */
const pairMoved = (flaws: Flaw[]): Flaw[] => {
  const inserted = new Set(flaws.filter(({ kind }) => kind === 'inserted').map(({ name }) => name))
  const moved = new Set(
    flaws.filter(({ kind, name }) => kind === 'deleted' && inserted.has(name)).map(({ name }) => name),
  )
  return flaws.flatMap((flaw) => {
    if (!moved.has(flaw.name)) return [flaw]
    return flaw.kind === 'deleted' ? [{ ...flaw, kind: 'reordered' }] : []
  })
}

const readSeal = async (db: Queryable, { chain, table }: SealSource, after: bigint): Promise<StoredSeal | null> => {
  const text = `select n, first, last, count, previous_hash as "previousHash", rows_hash as "rowsHash", leaves, hash
    from ${table} where n > $1 order by n limit 1`
  const { rows } = await run<StoredSeal>(db, { name: `seal.next.${chain}`, text }, [after])
  return rows[0] ?? null
}

/** `last` is null after a seal that cannot be believed. */
type Walked = { n: bigint; last: bigint | null; hash: Buffer }

const judgeSeal = async (db: Queryable, source: SealSource, before: Walked, seal: StoredSeal): Promise<Named[]> => {
  const isNext = seal.n === before.n + 1n
  const named: Named[] = []
  if (!isNext) named.push({ kind: 'sealMissing', name: `seal ${before.n + 1n} to ${seal.n - 1n}` })
  // What an altered seal says of its rows, and of the seal before it, is worth nothing.
  if (!sealHash(seal).equals(seal.hash)) return [...named, { kind: 'sealAltered', name: `seal ${seal.n}` }]
  if (isNext && !seal.previousHash.equals(before.hash))
    named.push({ kind: 'sealAltered', name: `seal ${before.n === 0n ? seal.n : before.n}` })

  const after = (isNext ? before.last : null) ?? seal.first - 1n
  const leaves = (await source.read(db, { after, through: seal.last, limit: null }))?.leaves ?? []
  const isWhole = rowsHashOf(leaves).equals(seal.rowsHash) && leaves.every(({ content }) => content !== null)
  if (isWhole) return named
  const differing = compare(source, seal.leaves, leaves)
  return [...named, ...(differing.length > 0 ? differing : [{ kind: 'sealAltered', name: `seal ${seal.n}` } as const])]
}

/**
 * Checks every seal and every row under it, and that the chain still holds each anchor. Rows behind the last seal are not
 * looked at: they will be sealed as they are.
 */
export const verifyChain = async (pool: Pool, source: SealSource, anchors: Anchor[] = []): Promise<ChainReport> => {
  const { chain } = source
  const flaws: Flaw[] = []
  const open = new Map(anchors.map((anchor) => [anchor.n, anchor]))
  let before: Walked = { n: 0n, last: 0n, hash: genesisOf(source) }
  let rows = 0n
  for (;;) {
    const walked = await lookUp(pool, 'repeatable read', async (client) => {
      const seal = await readSeal(client, source, before.n)
      return seal && { seal, named: await judgeSeal(client, source, before, seal) }
    })
    if (!walked) break
    const { seal, named } = walked
    const anchor = open.get(seal.n)
    if (anchor && anchor.hash !== seal.hash.toString('hex')) named.push({ kind: 'anchor', name: `seal ${seal.n}` })
    open.delete(seal.n)
    if (flaws.length < FLAWS_NAMED) flaws.push(...named.map((one) => ({ chain, ...one, seal: seal.n })))
    rows += BigInt(seal.count)
    before = { n: seal.n, last: sealHash(seal).equals(seal.hash) ? seal.last : null, hash: seal.hash }
  }
  for (const { n } of open.values()) flaws.push({ chain, kind: 'anchor', name: `seal ${n} is not there`, seal: n })
  const head = before.n === 0n ? null : { n: before.n, hash: before.hash.toString('hex') }
  return { chain, seals: before.n, rows, head, flaws: pairMoved(flaws) }
}

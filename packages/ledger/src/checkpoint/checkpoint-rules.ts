/** What a checkpoint says, and how it is bound to the one before it: no database, no clock. */
import { createHash, hash } from 'node:crypto'
import { INVARIANTS } from '../check/check-rules.ts'
import type { Violation } from '../check/check-rules.ts'
import type { SealHead } from '../seal/seal-chain.ts'
import type { Tampering } from '../seal/verify-chain.ts'

/** All entries of an account of the chart in one currency, of all its owners together. A credit is positive. */
export type CheckpointLine = { account: string; currency: string; entries: bigint; cents: bigint }

/**
 * A proven state of the ledger: every batch up to `through` was checked, with the entries it wrote, and `lines` are their
 * totals. The seals up to `heads` were recomputed from their rows.
 */
export type Checkpoint = {
  n: bigint
  /** The transaction number of the last batch in it. */
  through: bigint
  at: Date
  lines: CheckpointLine[]
  heads: SealHead[]
  previousHash: Buffer
  hash: Buffer
} & Signature

/** `kid` names the key. */
export type Signature = { kid: string; signature: Buffer }

/** Signs what a checkpoint says, so that no role of the database can make one. */
export type CheckpointSigner = {
  /** Without it checkpoints are checked but none is made. */
  sign?: (hash: Buffer) => Signature
  isSigned: (hash: Buffer, by: Signature) => boolean
}

/** What is proven before the first checkpoint: nothing. */
export const GENESIS: Pick<Checkpoint, 'n' | 'through' | 'lines' | 'heads' | 'hash'> = {
  n: 0n,
  through: 0n,
  lines: [],
  heads: [],
  hash: hash('sha256', 'the checkpoints of the ledger', 'buffer'),
}

const lineId = ({ account, currency }: Pick<CheckpointLine, 'account' | 'currency'>) => `${account} ${currency}`

/** Ordered by name, so that equal sums have equal texts; zero lines are left out. */
export const addLines = (...lists: readonly (readonly CheckpointLine[])[]): CheckpointLine[] => {
  const sums = new Map<string, CheckpointLine>()
  for (const line of lists.flat()) {
    const sum = sums.get(lineId(line)) ?? { ...line, entries: 0n, cents: 0n }
    sums.set(lineId(line), { ...sum, entries: sum.entries + line.entries, cents: sum.cents + line.cents })
  }
  return [...sums.values()]
    .filter(({ entries, cents }) => entries !== 0n || cents !== 0n)
    .toSorted((left, right) => (lineId(left) < lineId(right) ? -1 : 1))
}

/** The difference between two sums. */
const linesBetween = (before: readonly CheckpointLine[], after: readonly CheckpointLine[]): CheckpointLine[] =>
  addLines(
    after,
    before.map((line) => ({ ...line, entries: -line.entries, cents: -line.cents })),
  )

export const areSameLines = (left: readonly CheckpointLine[], right: readonly CheckpointLine[]): boolean =>
  textOf(left) === textOf(right)

const textOf = (lines: readonly CheckpointLine[]): string =>
  JSON.stringify(lines.map(({ account, currency, entries, cents }) => [account, currency, `${entries}`, `${cents}`]))

/** Covers everything a checkpoint says and, through the hash before it, every earlier one. */
export const checkpointHash = (one: Omit<Checkpoint, 'hash' | keyof Signature>): Buffer =>
  createHash('sha256')
    .update(`${one.n}:${one.through}:${one.at.toISOString()}:`)
    .update(textOf(one.lines))
    .update(JSON.stringify(one.heads.map(({ chain, n, last, hash }) => [chain, `${n}`, `${last}`, hash])))
    .update(one.previousHash)
    .digest()

/** Whether a stored checkpoint says what was signed. */
export const isGenuine = (one: Checkpoint, { isSigned }: Pick<CheckpointSigner, 'isSigned'>): boolean =>
  checkpointHash(one).equals(one.hash) && isSigned(one.hash, one)

/** A checkpoint that is not what was signed, or not there. */
export const broken = (kind: 'altered' | 'deleted', n: bigint): Tampering => ({
  chain: 'checkpoints',
  kind,
  name: `checkpoint ${n}`,
  seal: null,
})

/** All entries of a currency sum to zero. */
export const checkLines = (lines: readonly CheckpointLine[]): Violation[] => {
  const sums = Map.groupBy(lines, ({ currency }) => currency)
  return [...sums].flatMap(([currency, of]) => {
    const sum = of.reduce((cents, line) => cents + line.cents, 0n)
    return sum === 0n ? [] : [{ invariant: INVARIANTS.sumOfAll, where: { currency, sum_cents: sum.toString() } }]
  })
}

/** The accounts' balances and numbers, summed, compared with the total of all entries. */
export const compareStanding = (proven: readonly CheckpointLine[], standing: readonly CheckpointLine[]): Violation[] =>
  linesBetween(proven, standing).map(({ account, currency }) => ({
    invariant: INVARIANTS.standing,
    where: { account, currency },
  }))

/**
 * A proof that does not grow with history: what was written since the last checkpoint is checked against what the checkpoint
 * says, and becomes the next one. The batches are checked with all their entries and accounts, the chains of seals over the
 * same stretch are recomputed from their rows, and each poster checks what it wrote beside them. A checkpoint goes through
 * a bounded number of rows; the one that reaches the newest seals also compares the sum of everything ever written with what
 * the accounts say now. Only this sum holds a snapshot open for longer than a step: over all accounts, and what is not sealed yet.
 */
import type { Pool } from 'pg'
import type { Violation } from '../check/check-rules.ts'
import { waitedMs } from '../check/progress-store.ts'
import { sqlStateOf } from '../pg/failure.ts'
import { longReadTransaction } from '../pg/transaction.ts'
import { listVisibleBatches } from '../rows/batches.ts'
import type { Batch, Span } from '../rows/batches.ts'
import { readHead, readHeadWithin } from '../seal/seal-chain.ts'
import type { SealHead, SealSource } from '../seal/seal-chain.ts'
import type { Tampering } from '../seal/verify-chain.ts'
import {
  addLines,
  broken,
  checkLines,
  checkpointHash,
  compareStanding,
  GENESIS,
  isGenuine,
} from './checkpoint-rules.ts'
import type { Checkpoint, CheckpointLine, CheckpointSigner } from './checkpoint-rules.ts'
import { insertCheckpoint, readNewestCheckpoint, readStanding } from './checkpoints-store.ts'
import { proveBatches, proveBatchesBetween } from './prove-batches.ts'
import { verifyChains } from './verify-chains.ts'

/** What the batches of a stretch wrote, one span for each account; their times are from `since` to `until`. */
export type Written = { spans: Span[]; since: Date; until: Date }

export type CheckpointOptions = {
  /** The chains that a checkpoint goes with; that of the entries says how far it reaches. */
  chains: readonly SealSource[]
  signer: CheckpointSigner
  /** Whether the tables are spread over several machines: they have no common snapshot, so no sum of accounts to compare. */
  isSpread: boolean
  /** Checks what was written beside these batches. */
  inspect?: (written: Written) => Promise<Violation[]>
  /** The most sealed rows of a chain that one checkpoint goes through; a single seal may have more. */
  rowsPerCheckpoint?: number
  /** Begins the first checkpoint although batches are old: there may have been others that were taken away. */
  mayBeginLate?: boolean | undefined
}

/** The outcome for a stretch of history. `checkpoint` is the one that it ends with; `null` if none could be made. */
export type Proof = { checkpoint: Checkpoint | null; entries: bigint; violations: Violation[]; tampering: Tampering[] }

/** Where a stretch begins. */
type Start = Pick<Checkpoint, 'n' | 'through' | 'lines' | 'heads' | 'hash'>
type Stretch = Omit<Proof, 'checkpoint'> & {
  /** What a checkpoint at its end says. */
  end: Omit<Checkpoint, 'kid' | 'signature'>
  /** Whether it reaches the newest seals. */
  isLast: boolean
}

const ENTRIES = 'entries'
const BATCHES_PER_READ = 256
const ROWS_PER_CHECKPOINT = 250_000
/** The first checkpoint is made in the first night. */
const FIRST_WITHIN_MS = 48 * 3_600_000
const UNIQUE_VIOLATION = '23505'

/** The total of the entries of all batches in one snapshot, with what the accounts say in it; checks the entries behind the seals. */
const checkStanding = (pool: Pool, { through, lines }: Pick<Checkpoint, 'through' | 'lines'>): Promise<Violation[]> =>
  longReadTransaction(pool, async (client) => {
    // The sum of all accounts takes its time; entries are looked up by their keys.
    await client.query(`select set_config('enable_nestloop', 'on', true)`)
    let proven: readonly CheckpointLine[] = lines
    const violations: Violation[] = []
    for (let after = through; ;) {
      const batches = await listVisibleBatches(client, { after, limit: BATCHES_PER_READ })
      const last = batches.at(-1)
      if (!last) break
      const proof = await proveBatches(client, batches)
      violations.push(...proof.violations)
      proven = addLines(proven, proof.lines)
      after = last.number
    }
    return [...violations, ...compareStanding(proven, await readStanding(client))]
  })

/** Puts the spans of batches together, account by account. */
const collector = () => {
  const spans = new Map<string, Span>()
  const times: number[] = []
  return {
    add: (batches: readonly Batch[]): void => {
      for (const span of batches.flatMap((batch) => batch.spans)) {
        const id = `${span.ownerId} ${span.account}`
        spans.set(id, { ...span, before: spans.get(id)?.before ?? span.before })
      }
      const all = [...times.splice(0), ...batches.map(({ at }) => at.getTime())]
      times.push(Math.min(...all), Math.max(...all))
    },
    written: (): Written | null => {
      const [since, until] = times
      return since === undefined || until === undefined
        ? null
        : { spans: [...spans.values()], since: new Date(since), until: new Date(until) }
    },
  }
}

const proveStretch = async (pool: Pool, before: Start, options: CheckpointOptions): Promise<Stretch> => {
  const { chains, isSpread, inspect, rowsPerCheckpoint: rows = ROWS_PER_CHECKPOINT } = options
  const heads: SealHead[] = []
  let isLast = true
  for (const source of chains) {
    const newest = await readHead(pool, source)
    const n = before.heads.find(({ chain }) => chain === source.chain)?.n ?? 0n
    const head = await readHeadWithin(pool, source, { n, rows })
    isLast &&= !head || head.n >= (newest?.n ?? 0n)
    if (head) heads.push(head)
  }
  const through = heads.find(({ chain }) => chain === ENTRIES)?.last ?? before.through

  const tampering = await verifyChains(pool, chains, before.heads, heads)
  const { add, written } = collector()
  const batches = await proveBatchesBetween(pool, { after: before.through, through }, inspect && add)
  const lines = addLines(before.lines, batches.lines)
  const violations = [...batches.violations, ...checkLines(lines)]
  const beside = written()
  if (inspect && beside) violations.push(...(await inspect(beside)))
  if (isLast && !isSpread) violations.push(...(await checkStanding(pool, { through, lines })))
  const said = { n: before.n + 1n, through, at: new Date(), lines, heads, previousHash: before.hash }
  return { entries: batches.entries, violations, tampering, isLast, end: { ...said, hash: checkpointHash(said) } }
}

/** Where the next stretch begins, or why none may. */
const readStart = async (
  pool: Pool,
  { signer, mayBeginLate = false }: CheckpointOptions,
): Promise<{ newest: Checkpoint | null; tampering: Tampering[] }> => {
  const newest = await readNewestCheckpoint(pool)
  if (newest) return { newest, tampering: isGenuine(newest, signer) ? [] : [broken('altered', newest.n)] }
  const isLate = !mayBeginLate && (await waitedMs(pool, 0n)) > FIRST_WITHIN_MS
  return { newest, tampering: isLate ? [broken('deleted', 1n)] : [] }
}

const hasAdvanced = (before: readonly SealHead[], after: readonly SealHead[]): boolean =>
  after.some(({ chain, n }) => n !== before.find((head) => head.chain === chain)?.n)

const isSound = ({ violations, tampering }: Pick<Proof, 'violations' | 'tampering'>): boolean =>
  violations.length + tampering.length === 0

/**
 * Proves what was sealed since the last checkpoint, up to a bounded number of rows, and makes the next one; `isLast` when nothing is left
 * to prove, or something is wrong. Without new seals, or a key to sign with, it makes none. If two processes try at once, one makes it.
 */
export const takeCheckpoint = async (pool: Pool, options: CheckpointOptions): Promise<Proof & { isLast: boolean }> => {
  const { newest, tampering } = await readStart(pool, options)
  if (tampering.length > 0) return { checkpoint: newest, entries: 0n, violations: [], tampering, isLast: true }
  const { end, isLast, ...found } = await proveStretch(pool, newest ?? GENESIS, options)
  const { sign } = options.signer
  if (!sign || !isSound(found)) return { ...found, checkpoint: newest, isLast: true }
  if (!hasAdvanced(newest?.heads ?? [], end.heads)) return { ...found, checkpoint: newest, isLast }
  const checkpoint: Checkpoint = { ...end, ...sign(end.hash) }
  try {
    await insertCheckpoint(pool, checkpoint)
    return { ...found, checkpoint, isLast }
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
    return { ...found, checkpoint: await readNewestCheckpoint(pool), isLast }
  }
}

/** Proves everything since the last checkpoint, in stretches, up to what is wrong, and makes none. */
export const proveSinceCheckpoint = async (
  pool: Pool,
  options: CheckpointOptions,
): Promise<Omit<Proof, 'checkpoint'>> => {
  const { newest, tampering } = await readStart(pool, options)
  if (tampering.length > 0) return { entries: 0n, violations: [], tampering }
  let before: Start = newest ?? GENESIS
  for (let entries = 0n; ;) {
    const { end, isLast, ...found } = await proveStretch(pool, before, options)
    entries += found.entries
    if (isLast || !isSound(found)) return { ...found, entries }
    before = end
  }
}

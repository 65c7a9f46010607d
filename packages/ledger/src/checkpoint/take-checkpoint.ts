/**
 * A proof that does not grow with history: what was written since the last checkpoint is checked against what the checkpoint
 * says, and becomes the next one. The batches are checked with all their entries and accounts, the chains of seals over the
 * same stretch are recomputed from their rows, and the sum of everything ever written is compared with what the accounts say
 * now. Only this sum holds a snapshot open for longer than a step: over all accounts, and what is not sealed yet.
 */
import type { Pool } from 'pg'
import type { Violation } from '../check/check-rules.ts'
import { sqlStateOf } from '../pg/failure.ts'
import { longReadTransaction } from '../pg/transaction.ts'
import { listVisibleBatches } from '../rows/batches.ts'
import { readHead } from '../seal/seal-chain.ts'
import type { SealHead, SealSource } from '../seal/seal-chain.ts'
import type { Tampering } from '../seal/verify-chain.ts'
import { addLines, checkLines, checkpointHash, compareStanding, GENESIS, isGenuine } from './checkpoint-rules.ts'
import type { Checkpoint, CheckpointLine, CheckpointSigner } from './checkpoint-rules.ts'
import { insertCheckpoint, readNewestCheckpoint, readStanding } from './checkpoints-store.ts'
import { proveBatches, proveBatchesBetween } from './prove-batches.ts'
import { verifyChains } from './verify-chains.ts'

export type CheckpointOptions = {
  /** The chains that a checkpoint goes with; that of the entries says how far it reaches. */
  chains: readonly SealSource[]
  signer: CheckpointSigner
  /** Whether the tables are spread over several machines: they have no common snapshot, so no sum of accounts to compare. */
  isSpread: boolean
}

/** The outcome for a stretch of history. `checkpoint` is the one that it ends with; `null` if none could be made. */
export type Proof = { checkpoint: Checkpoint | null; entries: bigint; violations: Violation[]; tampering: Tampering[] }

const ENTRIES = 'entries'
const BATCHES_PER_READ = 256
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

const forged = ({ n }: Checkpoint): Tampering => ({
  chain: 'checkpoints',
  kind: 'altered',
  name: `checkpoint ${n}`,
  seal: null,
})

/**
 * Proves what was sealed since the last checkpoint and makes the next one. Without new seals, or a
 * key to sign with, it makes none. If two processes try at once, one makes it.
 */
export const takeCheckpoint = async (pool: Pool, { chains, signer, isSpread }: CheckpointOptions): Promise<Proof> => {
  const newest = await readNewestCheckpoint(pool)
  if (newest && !isGenuine(newest, signer))
    return { checkpoint: newest, entries: 0n, violations: [], tampering: [forged(newest)] }
  const before = newest ?? GENESIS
  const heads: SealHead[] = []
  for (const source of chains) heads.push(...[await readHead(pool, source)].filter((head) => head !== null))
  const through = heads.find(({ chain }) => chain === ENTRIES)?.last ?? before.through

  const tampering = await verifyChains(pool, chains, before.heads, heads)
  const batches = await proveBatchesBetween(pool, { after: before.through, through })
  const lines = addLines(before.lines, batches.lines)
  const violations = [...batches.violations, ...checkLines(lines)]
  if (!isSpread) violations.push(...(await checkStanding(pool, { through, lines })))
  const proof = { entries: batches.entries, violations, tampering }
  if (!signer.sign || violations.length > 0 || tampering.length > 0 || through === before.through)
    return { ...proof, checkpoint: newest }

  const said = { n: before.n + 1n, through, at: new Date(), lines, heads, previousHash: before.hash }
  const hash = checkpointHash(said)
  const checkpoint: Checkpoint = { ...said, hash, ...signer.sign(hash) }
  try {
    await insertCheckpoint(pool, checkpoint)
    return { ...proof, checkpoint }
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return { ...proof, checkpoint: await readNewestCheckpoint(pool) }
    throw error
  }
}

/** Proves old stretches of history again, between checkpoints made long ago. */
import type { Pool } from 'pg'
import { INVARIANTS } from '../check/check-rules.ts'
import type { Violation } from '../check/check-rules.ts'
import { addLines, areSameLines, broken, GENESIS, isGenuine } from './checkpoint-rules.ts'
import type { Checkpoint } from './checkpoint-rules.ts'
import { findCheckpoint, readNewestCheckpoint, readProofProgress, saveProofProgress } from './checkpoints-store.ts'
import { proveBatchesBetween } from './prove-batches.ts'
import type { CheckpointOptions, Proof } from './take-checkpoint.ts'
import { verifyChains } from './verify-chains.ts'

const linked = (before: Pick<Checkpoint, 'hash'>, one: Checkpoint): boolean => one.previousHash.equals(before.hash)

/**
 * Recomputes checkpoint `n` from the one before it: signature and link, the seals between them, and every batch with its
 * entries. One that is not there was deleted.
 */
export const proveCheckpoint = async (
  pool: Pool,
  n: bigint,
  { chains, signer }: Pick<CheckpointOptions, 'chains' | 'signer'>,
): Promise<Proof> => {
  const checkpoint = await findCheckpoint(pool, n)
  const before = n === 1n ? GENESIS : await findCheckpoint(pool, n - 1n)
  const unproven = { checkpoint, entries: 0n, violations: [] }
  if (!checkpoint || !before) return { ...unproven, tampering: [broken('deleted', checkpoint ? n - 1n : n)] }
  if (!linked(before, checkpoint) || !isGenuine(checkpoint, signer))
    return { ...unproven, tampering: [broken('altered', n)] }
  const tampering = await verifyChains(pool, chains, before.heads, checkpoint.heads)
  const batches = await proveBatchesBetween(pool, { after: before.through, through: checkpoint.through })
  const isSame = areSameLines(addLines(before.lines, batches.lines), checkpoint.lines)
  const wrong: Violation = { invariant: INVARIANTS.checkpoint, where: { checkpoint: n.toString() } }
  return {
    checkpoint,
    entries: batches.entries,
    violations: isSame ? batches.violations : [...batches.violations, wrong],
    tampering,
  }
}

export type Round = { entries: bigint; checkpoints: number; isOver: boolean } & Pick<Proof, 'violations' | 'tampering'>

/**
 * Resumes a round over all checkpoints, from the oldest to the newest, where it stopped: at most about `entries` in this
 * call. It stops at what is wrong and begins there again; `isOver` when the round has reached the newest.
 * @param round its name; each round has its own position
 */
export const proveAgain = async (
  pool: Pool,
  options: Pick<CheckpointOptions, 'chains' | 'signer'> & { round: string; entries: bigint },
): Promise<Round> => {
  const done: Round = { entries: 0n, checkpoints: 0, isOver: false, violations: [], tampering: [] }
  const newest = (await readNewestCheckpoint(pool))?.n ?? 0n
  let n = BigInt((await readProofProgress(pool, options.round)) ?? 0)
  if (n > newest) return { ...done, tampering: [broken('deleted', newest + 1n)] }
  while (done.entries < options.entries) {
    if (n === newest) {
      await saveProofProgress(pool, options.round, '0')
      return { ...done, isOver: true }
    }
    const proof = await proveCheckpoint(pool, n + 1n, options)
    done.entries += proof.entries
    done.checkpoints += 1
    if (proof.violations.length > 0 || proof.tampering.length > 0)
      return { ...done, violations: proof.violations, tampering: proof.tampering }
    n += 1n
    await saveProofProgress(pool, options.round, n.toString())
  }
  return done
}

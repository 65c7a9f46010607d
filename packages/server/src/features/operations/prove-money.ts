/**
 * Proves money without reading all of its history: what is new since the last checkpoint, and a slice of what is older. The
 * full check (`check-all.ts`) reads everything, by command.
 */
import { sign, verify } from 'node:crypto'
import {
  accountSeals,
  checkAccounts,
  entrySeals,
  findCheckpoint,
  proveAgain,
  proveCheckpoint,
  proveSinceCheckpoint,
  readNewestCheckpoint,
  readProofProgress,
  saveProofProgress,
  takeCheckpoint,
} from '@puente/ledger'
import type {
  AccountRef,
  Checkpoint,
  CheckpointSigner,
  Json,
  Proof,
  Tampering,
  Violation,
  Written,
} from '@puente/ledger'
import { brand } from '@puente/contract'
import type { Pool } from 'pg'
import { auditSeals } from '#platform/audit-seals.ts'
import type { Database } from '#platform/db/database.ts'
import { graceMsOf } from '#platform/integrity/grace-store.ts'
import type { Keys } from '#platform/key-rings.ts'
import { checkDebts, checkMovementsOf, listOwnersAfter } from './invariants-store.ts'
import { checkWritten } from './written-store.ts'

type Proving = {
  db: Database
  keys: Pick<Keys, 'papers'>
  /** A product that runs by day only, as on the machine of someone who tries it, begins its checkpoints in the first night that it sees. */
  mayBeginLate?: boolean
}
export type Findings = Pick<Proof, 'entries' | 'violations' | 'tampering'>

const textOf = (hash: Buffer): Buffer => Buffer.from(`${brand.slug} checkpoint 1\nsha256 ${hash.toString('hex')}\n`)

/** Checkpoints are papers of the house: signed with the keys of papers, over a text that no person's paper can have. */
const signerOf = ({ papers }: Pick<Keys, 'papers'>): Required<CheckpointSigner> => ({
  sign: (hash) => {
    const { kid, key } = papers.current
    if (!key.privateKey) throw new Error('the current key of papers has no private half')
    return { kid, signature: sign(null, textOf(hash), key.privateKey) }
  },
  isSigned: (hash, { kid, signature }) => {
    const key = papers.find(kid)
    return key !== undefined && verify(null, textOf(hash), key.publicKey, signature)
  },
})

const chainsOf = (graceMs: number) => [auditSeals, entrySeals({ graceMs }), accountSeals({ graceMs })]

const optionsOf = async ({ db, keys }: Proving) => {
  const graceMs = await graceMsOf(db)
  return {
    chains: chainsOf(graceMs),
    signer: signerOf(keys),
    isSpread: graceMs > 0,
    inspect: (written: Written) => checkWritten(db.pool, written),
  }
}

/** At least this many old entries, and entries of wallets with their movements, are proven again each night; more if more was new. */
const OLD_ENTRIES = 200_000n
const ENTRIES_ROUND = 'checkpoints'
const MOVEMENTS_ROUND = 'movements'
const COMMAND_ROUND = 'command'

/** The owners at whom the round over old movements stands, and what is wrong with them: the round goes on when nothing is. */
const checkOldMovements = async (pool: Pool) => {
  const listed = await listOwnersAfter(pool, (await readProofProgress(pool, MOVEMENTS_ROUND)) || null)
  return { ...listed, violations: await checkMovementsOf(pool, listed.owners) }
}

const proveOldMovements = async (pool: Pool, wanted: bigint): Promise<Violation[]> => {
  for (let done = 0n; done < wanted;) {
    const { violations, entries, next } = await checkOldMovements(pool)
    if (violations.length > 0) return violations
    await saveProofProgress(pool, MOVEMENTS_ROUND, next ?? '')
    done += entries
    if (next === null) break
  }
  return []
}

/** The steps of a night's proof: none waits for what another found. */
export const PROOF_STEPS = ['new', 'debts', 'old entries', 'old movements'] as const
/** `entries`: how many were new this night. */
export type ProofStep = { step: (typeof PROOF_STEPS)[number]; entries: bigint }
/** `isOver` when the step has nothing left to do, or something is wrong. */
export type StepFindings = Findings & { isOver: boolean }

const sound = { entries: 0n, tampering: [] }
const larger = (left: bigint, right: bigint) => (left > right ? left : right)

const SLICES: Record<ProofStep['step'], (proving: Proving, entries: bigint) => Promise<StepFindings>> = {
  // No checkpoint is made over what is wrong: the next proof would begin behind it and find nothing.
  new: async (proving) => {
    const options = { ...(await optionsOf(proving)), mayBeginLate: proving.mayBeginLate }
    const { checkpoint: _, isLast, ...found } = await takeCheckpoint(proving.db.pool, options)
    return { ...found, isOver: isLast }
  },
  debts: async ({ db }) => ({ ...sound, violations: await checkDebts(db.pool), isOver: true }),
  'old entries': async (proving, entries) => {
    const { chains, signer } = await optionsOf(proving)
    const slice = { chains, signer, round: ENTRIES_ROUND, entries: larger(entries, OLD_ENTRIES) }
    const { entries: done, violations, tampering } = await proveAgain(proving.db.pool, slice)
    return { entries: done, violations, tampering, isOver: true }
  },
  'old movements': async ({ db }, entries) => ({
    ...sound,
    violations: await proveOldMovements(db.pool, larger(entries, OLD_ENTRIES)),
    isOver: true,
  }),
}

/**
 * One step of a night's proof: the next checkpoint, what people owe, a slice of old entries or one of old movements. The slices are
 * no larger than what is new or a fixed amount, so that the cost does not grow with history.
 */
export const proveStep = (proving: Proving, { step, entries }: ProofStep): Promise<StepFindings> =>
  SLICES[step](proving, entries)

const named = (where: Json, ...keys: string[]): string[] =>
  keys.map((key) => (where as Record<string, Json | undefined>)[key]).filter((value) => typeof value === 'string')

const ownersIn = (accused: readonly Json[]): string[] => accused.flatMap((where) => named(where, 'ownerId', 'owner_id'))

const accountsIn = (accused: readonly Json[]): AccountRef[] =>
  accused.flatMap((where) => {
    const [ownerId] = ownersIn([where])
    const [account] = named(where, 'account')
    return ownerId !== undefined && account !== undefined ? [{ ownerId, account }] : []
  })

/**
 * What has to hold before a freeze may end: everything since the last checkpoint, the stretches that the rounds over old entries and
 * old movements have reached (reports name some of what is wrong in one, not all), and the accounts and owners that the freeze is about, from their first entry to their last. Keeps nothing.
 */
export const proveForRelease = async (proving: Proving, accused: readonly Json[]): Promise<Findings> => {
  const { pool } = proving.db
  const options = await optionsOf(proving)
  const fresh = await proveSinceCheckpoint(pool, options)
  const stands = BigInt((await readProofProgress(pool, ENTRIES_ROUND)) ?? 0)
  const newest = (await readNewestCheckpoint(pool))?.n ?? 0n
  const old = stands < newest ? await proveCheckpoint(pool, stands + 1n, options) : null
  return {
    entries: fresh.entries + (old?.entries ?? 0n),
    violations: [
      ...fresh.violations,
      ...(old?.violations ?? []),
      ...(await checkAccounts(pool, accountsIn(accused))),
      ...(await checkDebts(pool)),
      ...(await checkMovementsOf(pool, [...new Set(ownersIn(accused))])),
      ...(await checkOldMovements(pool)).violations,
    ],
    tampering: [...fresh.tampering, ...(old?.tampering ?? [])],
  }
}

const ENTRIES_PER_TURN = 100_000n

/** A checkpoint as the log told of it. */
export type CheckpointAnchor = { n: bigint; hash: string }

/** What the log tells of checkpoints that are not there any more, or are others. */
const compareAnchors = async (pool: Pool, anchors: readonly CheckpointAnchor[]): Promise<Tampering[]> => {
  const found: Tampering[] = []
  for (const { n, hash } of anchors)
    if ((await findCheckpoint(pool, n))?.hash.toString('hex') !== hash)
      found.push({ chain: 'checkpoints', kind: 'anchor', name: `checkpoint ${n}`, seal: null })
  return found
}

/**
 * Proves all checkpoints again from the first to the last, and that those in the log are among them; reports after each turn how far it
 * has come. It resumes where it was stopped, and ends at the newest, or at what is wrong.
 */
export const proveAll = async (
  proving: Proving,
  say: (entries: bigint) => void,
  anchors: readonly CheckpointAnchor[] = [],
): Promise<Findings> => {
  const { pool } = proving.db
  const tampering = await compareAnchors(pool, anchors)
  if (tampering.length > 0) return { entries: 0n, violations: [], tampering }
  const options = await optionsOf(proving)
  for (let entries = 0n; ; say(entries)) {
    const turn = await proveAgain(pool, { ...options, round: COMMAND_ROUND, entries: ENTRIES_PER_TURN })
    entries += turn.entries
    if (turn.isOver || turn.violations.length > 0 || turn.tampering.length > 0) return { ...turn, entries }
  }
}

/** Makes the first checkpoint of a ledger that is older than the first night, unless nothing is sealed; none if there is one already. */
export const beginCheckpoints = async (proving: Proving): Promise<Findings & { checkpoint: Checkpoint | null }> => {
  const { pool } = proving.db
  const checkpoint = await readNewestCheckpoint(pool)
  if (checkpoint) return { checkpoint, entries: 0n, violations: [], tampering: [] }
  return takeCheckpoint(pool, { ...(await optionsOf(proving)), mayBeginLate: true })
}

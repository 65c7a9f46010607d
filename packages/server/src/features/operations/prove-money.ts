/**
 * Proves money without reading all of its history: what is new since the last checkpoint, and a slice of what is older. The
 * full check (`check-all.ts`) reads everything, by command.
 */
import { sign, verify } from 'node:crypto'
import {
  accountSeals,
  checkAccounts,
  entrySeals,
  listOwnersTouched,
  proveAgain,
  proveCheckpoint,
  readNewestCheckpoint,
  readProofProgress,
  saveProofProgress,
  takeCheckpoint,
} from '@puente/ledger'
import type { AccountRef, CheckpointSigner, Json, Proof, Violation } from '@puente/ledger'
import { brand } from '@puente/contract'
import type { Pool } from 'pg'
import { auditSeals } from '#platform/audit-seals.ts'
import type { Database } from '#platform/db/database.ts'
import { graceMsOf } from '#platform/integrity/grace-store.ts'
import type { Keys } from '#platform/key-rings.ts'
import { checkDebts, checkMovementsOf, listOwnersAfter } from './invariants-store.ts'

type Proving = { db: Database; keys: Pick<Keys, 'papers'> }
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

/** At least this much old history is proven again each night; more if more was new. */
const OLD_ENTRIES = 200_000n
const OLD_OWNERS = 5_000
const ENTRIES_ROUND = 'checkpoints'
const MOVEMENTS_ROUND = 'movements'
const COMMAND_ROUND = 'command'
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** The owners at whom the round over old movements stands, and what is wrong with them: the round goes on when nothing is. */
const checkOldMovements = async (pool: Pool, owners: number) => {
  const listed = await listOwnersAfter(pool, await readProofProgress(pool, MOVEMENTS_ROUND), owners)
  return { listed, violations: await checkMovementsOf(pool, listed) }
}

const proveOldMovements = async (pool: Pool, owners: number): Promise<Violation[]> => {
  const { listed, violations } = await checkOldMovements(pool, owners)
  const last = listed.length < owners ? undefined : listed.at(-1)
  if (violations.length === 0) await saveProofProgress(pool, MOVEMENTS_ROUND, last ?? BEFORE_ALL)
  return violations
}

/**
 * A night's proof: everything since the last checkpoint, which becomes the next one, and a slice of old history, no larger
 * than what is new or a fixed amount. Its cost does not grow with history.
 */
export const proveNight = async ({ db, keys }: Proving): Promise<Findings> => {
  const { pool } = db
  const graceMs = await graceMsOf(db)
  const chains = chainsOf(graceMs)
  const signer = signerOf(keys)
  const through = (await readNewestCheckpoint(pool))?.through ?? 0n
  const owners = await listOwnersTouched(pool, through)
  const beside = [...(await checkMovementsOf(pool, owners)), ...(await checkDebts(pool))]
  // No checkpoint is made over what is wrong: the next proof would begin behind it and find nothing.
  const fresh = await takeCheckpoint(pool, {
    chains,
    signer: beside.length === 0 ? signer : { isSigned: signer.isSigned },
    isSpread: graceMs > 0,
  })
  const entries = fresh.entries > OLD_ENTRIES ? fresh.entries : OLD_ENTRIES
  const old = await proveAgain(pool, { chains, signer, round: ENTRIES_ROUND, entries })
  const slice = await proveOldMovements(pool, Math.max(OLD_OWNERS, owners.length))
  return {
    entries: fresh.entries + old.entries,
    violations: [...beside, ...fresh.violations, ...old.violations, ...slice],
    tampering: [...fresh.tampering, ...old.tampering],
  }
}

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
export const proveForRelease = async ({ db, keys }: Proving, accused: readonly Json[]): Promise<Findings> => {
  const { pool } = db
  const graceMs = await graceMsOf(db)
  const { isSigned } = signerOf(keys)
  const options = { chains: chainsOf(graceMs), signer: { isSigned }, isSpread: graceMs > 0 }
  const fresh = await takeCheckpoint(pool, options)
  const stands = BigInt((await readProofProgress(pool, ENTRIES_ROUND)) ?? 0)
  const old = await proveCheckpoint(pool, stands + 1n, options)
  const touched = await listOwnersTouched(pool, fresh.checkpoint?.through ?? 0n)
  return {
    entries: fresh.entries + (old?.entries ?? 0n),
    violations: [
      ...fresh.violations,
      ...(old?.violations ?? []),
      ...(await checkAccounts(pool, accountsIn(accused))),
      ...(await checkDebts(pool)),
      ...(await checkMovementsOf(pool, [...new Set([...touched, ...ownersIn(accused)])])),
      ...(await checkOldMovements(pool, Math.max(OLD_OWNERS, touched.length))).violations,
    ],
    tampering: [...fresh.tampering, ...(old?.tampering ?? [])],
  }
}

const ENTRIES_PER_TURN = 100_000n

/**
 * Proves all checkpoints again from the first to the last, and reports after each turn how far it has come. It resumes where
 * it was stopped, and ends at the newest, or at what is wrong.
 */
export const proveAll = async ({ db, keys }: Proving, say: (entries: bigint) => void): Promise<Findings> => {
  const { isSigned } = signerOf(keys)
  const options = { chains: chainsOf(await graceMsOf(db)), signer: { isSigned } }
  for (let entries = 0n; ; say(entries)) {
    const turn = await proveAgain(db.pool, { ...options, round: COMMAND_ROUND, entries: ENTRIES_PER_TURN })
    entries += turn.entries
    if (turn.isOver || turn.violations.length > 0 || turn.tampering.length > 0) return { ...turn, entries }
  }
}

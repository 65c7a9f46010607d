/**
 * The checker that runs all the time. A look judges the batches that have ended since the last one, with every entry and
 * account they wrote, and goes a stretch further on two rounds: over the accounts, and over the entries of all time. What
 * a look reads is bounded; where it has come to is kept in the database, so that any process goes on where another
 * stopped. A look that finds something does not move on: it is found again until it is mended.
 */
import type { Pool, PoolClient } from 'pg'
import { entriesIn, listBatches } from '../rows/batches.ts'
import type { Batch } from '../rows/batches.ts'
import {
  indexEntries,
  INVARIANTS,
  isIncomplete,
  judgeBatch,
  judgeReversal,
  judgeStanding,
  judgeStretch,
} from './check-rules.ts'
import type { SeenEntry, Standing, Violation } from './check-rules.ts'
import {
  listBatchEntries,
  listNextAccounts,
  listReversals,
  listStandings,
  listStretch,
  readProgress,
  saveProgress,
  takeProgress,
  waitedMs,
} from './check-store.ts'
import type { Progress } from './check-store.ts'
import { sqlStateOf } from '../pg/failure.ts'
import { lookUp } from '../pg/transaction.ts'
import { accountId, reversalId } from '../decide/state.ts'
import type { AccountRef } from '../types.ts'

export type Look = {
  /** Entries judged in this look, old ones of the round included. */
  entries: number
  batches: number
  /** True when more batches wait than one look takes. */
  isBehind: boolean
  violations: Violation[]
}

export type CheckStanding = { entries: bigint; lookedAt: Date | null; lagMs: number; violations: Violation[] }

export type LookOptions = {
  /** Entries of new batches that one look takes; a single batch may hold more. */
  entriesPerLook?: number
  /** Accounts, and old entries, that one look adds of its rounds; at least 2. */
  roundPerLook?: number
  /**
   * How long an entry of a committed batch may be invisible. Several machines commit one after another; one PostgreSQL
   * shows a transaction whole or not at all.
   */
  graceMs?: number
}

const BATCHES_PER_LOOK = 256
const VIOLATIONS_NAMED = 50
const START: AccountRef = { ownerId: '00000000-0000-0000-0000-000000000000', account: '' }

const SERIALIZATION_FAILURE = '40001'

/** The first ones that fit; at least one, so that the checker never stands still. */
const upTo = (batches: Batch[], limit: number): Batch[] => {
  let sum = 0
  return batches.filter((batch, index) => {
    sum += entriesIn(batch)
    return index === 0 || sum <= limit
  })
}

const isYoung = ({ at }: Batch, graceMs: number): boolean => Date.now() - at.getTime() < graceMs

/** Without those that may still be on their way to other machines, and whatever comes after them. */
const settled = (batches: Batch[], seen: Map<string, SeenEntry>, graceMs: number): Batch[] => {
  const first = batches.findIndex((batch) => isYoung(batch, graceMs) && isIncomplete(batch, seen))
  return first === -1 ? batches : batches.slice(0, first)
}

const distinct = (refs: AccountRef[]): AccountRef[] => [
  ...new Map(refs.map(({ ownerId, account }) => [accountId({ ownerId, account }), { ownerId, account }])).values(),
]

const judgeStandings = (asked: AccountRef[], standings: Standing[]): Violation[] => {
  const known = new Set(standings.map(accountId))
  const missing = asked.filter((ref) => !known.has(accountId(ref)))
  return [
    ...missing.map(({ ownerId, account }) => ({ invariant: INVARIANTS.standing, where: { ownerId, account } })),
    ...standings.flatMap(judgeStanding),
  ]
}

const judgeReversals = async (client: PoolClient, entries: SeenEntry[]): Promise<Violation[]> => {
  const sums = new Map<string, { ref: AccountRef & { transferId: string }; cents: bigint }>()
  for (const { ownerId, account, reverses, amountCents } of entries) {
    if (reverses === null) continue
    const ref = { ownerId, account, transferId: reverses }
    const sum = sums.get(reversalId(ref)) ?? { ref, cents: 0n }
    sums.set(reversalId(ref), { ref, cents: sum.cents + amountCents })
  }
  const asked = [...sums.values()].filter(({ cents }) => cents !== 0n).map(({ ref }) => ref)
  return (await listReversals(client, asked)).flatMap(judgeReversal)
}

type Judged = { look: Look; next: Progress }

const judge = async (client: PoolClient, progress: Progress, options: Required<LookOptions>): Promise<Judged> => {
  const { entriesPerLook, roundPerLook, graceMs } = options
  const listed = await listBatches(client, { after: progress.number, limit: BATCHES_PER_LOOK })
  const taken = upTo(listed, entriesPerLook)
  const entries = await listBatchEntries(client, taken)
  const seen = indexEntries(entries)
  const batches = settled(taken, seen, graceMs)

  const from = progress.entry.seq === 0n ? null : progress.entry
  const stretch = await listStretch(client, progress.entry, roundPerLook)
  const accounts = await listNextAccounts(client, progress.account, roundPerLook)
  const asked = distinct([...batches.flatMap(({ spans }) => spans), ...stretch, ...accounts])
  const standings = await listStandings(client, asked)
  const currencies = new Map(standings.map((one) => [accountId(one), one.currency]))
  const currencyOf = (ref: AccountRef) => currencies.get(accountId(ref)) ?? 'unknown'

  const violations = [
    ...batches.flatMap((batch) => judgeBatch(batch, seen, currencyOf)),
    ...judgeStretch(stretch, from),
    ...judgeStandings(asked, standings),
    ...(await judgeReversals(client, entries)),
  ].slice(0, VIOLATIONS_NAMED)
  const judged = batches.reduce((sum, batch) => sum + entriesIn(batch), 0)
  const lastEntry = stretch.length < roundPerLook ? undefined : stretch.at(-1)
  const lastAccount = accounts.length < roundPerLook ? undefined : accounts.at(-1)
  return {
    look: {
      entries: judged + stretch.length,
      batches: batches.length,
      isBehind: batches.length > 0 && (batches.length < listed.length || listed.length === BATCHES_PER_LOOK),
      violations,
    },
    next: {
      ...progress,
      number: batches.at(-1)?.number ?? progress.number,
      entries: progress.entries + BigInt(judged),
      violations: [],
      account: lastAccount ?? START,
      entry: lastEntry ?? { ...START, seq: 0n },
    },
  }
}

/**
 * One look at what is new, on one snapshot; `null` when another process is looking. On several machines there is no
 * common snapshot: an account is then judged with the entries and holds beside it on its own machine, and a batch only
 * once all of it is there.
 */
export const checkChanges = async (pool: Pool, options: LookOptions = {}): Promise<Look | null> => {
  const { entriesPerLook = 4_000, roundPerLook = 500, graceMs = 0 } = options
  try {
    return await lookUp(pool, 'repeatable read', async (client) => {
      const progress = await takeProgress(client)
      if (!progress) return null
      const { look, next } = await judge(client, progress, { entriesPerLook, roundPerLook, graceMs })
      await saveProgress(client, look.violations.length === 0 ? next : { ...progress, violations: look.violations })
      return look
    })
  } catch (error) {
    // Another process has looked and committed since this one began.
    if (sqlStateOf(error) === SERIALIZATION_FAILURE) return null
    throw error
  }
}

/** How far the checker has come, and how long the oldest batch it has not seen has waited. */
export const readCheckStanding = async (pool: Pool): Promise<CheckStanding> => {
  const { number, entries, lookedAt, violations } = await readProgress(pool)
  return { entries, lookedAt, violations, lagMs: await waitedMs(pool, number) }
}

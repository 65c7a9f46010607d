import type { Pool } from 'pg'
import { createHouse, housesOf } from './chart.ts'
import { checkChanges, readCheckProgress } from './check/check-changes.ts'
import type { CheckPass, CheckPassOptions, CheckProgress } from './check/check-changes.ts'
import { checkLedger } from './check/check-ledger.ts'
import type { CheckReport } from './check/check-ledger.ts'
import { checkCommand } from './decide/command.ts'
import type { AnyParticipant } from './participant.ts'
import type { QueryRunner } from './pg/sql.ts'
import type { Failpoints } from './posting/batch.ts'
import { createBatcher } from './posting/batcher.ts'
import { postAgain } from './posting/post-again.ts'
import { createConnectionManager } from './posting/connection.ts'
import type { Topology } from './posting/connection.ts'
import { findOutcomeBy } from './posting/find-outcome.ts'
import type { OutcomeQuery } from './posting/find-outcome.ts'
import { createPoster } from './posting/poster.ts'
import type { BatchRun, Health } from './posting/poster.ts'
import { readBalance, readBalances } from './rows/balances.ts'
import { heldBefore } from './rows/holds.ts'
import { listEntries, listEntriesForward, standingBefore } from './rows/entries.ts'
import { areKeysTaken, completeAnswer, pruneAnswers, keysOfTransfers } from './rows/keys.ts'
import { freezeMoney, requireNotFrozen } from './rows/money-frozen.ts'
import { readMoved } from './rows/moved.ts'
import type { AccountRef, Balance, Command, Entry, Json, Log, Outcome, Standing } from './types.ts'

export type LedgerOptions = {
  /** For reading. Batches have connections of their own, made with the same settings. */
  pool: Pool
  /** For frequent small lookups, of balances and of keys; the pool by default. */
  lookups?: QueryRunner
  /** Decide in this order within their phase. */
  participants?: AnyParticipant[]
  /** Moves the database's time, for tests and demonstrations. */
  clock?: { offsetMs: () => number }
  /** How many rows a house account is spread over. Must not change once money has moved. */
  houseStripes?: number
  /** How many commands may wait; one more is refused with LedgerBusy. */
  queueLimit?: number
  /** A command whose batch would begin later than this is refused with LedgerBusy. */
  waitLimitMs?: number
  /** How long a command without a `deadlineMs` may wait before it is refused with LedgerBusy. */
  deadlineMs?: number
  /** Commands per transaction; a small limit bounds the damage of a failed batch. */
  batchLimit?: number
  /** How many batches may run at a time, each on its own connection; only one on `distributed` tables. */
  connections?: number
  /** Whether the tables are spread over several machines; by default the first connection asks the database. */
  distributed?: boolean | undefined
  log?: Log
  /** Called after every run of a batch, for metrics. */
  onBatch?: (run: BatchRun) => void
  /** For fault injection, in every batch. */
  failpoints?: Failpoints
}

export type Ledger = {
  /**
   * Posts a command once and resolves after the commit. A refusal is an outcome. Throws InvalidCommand for a malformed
   * command, LedgerBusy, LedgerUnavailable and MoneyFrozen when nothing was done, OutcomeUnknown when only posting the same
   * command again can tell, and whatever a participant or the database threw because of this command.
   */
  post: (command: Command) => Promise<Outcome>
  /**
   * Which of these keys are taken, in the order given. It returns no outcomes, since a standby may still lack what this
   * server has: `findOutcome` returns those.
   */
  areKeysTaken: (keys: readonly Pick<Command, 'ownerId' | 'key'>[]) => Promise<boolean[]>
  /**
   * What a repeat of the command would get, without posting it: the stored outcome, `idempotencyConflict` when the key was
   * used for something else, `null` when it is free. As reliable as the outcome of `post`, and throws like it.
   */
  findOutcome: (query: OutcomeQuery) => Promise<Outcome | null>
  /** Adds fields to the stored answer of an accepted command and returns the answer a repeat will get. */
  completeAnswer: (ownerId: string, key: string, patch: { [key: string]: Json }) => Promise<Json>
  /**
   * Deletes up to `limit` stored answers from before `before` and returns how many. The keys stay: a repeat of an accepted
   * command then gets `answerExpired` in place of its answer, a repeat of a refused one is refused with that code.
   */
  pruneAnswers: (before: Date, limit: number) => Promise<number>
  /** Zero for an account that was never used. */
  balance: (ref: AccountRef) => Promise<Balance>
  /** In the order of `refs`, in one statement. */
  balancesOf: (refs: readonly AccountRef[]) => Promise<Balance[]>
  /** Newest first, below entry number `before`; `limit` is 1 to 500. */
  history: (ref: AccountRef, page: { before?: bigint; limit: number }) => Promise<Entry[]>
  /** Oldest first, behind entry number `after` and up to `upTo`; `limit` is 1 to 500. */
  entries: (ref: AccountRef, page: { after: bigint; upTo: bigint; limit: number }) => Promise<Entry[]>
  /** How an account stood just before a moment; of a past moment it says the same for ever, unless the database's clock is set back across it. */
  standingBefore: (ref: AccountRef, moment: Date) => Promise<Standing>
  /** How much of it was held just before a moment; what is held in parts counts whole until its end. */
  heldBefore: (ref: AccountRef, moment: Date) => Promise<bigint>
  /** What a transfer moved in each of these accounts, in cents and in their order; zero where it moved nothing. */
  movedBy: (transferId: string, refs: readonly AccountRef[]) => Promise<bigint[]>
  /** The stripe of a house account for this user: always the same one. */
  house: (account: string, forOwnerId: string) => AccountRef
  /** All stripes of a house account. */
  houses: (account: string) => AccountRef[]
  /** Under which keys transfers of these owners were posted; transfers of other owners are left out. */
  keysOf: (
    ownerIds: readonly string[],
    transferIds: readonly string[],
  ) => Promise<{ transferId: string; key: string }[]>
  /**
   * Refuses every new command in every process; repeats and reads continue. The ledger cannot undo it: that takes a role
   * with the right to change the row.
   */
  freeze: (reason: string) => Promise<void>
  /** Throws MoneyFrozen while money is frozen: for work with a provider that precedes its command. */
  requireNotFrozen: () => Promise<void>
  /** Recomputes everything from the entries; reads all of them. */
  check: () => Promise<CheckReport>
  /** Runs one pass of the continuous check; `null` while another process runs one. */
  checkChanges: (options?: CheckPassOptions) => Promise<CheckPass | null>
  checkProgress: () => Promise<CheckProgress>
  /** Whether the database has reported damage. Every command is refused with LedgerUnavailable until a standby has taken its place. */
  isDamaged: () => boolean
  /** Takes no more commands and resolves when all that were taken have their outcome. */
  close: () => Promise<void>
}

const HOUSE_STRIPES = 8
const QUEUE_LIMIT = 2_048
const WAIT_LIMIT_MS = 250
const DEADLINE_MS = 8_000
const BATCH_LIMIT = 512
const CONNECTIONS = 2
const OVERLAP_FROM = 32
const FOLLOW_FROM = 24

const silent: Log = { warn: () => {}, error: () => {} }

/** Opens the ledger over a migrated database. Nothing is connected before the first call. */
export const createLedger = ({
  pool,
  lookups = pool,
  participants = [],
  clock,
  houseStripes = HOUSE_STRIPES,
  queueLimit = QUEUE_LIMIT,
  waitLimitMs = WAIT_LIMIT_MS,
  deadlineMs = DEADLINE_MS,
  batchLimit = BATCH_LIMIT,
  distributed,
  connections = CONNECTIONS,
  log = silent,
  onBatch,
  failpoints,
}: LedgerOptions): Ledger => {
  const names = new Set(participants.map(({ name }) => name))
  if (names.size !== participants.length) throw new Error('two participants have the same name')

  const offsetMs = clock ? () => clock.offsetMs() : () => 0
  const topology: Topology = { isDistributed: distributed }
  const managers = Array.from({ length: connections }, () => createConnectionManager(pool, topology))
  const health: Health = { damaged: null }
  const posters = managers.map((manager) =>
    createPoster(manager, { participants, offsetMs, health, failpoints, onBatch }, log),
  )
  const batcher = createBatcher(posters, {
    queueLimit,
    batchLimit,
    waitLimitMs,
    deadlineMs,
    overlapFrom: OVERLAP_FROM,
    followFrom: FOLLOW_FROM,
    mayOverlap: () => topology.isDistributed === false,
  })

  return {
    post: async (command) => {
      checkCommand(command, names)
      return postAgain(batcher.post, command)
    },
    areKeysTaken: (keys) => areKeysTaken(lookups, keys),
    findOutcome: findOutcomeBy(batcher.post),
    completeAnswer: (ownerId, key, patch) => completeAnswer(pool, ownerId, key, patch),
    pruneAnswers: (before, limit) => pruneAnswers(pool, before, limit),
    balance: (ref) => readBalance(pool, ref),
    balancesOf: (refs) => readBalances(lookups, refs),
    history: (ref, page) => listEntries(pool, ref, page),
    entries: (ref, page) => listEntriesForward(pool, ref, page),
    standingBefore: async (ref, moment) => standingBefore(lookups, ref, moment, (await readBalance(lookups, ref)).seq),
    heldBefore: (ref, moment) => heldBefore(lookups, ref, moment),
    movedBy: (transferId, refs) => readMoved(pool, transferId, refs),
    house: createHouse(houseStripes),
    houses: (account) => housesOf(houseStripes, account),
    keysOf: (ownerIds, transferIds) => keysOfTransfers(pool, ownerIds, transferIds),
    freeze: (reason) => freezeMoney(pool, reason),
    requireNotFrozen: () => requireNotFrozen(pool),
    check: () => checkLedger(pool),
    checkChanges: (options) => checkChanges(pool, options),
    checkProgress: () => readCheckProgress(pool),
    isDamaged: () => health.damaged !== null,
    close: async () => {
      await batcher.close()
      await Promise.all(managers.map((manager) => manager.close()))
    },
  }
}

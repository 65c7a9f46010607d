import type { Pool } from 'pg'
import { readBalance, readBalances } from './rows/balances.ts'
import { freezeMoney, requireNotFrozen } from './rows/money-frozen.ts'
import type { BatchPoint } from './posting/batch.ts'
import { createHouse } from './chart.ts'
import { checkChanges, readCheckStanding } from './check/check-changes.ts'
import type { CheckStanding, Look, LookOptions } from './check/check-changes.ts'
import { checkLedger } from './check/check-ledger.ts'
import type { CheckReport } from './check/check-ledger.ts'
import { checkCommand } from './decide/command.ts'
import { listEntries } from './rows/entries.ts'
import { areKeysTaken, completeAnswer, pruneAnswers } from './rows/keys.ts'
import { createLane } from './posting/batcher.ts'
import { createPoster } from './posting/poster.ts'
import type { BatchRun } from './posting/poster.ts'
import { recallBy } from './posting/find-outcome.ts'
import type { KeyUse } from './posting/find-outcome.ts'
import { createSessions } from './posting/connection.ts'
import type { Place } from './posting/connection.ts'
import type { Asks } from './pg/sql.ts'
import type { AnyParticipant } from './participant.ts'
import type { AccountRef, Balance, Command, Entry, Json, Log, Outcome } from './types.ts'

export type LedgerOptions = {
  /** For reading. Batches have connections of their own, made with the same settings. */
  pool: Pool
  /** Where many small look-ups go, of balances and of keys that may have been used; the pool unless said. */
  lookUps?: Asks
  /** Asked in this order within their phase. */
  participants?: AnyParticipant[]
  /** Moves the database's time, for tests and demonstrations. */
  clock?: { offsetMs: () => number }
  /** How many rows a house account is spread over. Never changes once money has moved. */
  houseStripes?: number
  /** Commands that may wait; one more is refused with LedgerBusy. */
  queueLimit?: number
  /** A command that would have to wait longer for its batch to begin is refused with LedgerBusy. */
  waitLimitMs?: number
  /** How long a command may wait when it does not say so itself; then it is refused with LedgerBusy. */
  deadlineMs?: number
  /** Commands in one transaction; small ones bound the damage of a failed batch. */
  batchLimit?: number
  /** Batches that may be under way at a time, each on a connection of its own; one where tables are `distributed`. */
  lanes?: number
  /** Whether the tables are spread over several machines; unsaid, each new connection asks the database. */
  distributed?: boolean | undefined
  log?: Log
  /** Told of every run of a batch, for metrics. */
  onBatch?: (run: BatchRun) => void
  /** For trying out faults: waited for at every stage of every batch. */
  failpoint?: (point: BatchPoint) => Promise<void>
}

export type Ledger = {
  /**
   * Posts a command once and answers after the commit. A refusal is an outcome. Throws InvalidCommand for a malformed
   * command, LedgerBusy, LedgerUnavailable and MoneyFrozen when nothing was done, OutcomeUnknown when only posting the same command
   * again can tell, and whatever a participant or the database threw about this very command.
   */
  post: (command: Command) => Promise<Outcome>
  /**
   * Which of these keys are taken, in the order asked and in one statement. It says no more, since what this server has a
   * standby may still lack: `recall` tells what became of them.
   */
  areKeysTaken: (asked: readonly Pick<Command, 'ownerId' | 'key'>[]) => Promise<boolean[]>
  /**
   * What a repeat of the command would get, without posting it: the stored outcome, `idempotencyConflict` when the key
   * stands for something else, `null` when it is free. Told like any outcome once it is committed for good; throws as
   * `post` does.
   */
  recall: (use: KeyUse) => Promise<Outcome | null>
  /** Adds fields to the stored answer of an accepted command and returns the answer a repeat will get. */
  completeAnswer: (ownerId: string, key: string, patch: { [key: string]: Json }) => Promise<Json>
  /**
   * Forgets stored answers given before a moment, at most `limit` of them, and says how many. The keys stay for ever: a
   * repeat is then told that it was accepted, with `answerExpired` in place of an answer, or refused with that code.
   */
  pruneAnswers: (before: Date, limit: number) => Promise<number>
  /** Zero for an account never used. */
  balance: (ref: AccountRef) => Promise<Balance>
  /** Of accounts of many owners in the order asked, in one statement. */
  balancesOf: (refs: readonly AccountRef[]) => Promise<Balance[]>
  /** Newest first, below the entry number `before`; `limit` is 1 to 500. */
  history: (ref: AccountRef, page: { before?: bigint; limit: number }) => Promise<Entry[]>
  /** The house's account that stands against this user: always the same one. */
  house: (account: string, forOwnerId: string) => AccountRef
  /**
   * Refuses every new command, in every process; repeats and reads go on. Ending it is not the ledger's to do: that takes
   * a role that has the right to change the row.
   */
  freeze: (reason: string) => Promise<void>
  /** Throws MoneyFrozen while all money is: for work that has to be done elsewhere before its command can be posted. */
  requireNotFrozen: () => Promise<void>
  /** Recomputes everything from the entries. Reads all of them. */
  check: () => Promise<CheckReport>
  /** Looks at what is new, and a little further over what is old; `null` while another process does. */
  checkChanges: (options?: LookOptions) => Promise<Look | null>
  checkStanding: () => Promise<CheckStanding>
  /** Takes no more commands and ends when all that were taken have their outcome. */
  close: () => Promise<void>
}

const HOUSE_STRIPES = 8
const QUEUE_LIMIT = 2_048
const WAIT_LIMIT_MS = 250
const DEADLINE_MS = 8_000
const BATCH_LIMIT = 512
const LANES = 2
const OVERLAP_FROM = 32
const FOLLOW_FROM = 24

const silent: Log = { warn: () => {}, error: () => {} }

/** Opens the ledger over a migrated database. Nothing is connected before the first call. */
export const createLedger = ({
  pool,
  lookUps = pool,
  participants = [],
  clock,
  houseStripes = HOUSE_STRIPES,
  queueLimit = QUEUE_LIMIT,
  waitLimitMs = WAIT_LIMIT_MS,
  deadlineMs = DEADLINE_MS,
  batchLimit = BATCH_LIMIT,
  distributed,
  lanes = LANES,
  log = silent,
  onBatch,
  failpoint,
}: LedgerOptions): Ledger => {
  const names = new Set(participants.map(({ name }) => name))
  if (names.size !== participants.length) throw new Error('two participants have the same name')

  const offsetMs = clock ? () => clock.offsetMs() : () => 0
  const place: Place = { isSpread: distributed }
  const sessions = Array.from({ length: lanes }, () => createSessions(pool, place))
  const health = { isDamaged: false }
  const posters = sessions.map((own) => createPoster(own, { participants, offsetMs, health, failpoint, onBatch }, log))
  const lane = createLane(posters, {
    queueLimit,
    batchLimit,
    waitLimitMs,
    deadlineMs,
    overlapFrom: OVERLAP_FROM,
    followFrom: FOLLOW_FROM,
    mayOverlap: () => place.isSpread === false,
  })

  return {
    post: async (command) => {
      checkCommand(command, names)
      return lane.post(command)
    },
    areKeysTaken: (asked) => areKeysTaken(lookUps, asked),
    recall: recallBy(lane.post),
    completeAnswer: (ownerId, key, patch) => completeAnswer(pool, ownerId, key, patch),
    pruneAnswers: (before, limit) => pruneAnswers(pool, before, limit),
    balance: (ref) => readBalance(pool, ref),
    balancesOf: (refs) => readBalances(lookUps, refs),
    history: (ref, page) => listEntries(pool, ref, page),
    house: createHouse(houseStripes),
    freeze: (reason) => freezeMoney(pool, reason),
    requireNotFrozen: () => requireNotFrozen(pool),
    check: () => checkLedger(pool),
    checkChanges: (options) => checkChanges(pool, options),
    checkStanding: () => readCheckStanding(pool),
    close: async () => {
      await lane.close()
      await Promise.all(sessions.map((own) => own.close()))
    },
  }
}

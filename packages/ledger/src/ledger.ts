import type { Pool } from 'pg'
import { changeFrozen, changeStatus, listBalances, readBalance } from './balances.ts'
import type { AccountBalance } from './balances.ts'
import { createHouse } from './chart.ts'
import { checkLedger } from './check.ts'
import type { CheckReport } from './check.ts'
import { checkCommand } from './command.ts'
import { listEntries } from './entries.ts'
import { answerFrom, completeAnswer, loadKeys } from './keys.ts'
import { createLane } from './lane.ts'
import { createPoster } from './poster.ts'
import { createSessions } from './session.ts'
import { keyId } from './state.ts'
import type { AccountRef, AccountStatus, AnyParticipant, Balance, Command, Entry, Json, Log, Outcome } from './types.ts'

export type LedgerOptions = {
  /** For reading. Batches have one connection of their own, made with the same settings. */
  pool: Pool
  /** Asked in this order within their phase. */
  participants?: AnyParticipant[]
  /** Moves the database's time, for tests and demonstrations. */
  clock?: { offsetMs: () => number }
  /** How many rows a house account is spread over. Never changes once money has moved. */
  houseStripes?: number
  /** Commands that may wait; one more is refused with LedgerBusy. */
  queueLimit?: number
  /** Commands in one transaction; small ones bound the damage of a failed batch. */
  batchLimit?: number
  log?: Log
}

export type Ledger = {
  /**
   * Posts a command once and answers after the commit. A refusal is an outcome. Throws InvalidCommand for a malformed
   * command, LedgerBusy and LedgerUnavailable when nothing was done, OutcomeUnknown when only posting the same command
   * again can tell, and whatever a participant or the database threw about this very command.
   */
  post: (command: Command) => Promise<Outcome>
  /** The stored outcome of a key, `conflict` when the key was used for something else, `null` when it is free. */
  findOutcome: (ownerId: string, key: string, requestHash: string) => Promise<Outcome | 'conflict' | null>
  /** Adds fields to the stored answer of an accepted command and returns the answer a repeat will get. */
  completeAnswer: (ownerId: string, key: string, patch: { [key: string]: Json }) => Promise<Json>
  /** Zero for an account never used. */
  balance: (ref: AccountRef) => Promise<Balance>
  balances: (ownerId: string) => Promise<AccountBalance[]>
  /** Newest first, below the entry number `before`; `limit` is 1 to 500. */
  history: (ref: AccountRef, page: { before?: bigint; limit: number }) => Promise<Entry[]>
  /** The house's account that stands against this user: always the same one. */
  house: (account: string, forOwnerId: string) => AccountRef
  setStatus: (ref: AccountRef, status: AccountStatus) => Promise<void>
  /** Refuses every new command, in every process, until `unfreeze`; repeats and reads go on. */
  freeze: (reason: string) => Promise<void>
  unfreeze: () => Promise<void>
  check: () => Promise<CheckReport>
  /** Takes no more commands and ends when all that were taken have their outcome. */
  close: () => Promise<void>
}

const HOUSE_STRIPES = 8
const QUEUE_LIMIT = 4_096
const BATCH_LIMIT = 512

const silent: Log = { warn: () => {}, error: () => {} }

/** Opens the ledger over a migrated database. Nothing is connected before the first call. */
export const createLedger = ({
  pool,
  participants = [],
  clock,
  houseStripes = HOUSE_STRIPES,
  queueLimit = QUEUE_LIMIT,
  batchLimit = BATCH_LIMIT,
  log = silent,
}: LedgerOptions): Ledger => {
  const names = new Set(participants.map(({ name }) => name))
  if (names.size !== participants.length) throw new Error('two participants have the same name')

  const sessions = createSessions(pool)
  const offsetMs = clock ? () => clock.offsetMs() : () => 0
  const postBatch = createPoster(sessions, { participants, offsetMs, known: new Set() }, log)
  const lane = createLane(postBatch, { queueLimit, batchLimit })

  return {
    post: async (command) => {
      checkCommand(command, names)
      return lane.post(command)
    },
    findOutcome: async (ownerId, key, requestHash) => {
      const stored = (await loadKeys(pool, [{ ownerId, key }])).get(keyId({ ownerId, key }))
      if (!stored) return null
      return stored.requestHash === requestHash ? answerFrom(stored, { requestHash }) : 'conflict'
    },
    completeAnswer: (ownerId, key, patch) => completeAnswer(pool, ownerId, key, patch),
    balance: (ref) => readBalance(pool, ref),
    balances: (ownerId) => listBalances(pool, ownerId),
    history: (ref, page) => listEntries(pool, ref, page),
    house: createHouse(houseStripes),
    setStatus: (ref, status) => changeStatus(pool, ref, status),
    freeze: (reason) => changeFrozen(pool, true, reason),
    unfreeze: () => changeFrozen(pool, false, null),
    check: () => checkLedger(pool),
    close: async () => {
      await lane.close()
      await sessions.close()
    },
  }
}

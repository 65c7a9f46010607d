import { fileURLToPath } from 'node:url'

/** The folder of the ledger's migrations: plain SQL, one statement between lines of `--;;`, run by the tables' owner. */
export const migrationsDir = fileURLToPath(new URL('../migrations/', import.meta.url))

/** How the ledger's tables are spread: by `owner_id`, copied everywhere, or kept in one place. */
export const tables = {
  byOwner: ['accounts', 'account_terms', 'entries', 'holds', 'reversals', 'idempotency'],
  reference: ['money_frozen'],
  local: ['batches', 'entry_seals', 'account_seals', 'check_progress', 'checkpoints', 'proof_progress'],
} as const

export { isHouse, USD, WALLET } from './chart.ts'
export { InvalidCommand, LedgerBusy, LedgerUnavailable, MoneyFrozen, OutcomeUnknown } from './errors.ts'
export { readCheckProgress } from './check/check-changes.ts'
export { waitedMs } from './check/progress-store.ts'
export { checkAccounts } from './check/check-accounts.ts'
export { checkLedger } from './check/check-ledger.ts'
export { readTrialBalance } from './check/trial-balance.ts'
export {
  findCheckpoint,
  readNewestCheckpoint,
  readProofProgress,
  saveProofProgress,
} from './checkpoint/checkpoints-store.ts'
export { proveAgain, proveCheckpoint } from './checkpoint/prove-again.ts'
export { proveSinceCheckpoint, takeCheckpoint } from './checkpoint/take-checkpoint.ts'
export { createLedger } from './ledger.ts'
export { dropDatabaseOnCluster, isCluster, makeDatabaseOnCluster, workerUrlsOf } from './pg/cluster.ts'
export { bigints, booleans, integers, smallints, texts, timestamps, uuids } from './pg/lists.ts'
export { BATCH_TIME } from './pg/batch-time.ts'
export type { BatchTime } from './pg/batch-time.ts'
export { inOnePipeline } from './pg/pipeline.ts'
export { readHead, sealNext } from './seal/seal-chain.ts'
export type { SealedRow, SealHead, SealSource, SealBatch } from './seal/seal-chain.ts'
export { accountSeals } from './seal/seal-accounts.ts'
export { entrySeals } from './seal/seal-entries.ts'
export { isAboutStandby, longReadTransaction, LONG_READ_TIMEOUT_MS, UNLIMITED_MS } from './pg/transaction.ts'
export type { QueryRunner, Statement } from './pg/sql.ts'
export { verifyChain } from './seal/verify-chain.ts'
export type { Anchor, ChainReport, Tampering } from './seal/verify-chain.ts'
export { verifyEntries } from './seal/verify-entries.ts'
export { forParticipant } from './participant.ts'
export type { BatchPoint, Failpoints } from './posting/batch.ts'
export type { Checkpoint, CheckpointLine, CheckpointSigner } from './checkpoint/checkpoint-rules.ts'
export type { Round } from './checkpoint/prove-again.ts'
export type { CheckpointOptions, Proof, Written } from './checkpoint/take-checkpoint.ts'
export type { CheckProgress, CheckPass, CheckPassOptions } from './check/check-changes.ts'
export type { Violation } from './check/check-rules.ts'
export type { CheckReport } from './check/check-ledger.ts'
export type { Ledger, LedgerOptions } from './ledger.ts'
export type { AnyParticipant, Participant } from './participant.ts'
export type { BatchRun } from './posting/poster.ts'
export type {
  Accepted,
  AccountRef,
  AccountSpec,
  AccountStatus,
  Balance,
  Command,
  Decision,
  Entry,
  Facts,
  FactSource,
  Hold,
  HoldOp,
  HoldRef,
  HoldState,
  Json,
  LedgerCode,
  Leg,
  Log,
  Outcome,
  Refusal,
  Refused,
  Standing,
} from './types.ts'
export type { Write } from './pg/writes.ts'

import { fileURLToPath } from 'node:url'

/** The folder of the ledger's migrations: plain SQL, one statement between lines of `--;;`, run by the tables' owner. */
export const migrationsDir = fileURLToPath(new URL('../migrations/', import.meta.url))

/** How the ledger's tables are spread: by `owner_id`, copied everywhere, or kept in one place. */
export const tables = {
  byOwner: ['accounts', 'account_terms', 'entries', 'holds', 'reversals', 'idempotency'],
  reference: ['money_frozen'],
  local: ['batches', 'entry_seals', 'account_seals', 'check_progress'],
} as const

export { isHouse, USD, WALLET } from './chart.ts'
export { InvalidCommand, LedgerBusy, LedgerUnavailable, MoneyFrozen, OutcomeUnknown } from './errors.ts'
export { readCheckStanding } from './check/check-changes.ts'
export { checkLedger } from './check/check-ledger.ts'
export { createLedger } from './ledger.ts'
export { bigints, booleans, integers, smallints, texts, timestamps, uuids } from './pg/lists.ts'
export { MOMENT } from './pg/batch-time.ts'
export type { Moment } from './pg/batch-time.ts'
export { inOnePipeline } from './pg/pipeline.ts'
export { readHead, sealNext } from './seal/seal-chain.ts'
export type { Leaf, SealHead, SealSource, Sheet } from './seal/seal-chain.ts'
export { accountSeals } from './seal/seal-accounts.ts'
export { entrySeals } from './seal/seal-entries.ts'
export { patient, PATIENCE_MS } from './pg/transaction.ts'
export type { Asks, Queryable, Statement } from './pg/sql.ts'
export { verifyChain } from './seal/verify-chain.ts'
export type { Anchor, ChainReport, Flaw } from './seal/verify-chain.ts'
export { verifyEntries } from './seal/verify-entries.ts'
export { partOf } from './participant.ts'
export type { BatchPoint } from './posting/batch.ts'
export type { CheckStanding, Look, LookOptions } from './check/check-changes.ts'
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
} from './types.ts'
export type { Write } from './pg/writes.ts'

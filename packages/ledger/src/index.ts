import { fileURLToPath } from 'node:url'

/** The folder of the ledger's migrations: plain SQL, one statement between lines of `--;;`, run by the tables' owner. */
export const migrationsDir = fileURLToPath(new URL('../migrations/', import.meta.url))

/** How the ledger's tables are spread: by `owner_id`, copied everywhere, or kept in one place. */
export const tables = {
  byOwner: ['accounts', 'entries', 'holds', 'reversals', 'idempotency'],
  reference: ['money_frozen'],
  local: [],
} as const

export { houseOwners, isHouse, USD, WALLET } from './chart.ts'
export { InvalidCommand, LedgerBusy, LedgerUnavailable, OutcomeUnknown, RaceLost } from './errors.ts'
export { createLedger } from './ledger.ts'
export { partOf } from './types.ts'
export type { AccountBalance } from './balances.ts'
export type { CheckReport, Violation } from './check.ts'
export type { Ledger, LedgerOptions } from './ledger.ts'
export type {
  Accepted,
  AccountRef,
  AccountSpec,
  AccountStatus,
  AnyParticipant,
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
  Leg,
  Log,
  Outcome,
  Participant,
  Refusal,
  Refused,
} from './types.ts'

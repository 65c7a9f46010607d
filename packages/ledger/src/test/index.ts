/** What tests of other packages need to play with a ledger: databases, commands, a reference model, a bad network. */
export { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from './factories.ts'
export { createFaultyWay, type Cut, type FaultyWay } from './faults.ts'
export { makeLedgerDatabase } from './make-database.ts'
export { createModel, type Step, steps } from './model.ts'
export {
  ACCOUNTS,
  AUDIT_LOG,
  BATCHES,
  ENTRIES,
  sealsOf,
  tamper,
  TERMS,
  type TamperedRow,
  type Target,
} from './tamper.ts'

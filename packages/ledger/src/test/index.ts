/** For tests of other packages: databases, commands, a reference model, a faulty network. */
export { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from './factories.ts'
export { createFaultyProxy, type Cut, type FaultyProxy } from './faults.ts'
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

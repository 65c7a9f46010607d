/** Money in by Zelle: payments are begun here, and found in the list of our own bank. */
export { advanceZelle, cancelZelle } from './advance-zelle.ts'
export { beginZelle, type ZelleBegun } from './begin-zelle.ts'
export { resumeZelle } from './resume-zelle.ts'
export { askFeed, isZelleFeedLive, isZelleFeedOld } from './feed-age.ts'
export { zelleReport } from './zelle-report.ts'
export { zelleIntentsParticipant } from './intents-participant.ts'
export { readBankList } from './import-rules.ts'
export { countOpenCredits, type CreditFilter, type CreditSort, listOpenCredits } from './credits-store.ts'
export type { ActOutcome as ZelleActOutcome } from './decide-credit.ts'
export {
  creditByOperator,
  findPayer,
  importByOperator,
  matchByOperator,
  missingByOperator,
  refundByOperator,
  rejectByOperator,
} from './operator-acts.ts'
export { zelleRoutes } from './routes.ts'
export { zelleTasks } from './tasks.ts'
export { zelleDeposit } from './zelle-deposit.ts'

/** Limits, fees, and who may pay or receive. */
export { closingRefusal, pendingAnswer } from './closing-rules.ts'
export { feesParticipant } from './fees-participant.ts'
export { HELD_FOR_RECEIVER, heldUntil } from './held-rules.ts'
export { LONGEST_WINDOW_MS, OPERATION_GROUPS, STAYED_GROUPS } from './limit-state-rules.ts'
export { limitsParticipant } from './limits-participant.ts'
export {
  approveOverride,
  findOverride,
  insertOverride,
  type KeptOverride,
  listOverrides,
  type ProposedOverride,
  withdrawOverride,
} from './overrides-store.ts'
export { requireWithinSingle } from './require-within-single.ts'
export { countedAsDeposit } from './counted-as-deposit.ts'
export { listRules } from './limits-store.ts'
export { debtOut } from './debt-out.ts'
export { type Debt, leftDebt, readDebt } from './debts-store.ts'
export { createPartiesParticipant, partiesParticipant } from './parties-participant.ts'
export type { Party } from './parties-store.ts'
export { readCredited } from './credited-store.ts'
export { closingCheck } from './under-way-store.ts'
export { limitsTasks } from './prune-usage.ts'
export { limitsRoutes } from './routes.ts'
export { type StepUpBy, stepUpBy, stepUpParticipant } from './step-up-participant.ts'
export { isProofAsked } from './step-up-rules.ts'
export { readStepUpAmounts } from './step-up-store.ts'
export { BUCKET_MS, bucketOf } from './usage-store.ts'

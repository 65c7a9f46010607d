/** A person's money and what they see of its movements. */
export { auditParticipant } from './audit-participant.ts'
export { findNotKept, readKept } from './find-not-kept.ts'
export { isGoneOutside, type NotKept } from './kept-rules.ts'
export { folded, searchTextOf } from './movement.ts'
export type {
  CancelReason,
  Counterpart,
  Move,
  Movement,
  MovementDraft,
  MovementRef,
  PayinReturnStep,
} from './movement.ts'
export { newReference } from './movement-reference.ts'
export { transactionRow } from './movement-row.ts'
export { isFinal } from './movement-states.ts'
export { createMovementsParticipant, forMovements } from './movements-participant.ts'
export type { MovementWrite } from './movements-participant.ts'
export {
  countUndelivered,
  findFirstCredit,
  findMovement,
  findPeakBalance,
  type FlowRow,
  hasDebtGivenBack,
  listFlows,
  listHeldIncoming,
  listHeldMovements,
  listHeldOutgoing,
  listUnderWay,
  listNewestMovements,
  listPayoutCases,
  listReturns,
  readMovements,
  sumComeBack,
  toMovement,
} from './movements-store.ts'
export type { MovementRecord } from './movements-store.ts'
export { requireMovementId } from './require-movement-id.ts'
export { walletRoutes } from './routes.ts'
export { betweenWallets, walletOf } from './wallet-of.ts'

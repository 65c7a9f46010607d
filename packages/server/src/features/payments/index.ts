/** What every rail shares: a payment that crosses to a provider, its states, its rows and who may talk to the provider about it. */
export { auditOfSystem, auditOfUser, type TrailOf } from './command-audit.ts'
export {
  canAdvance,
  canBeRestored,
  CANCEL_REASON_OF,
  wasCredited,
  PAYMENT_MOVES,
  type PaymentState,
  type EndState,
  isPaymentFinal,
} from './payment-states.ts'
export { type Payment, type Payout, totalChargeCents } from './payment.ts'
export { heldTransfer } from './held-transfer.ts'
export { type NewPayment, type PaymentRef, type SessionAt } from './payments-batch-store.ts'
export { isPayoutFinal, type PayoutState } from './payout-states.ts'
export { ANOTHER_ATTEMPT, paymentsParticipant } from './payments-participant.ts'
export {
  claimCheck,
  countUnknownDue,
  dropLease,
  findNextLook,
  findOpen,
  findPayment,
  forget,
  isInHand,
  type Lease,
  markSent,
  keepMisfit,
  listReturned,
  listStandings,
  recordNews,
  type Standing,
  takeDue,
  takeLease,
} from './payments-store.ts'
export {
  findPayout,
  findPayoutStanding,
  markAbsent,
  markSubmitting,
  markUnsent,
  type PayoutStanding,
  recordPayout,
} from './payouts-store.ts'
export { findCustomer, keepCustomer, replaceCustomer } from './provider-customers-store.ts'
export { counterpartOf, requireRecipient, requireSelf } from './recipient.ts'
export { findSendSession, type SendSession } from './send-sessions-store.ts'
export { type Flow, type PaymentKind, type WatchedFlow } from './rail.ts'
export { isReturnWindowOver, nextCheckAt, nextReturnCheckAt } from './sweep-rules.ts'
export { consentDetails, withoutConsent } from './consent.ts'
export { attemptOf, paidForDetails, paidForOf, type Paying, typesOf } from './paid-for.ts'
export {
  attemptIn,
  type GoesBack,
  goesBackFact,
  type PaidFor,
  type PayableAttempt,
  type PayableFact,
  type PayableNeed,
  type PayableReturn,
  type RefundFact,
} from './payable.ts'
export { contestedCents, lostCents, returnsAfter, reversedCents } from './payable-returns-rules.ts'
export { systemKey } from './system-key.ts'

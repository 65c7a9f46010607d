/** What every rail shares: a payment that crosses to a provider, its states, its rows and who may talk to the provider about it. */
export { auditOfSystem, auditOfUser } from './command-audit.ts'
export {
  canAdvance,
  CANCEL_REASON_OF,
  PAYMENT_MOVES,
  type PaymentState,
  type EndState,
  isPaymentFinal,
} from './payment-states.ts'
export { type Payment, totalChargeCents } from './payment.ts'
export { type NewPayment, type PaymentRef, type SessionAt, type Watched } from './payments-batch-store.ts'
export { paymentsParticipant } from './payments-participant.ts'
export {
  claimCheck,
  countUnknownDue,
  dropLease,
  findOpen,
  findPayment,
  type Lease,
  markSent,
  recordNews,
  takeDue,
  takeLease,
} from './payments-store.ts'
export { findCustomer, keepCustomer, replaceCustomer } from './provider-customers-store.ts'
export { findSendSession, type SendSession } from './send-sessions-store.ts'
export { type Flow, type PaymentKind } from './rail.ts'
export { nextCheckAt } from './sweep-rules.ts'
export { systemKey } from './system-key.ts'

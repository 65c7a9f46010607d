/**
 * Money in from outside, whatever the rail: stored, sent to a provider, brought on, settled or ended. A rail says what it is
 * in a `PayinRail` and uses these verbs with it; one without a provider to ask (Zelle) has `PayinNames` and uses
 * `storePayin`, `creditPayin` and `endPayin`.
 */
export { advancePayin } from './advance-payin.ts'
export { closeAttempt } from './close-earlier-attempt.ts'
export { creditPayin } from './credit-payin.ts'
export { dropWarning, isFraudWarning } from './drop-warning.ts'
export { endPayin } from './end-payin.ts'
export { forPaidFor } from './paid-for.ts'
export type { AskedOfProvider, PayinNames, PayinRail, PayinSnapshot } from './payin-rail.ts'
export { returnUrls } from './payin-rules.ts'
export { PURPOSE_TEXTS } from './purpose-texts.ts'
export { isAsAsked } from './settle-payin.ts'
export type { PayinEvent } from './settle-event.ts'
export type { CreditedPayin } from './contest.ts'
export { NO_SHARE } from './return-rules.ts'
export { applyReturn, type PayinReturn } from './apply-return.ts'
export { creditedOnceTaken, type ReturnsOfRail, settleEventWithReturns } from './settle-returns.ts'
export { type PayinStart, startPayin } from './start-payin.ts'
export { type PayinAnswer, type PayinSend, storePayin } from './store-payin.ts'
export { payinsUnderWay } from './under-way.ts'

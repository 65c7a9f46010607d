/** How long what is not known may stay so, and whether what a provider says is about what was asked for. */
import type { Payout } from '#features/payments/index.ts'
import type { PayoutSnapshot } from '#providers/payout-port.ts'

const MINUTE_MS = 60_000
/** A request may still be on its way over there for so long; then one look, and another one as much later. */
const CERTAINTY_MS = 2 * MINUTE_MS
/** How long an outcome may stay unknown before its owner sees that it is under review. */
const UNKNOWN_MS = 15 * MINUTE_MS
/** So late after its time a withdrawal that was not sent needs an operator. */
const LATE_MS = 60 * MINUTE_MS

const isOlder = (moment: Date | null, at: Date, ms: number): boolean =>
  moment !== null && at.getTime() - moment.getTime() >= ms

/** Long enough after it was last sent for a look to mean something. */
export const mayLook = ({ lastSentAt }: Payout, at: Date): boolean => isOlder(lastSentAt, at, CERTAINTY_MS)

/** Nothing was found before, long enough ago for this look to prove it. */
export const isAbsenceProved = ({ absentAt }: Payout, at: Date): boolean => isOlder(absentAt, at, CERTAINTY_MS)

export const isUnknownForLong = ({ state, firstSentAt }: Payout, at: Date): boolean =>
  (state === 'submitting' || state === 'submitUnknown') && isOlder(firstSentAt, at, UNKNOWN_MS)

export const isLate = ({ state, releaseAt }: Payout, at: Date): boolean =>
  (state === 'held' || state === 'queued') && isOlder(releaseAt, at, LATE_MS)

/** Once the provider may have forgotten the idempotency key, nothing is sent under it again. */
export const isKeyOver = ({ keyExpiresAt }: Payout, at: Date): boolean => keyExpiresAt !== null && at >= keyExpiresAt

/** Said of exactly this withdrawal. What an amount differs by is for a person to understand. */
export const isAbout = ({ ref }: Payout, snapshot: PayoutSnapshot): boolean =>
  snapshot.ref === ref && snapshot.currency === 'usd'

export const isAsAsked = (payout: Payout, snapshot: PayoutSnapshot): boolean =>
  isAbout(payout, snapshot) && snapshot.amountCents === payout.amountCents

/** Its money is at our bank again, for whatever reason. */
export const isBackHere = ({ outcome, isBack }: PayoutSnapshot): boolean => outcome === 'returned' || isBack === true

/** Of money that came back once already: another object of the provider brings more of it. */
export const isSecondReturn = ({ state, returnId }: Payout, snapshot: PayoutSnapshot): boolean =>
  (state === 'returned' || state === 'returnBlocked') &&
  isBackHere(snapshot) &&
  returnId !== null &&
  returnId !== snapshot.returnId

import type { Services } from '#platform/services.ts'
import { databaseNow } from '#platform/db/database.ts'
import { applySnapshot, type ClosedAs } from './advance-payin.ts'
import { isPaymentFinal, dropLease, findPayment, takeLease } from '#features/payments/index.ts'
import { endPayin } from './end-payin.ts'
import type { PayinRail } from './payin-rail.ts'
import type { Payment } from '#features/payments/index.ts'

/** How a pay-in that was to be closed ended; `unknown` when that cannot be known now, and nothing was changed. */
export type Closed = 'closed' | 'paid' | 'unknown'

const LEASE_MS = 10_000
/** A person waits for it. */
const TIMEOUT_MS = 5_000

/** Ends what the provider never heard of, under the lease, so that no other process sends it meanwhile. */
const closeUnsent = async (services: Services, payment: Payment, as: ClosedAs): Promise<void> => {
  const { db, clock } = services
  const lease = await takeLease(db, payment, await databaseNow(db, clock), LEASE_MS)
  if (!lease) return
  const current = await findPayment(db, payment)
  if (current?.attempts === 0) await endPayin(services, payment, 'cancelled', { cancelReason: as })
  await dropLease(db, lease)
}

const closeSent = async (services: Services, rail: PayinRail, payment: Payment, as: ClosedAs): Promise<void> => {
  const providerId = payment.providerId ?? (await rail.findLost(services, payment, TIMEOUT_MS))?.providerId
  const snapshot = providerId === undefined ? null : await rail.close(services, payment, providerId, TIMEOUT_MS)
  if (snapshot) await applySnapshot(services, rail, payment, snapshot, as)
}

/**
 * Closes a pay-in at its provider before anything else is done; one that was paid after all is settled. Throws
 * ProviderError when the provider cannot be asked, MoneyFrozen while nothing could be posted.
 */
export const closePayin = async (
  services: Services,
  rail: PayinRail,
  payment: Payment,
  as: ClosedAs,
): Promise<Closed> => {
  // What was closed over there cannot be opened again: not before what follows can be posted.
  await services.ledger.requireNotFrozen()
  const isUnsent = payment.providerId === null && payment.attempts === 0
  await (isUnsent ? closeUnsent(services, payment, as) : closeSent(services, rail, payment, as))
  const after = await findPayment(services.db, payment)
  if (after?.state === 'succeeded') return 'paid'
  return after && isPaymentFinal(after.state) ? 'closed' : 'unknown'
}

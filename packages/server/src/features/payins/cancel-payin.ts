import { findPayment, isPaymentFinal } from '#features/payments/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { ProviderError } from '#providers/types.ts'
import { closePayin } from './close-payin.ts'
import type { PayinRail } from './payin-rail.ts'

/**
 * Gives up a pay-in that was not paid; one that was paid in the same moment is settled instead. Refuses with
 * `invalidTransactionId` when it is final or its provider keeps the money back, with `serviceUnavailable` while the provider
 * cannot say.
 */
export const cancelPayin = async (
  services: Services,
  rail: PayinRail,
  { ownerId, movementId }: Pick<Movement, 'ownerId' | 'movementId'>,
): Promise<void> => {
  const payment = await findPayment(services.db, { ownerId, ref: movementId })
  if (!payment || isPaymentFinal(payment.state)) throw new Refusal('invalidTransactionId')
  const cannotTell = () => new Refusal('serviceUnavailable', { rail: rail.rail, retryAfterSeconds: 10 })
  try {
    if ((await closePayin(services, rail, payment, 'cancelledByUser')) !== 'unknown') return
    const row = await findMovement(services.db, { ownerId, movementId })
    throw row?.details['providerHolds'] === true
      ? new Refusal('invalidTransactionId', { reason: 'providerHolds' })
      : cannotTell()
  } catch (error) {
    throw error instanceof ProviderError ? cannotTell() : error
  }
}

import { findPayment, isPaymentFinal } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ProviderError } from '#providers/types.ts'
import { CARD } from './card-rail.ts'
import { closeDeposit } from './close-deposit.ts'

const cannotTell = () => new Refusal('serviceUnavailable', { rail: CARD.rail, retryAfterSeconds: 10 })

/**
 * Gives up a deposit whose page was not paid; one that was paid in the same moment is settled instead. Refuses with
 * `invalidTransactionId` when it is final, with `serviceUnavailable` while the provider cannot say.
 */
export const cancelDeposit = async (ctx: UserCtx, { ownerId, movementId }: Movement): Promise<void> => {
  const payment = await findPayment(ctx.db, { ownerId, ref: movementId })
  if (!payment || isPaymentFinal(payment.state)) throw new Refusal('invalidTransactionId')
  try {
    if ((await closeDeposit(ctx, payment, 'cancelled')) === 'unknown') throw cannotTell()
  } catch (error) {
    throw error instanceof ProviderError ? cannotTell() : error
  }
}

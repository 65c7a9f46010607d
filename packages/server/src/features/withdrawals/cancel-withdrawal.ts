import { findPayout, type Payout, type TrailOf } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { ProviderError } from '#providers/types.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import { advanceWithdrawal } from './advance-withdrawal.ts'
import { noteCalledBack, noteTooLate } from './move-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

/** A person may wait for it. */
const TIMEOUT_MS = 5_000

const callBack = async (services: Services, rail: WithdrawalRail, payout: Payout, trailOf: TrailOf): Promise<void> => {
  const { providerId, ref } = payout
  const port = services.payouts[rail.rail]
  if (providerId === null || !port.cancel) throw new Refusal('invalidTransactionId')
  try {
    await noteCalledBack(services, payout, trailOf({ action: 'withdrawal.called-back', movementId: ref }))
    const isTaken = await port.cancel(providerId, ref, { timeoutMs: TIMEOUT_MS })
    await advanceWithdrawal(services, rail, payout)
    if (isTaken) return
    await noteTooLate(services, payout)
    throw new Refusal('invalidTransactionId')
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal('serviceUnavailable', { rail: rail.rail, retryAfterSeconds: 10 })
    throw error
  }
}

/**
 * Gives up a withdrawal that has not been released, or that is unclaimed over there. Refuses with
 * `invalidTransactionId` when it is too late, with `serviceUnavailable` while the provider cannot say.
 */
export const cancelWithdrawal = async (
  services: Services,
  rail: WithdrawalRail,
  { ownerId, movementId }: Movement,
  trailOf: TrailOf,
): Promise<void> => {
  const payout = await findPayout(services.db, { ownerId, ref: movementId })
  if (payout?.state === 'unclaimed') return callBack(services, rail, payout, trailOf)
  if (payout?.state !== 'held') throw new Refusal('invalidTransactionId')
  const ended = await endWithdrawal(services, payout, {
    to: 'cancelled',
    cancelReason: 'cancelledByUser',
    trail: trailOf({ action: 'withdrawal.cancelled', movementId }),
  })
  if (!ended.accepted) throw new Refusal('invalidTransactionId')
}

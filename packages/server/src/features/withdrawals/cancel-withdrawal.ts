import { auditOfUser, findPayout, type Payout } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ProviderError } from '#providers/types.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import { advanceWithdrawal } from './advance-withdrawal.ts'
import { noteCalledBack, noteTooLate } from './move-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

/** A person waits for it. */
const TIMEOUT_MS = 5_000

const callBack = async (ctx: UserCtx, rail: WithdrawalRail, payout: Payout): Promise<void> => {
  const { providerId, ref } = payout
  const port = ctx.payouts[rail.rail]
  if (providerId === null || !port.cancel) throw new Refusal('invalidTransactionId')
  try {
    await noteCalledBack(ctx, payout, auditOfUser(ctx, { action: 'withdrawal.called-back', movementId: ref }))
    const isTaken = await port.cancel(providerId, ref, { timeoutMs: TIMEOUT_MS })
    await advanceWithdrawal(ctx, rail, payout)
    if (isTaken) return
    await noteTooLate(ctx, payout)
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
  ctx: UserCtx,
  rail: WithdrawalRail,
  { ownerId, movementId }: Movement,
): Promise<void> => {
  const payout = await findPayout(ctx.db, { ownerId, ref: movementId })
  if (payout?.state === 'unclaimed') return callBack(ctx, rail, payout)
  if (payout?.state !== 'held') throw new Refusal('invalidTransactionId')
  const ended = await endWithdrawal(ctx, payout, {
    to: 'cancelled',
    cancelReason: 'cancelledByUser',
    trail: auditOfUser(ctx, { action: 'withdrawal.cancelled', movementId }),
  })
  if (!ended.accepted) throw new Refusal('invalidTransactionId')
}

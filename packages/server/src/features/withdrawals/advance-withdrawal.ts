/**
 * The one way from what the provider says to what we hold true. The job, the sweep and events all come here; none of them
 * brings facts along, each only makes us ask.
 */
import { findPayout, isPayoutFinal, type Payout, type PaymentRef } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { applyPayout } from './apply-payout.ts'
import { findWithdrawal } from './find-withdrawal.ts'
import { holdWithdrawal, releaseWithdrawal } from './move-withdrawal.ts'
import { submitWithdrawal } from './submit-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'
import { isLate, isUnknownForLong } from './withdrawal-rules.ts'

const TIMEOUT_MS = 12_000

const askAgain = async (services: Services, rail: WithdrawalRail, payout: Payout): Promise<void> => {
  if (payout.providerId === null) return
  const snapshot = await services.payouts[rail.rail].fetch(payout.providerId, { timeoutMs: TIMEOUT_MS })
  if (snapshot) return applyPayout(services, { rail, payout, snapshot })
  services.log.error({ provider: rail.provider, transferId: payout.ref }, 'a provider has lost a payout')
  await holdWithdrawal(services, payout, { to: null, holdReason: 'providerUnknown' })
}

const release = async (services: Services, rail: WithdrawalRail, payout: Payout, at: Date): Promise<void> => {
  if (at < payout.releaseAt) return
  const released = await releaseWithdrawal(services, payout)
  if (released.accepted) await submitWithdrawal(services, rail, payout, TIMEOUT_MS)
}

const step = async (services: Services, rail: WithdrawalRail, payout: Payout, at: Date): Promise<void> => {
  const { state } = payout
  if (state === 'held') return release(services, rail, payout, at)
  if (state === 'queued') return submitWithdrawal(services, rail, payout, TIMEOUT_MS)
  const isUnknown = state === 'submitting' || state === 'submitUnknown'
  return isUnknown
    ? findWithdrawal(services, rail, payout, { at, timeoutMs: TIMEOUT_MS })
    : askAgain(services, rail, payout)
}

/** What has waited for too long needs a person: its owner sees that it is under review, or we are told. */
const noteDelay = async (services: Services, rail: WithdrawalRail, ref: PaymentRef, at: Date): Promise<void> => {
  const payout = await findPayout(services.db, ref)
  if (!payout) return
  if (isUnknownForLong(payout, at)) await holdWithdrawal(services, payout, { to: null, holdReason: 'providerUnknown' })
  if (isLate(payout, at))
    services.log.error({ provider: rail.provider, transferId: payout.ref }, 'a withdrawal was not sent in time')
}

/** Brings a withdrawal to where the provider has it. Throws ProviderError when the provider cannot be asked. */
export const advanceWithdrawal = async (services: Services, rail: WithdrawalRail, ref: PaymentRef): Promise<void> => {
  const payout = await findPayout(services.db, ref)
  if (!payout || isPayoutFinal(payout.state)) return
  await services.ledger.requireNotFrozen()
  const at = await databaseNow(services.db, services.clock)
  try {
    await step(services, rail, payout, at)
  } finally {
    await noteDelay(services, rail, ref, at)
  }
}

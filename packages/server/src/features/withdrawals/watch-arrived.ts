/** Money that has arrived may come back for weeks. Events tell of it; the sweep asks all the same, since none has to come. */
import { findPayout, forget, isReturnWindowOver, type PaymentRef } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { applyPayout } from './apply-payout.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

const TIMEOUT_MS = 12_000

/** Asks once more about a withdrawal that has arrived; past the window of returns for the last time. */
export const watchArrived = async (services: Services, rail: WithdrawalRail, ref: PaymentRef): Promise<void> => {
  const { db, clock, log } = services
  const payout = await findPayout(db, ref)
  if (!payout?.providerId || payout.state !== 'settled') return forget(db, ref.ref)
  await services.ledger.requireNotFrozen()
  const snapshot = await services.payouts[rail.rail].fetch(payout.providerId, { timeoutMs: TIMEOUT_MS })
  if (snapshot) await applyPayout(services, { rail, payout, snapshot })
  else log.error({ provider: rail.provider, transferId: payout.ref }, 'a provider has lost a payout')
  if (isReturnWindowOver(payout.ref, await databaseNow(db, clock))) await forget(db, payout.ref)
}

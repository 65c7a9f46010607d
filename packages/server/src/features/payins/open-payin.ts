/**
 * Sends the stored request of a pay-in to its provider: the same words under the same key however often, so that an answer
 * that was lost costs a repeat and never a second charge. Runs in the request that stored it and, when that did not get
 * through, in the sweeper.
 */
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { ProviderError } from '#providers/types.ts'
import { dropLease, markSent, takeLease } from '#features/payments/index.ts'
import type { Lease, Payment } from '#features/payments/index.ts'
import type { PayinRail, PayinSnapshot } from './payin-rail.ts'

/** Longer than the calls may take together. */
const LEASE_MS = 30_000

/** `unknown`: whether the provider has it is not known yet. `refused`: it has not and will not. */
export type Opened = { snapshot: PayinSnapshot } | 'unknown' | 'refused'

type Sending = { payment: Payment; lease: Lease; timeoutMs: number }

const send = async (services: Services, rail: PayinRail, { payment, lease, timeoutMs }: Sending): Promise<Opened> => {
  const { db, clock, log } = services
  const started = performance.now()
  try {
    const request = await rail.prepare(services, payment, timeoutMs)
    const at = await databaseNow(db, clock)
    if (!(await markSent(db, lease, at, new Date(at.getTime() + rail.keyLifetimeMs)))) return 'unknown'
    const leftMs = Math.max(500, timeoutMs - (performance.now() - started))
    await services.failpoint('provider.before')
    const snapshot = await request(leftMs)
    await services.failpoint('provider.after')
    return { snapshot }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, code } = error
    log.warn(
      { provider: rail.provider, transferId: payment.ref, reason: kind, code },
      'the provider did not take a pay-in',
    )
    return kind === 'invalid' || kind === 'declined' ? 'refused' : 'unknown'
  }
}

/** @param timeoutMs for all calls together. */
export const openPayin = async (
  services: Services,
  rail: PayinRail,
  payment: Payment,
  timeoutMs: number,
): Promise<Opened> => {
  const lease = await takeLease(services.db, payment, await databaseNow(services.db, services.clock), LEASE_MS)
  if (!lease) return 'unknown'
  try {
    return await send(services, rail, { payment, lease, timeoutMs })
  } finally {
    await dropLease(services.db, lease)
  }
}

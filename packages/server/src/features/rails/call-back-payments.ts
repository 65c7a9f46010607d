import { auditOfSystem } from '#features/payments/index.ts'
import { listUnderWay } from '#features/wallet/index.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { underWayOf } from './rails.ts'

/** It is too late: the money has gone, has come, or is on its way at a provider. */
const TOO_LATE = 'invalidTransactionId'

/**
 * Gives up every payment of an account that was begun until its owner took it back (`before`, ISO) and can still be given up, into, out
 * of or through it. Throws what its provider cannot say now, once all others were tried, and is safe to run again.
 */
export const callBackPayments = async (
  services: Services,
  { ownerId, before }: { ownerId: string; before: string },
): Promise<void> => {
  let failed: unknown = null
  for (const movement of await listUnderWay(services.db, ownerId, new Date(before)))
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after another, as they take the same wallet
      await underWayOf(movement)?.cancel(services, movement, auditOfSystem)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === TOO_LATE)) failed ??= error
    }
  if (failed !== null) throw failed
}

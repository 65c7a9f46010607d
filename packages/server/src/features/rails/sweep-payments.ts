import { MoneyFrozen } from '@puente/ledger'
import { countUnknownDue, nextCheckAt, nextReturnCheckAt, takeDue } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { JobRun } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { ProviderError } from '#providers/types.ts'
import { advanceIn, flows, returnFlows } from './rails.ts'

/** Checked in one run, of payments under way and of those that may come back each; what is left is due a minute later. */
const SWEEP_LIMIT = 100

/** A newer release may have written them, or an older one: they stay due for a process that knows their rail. */
const reportUnknown = async ({ db, log }: Services, at: Date): Promise<void> => {
  for (const { rail, kind, count } of await countUnknownDue(db, at, [...flows, ...returnFlows]))
    log.error({ rail, label: kind, count }, 'payments are due on a rail that this build does not know')
}

/**
 * Checks the payments that are due. While money is frozen none is checked, since nothing could be settled: all of them stay
 * due. One that cannot be checked for another reason keeps no other from its turn; but of a rail whose provider does not
 * answer no more is asked in this run, so that a dead provider does not hold up the worker.
 */
export const sweepPayments = async (services: Services, run?: Pick<JobRun, 'signal'>): Promise<void> => {
  await services.ledger.requireNotFrozen()
  const at = await databaseNow(services.db, services.clock)
  await reportUnknown(services, at)
  const silent = new Set<string>()
  const claim = { at, limit: SWEEP_LIMIT }
  const underWay = await takeDue(services.db, { ...claim, flows, nextCheckAt })
  const arrived = await takeDue(services.db, { ...claim, flows: returnFlows, nextCheckAt: nextReturnCheckAt })
  for (const due of [...underWay, ...arrived]) {
    if (run?.signal?.aborted) return
    if (silent.has(due.rail)) continue
    try {
      await advanceIn(due)?.(services, due)
    } catch (err) {
      if (err instanceof MoneyFrozen) throw err
      if (err instanceof ProviderError) silent.add(due.rail)
      services.log.warn({ err, transferId: due.ref, rail: due.rail }, 'a payment under way could not be checked')
    }
  }
}

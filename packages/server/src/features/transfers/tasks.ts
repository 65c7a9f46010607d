import { MoneyFrozen } from '@puente/ledger'
import { databaseNow } from '#platform/db/database.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { ProviderError } from '#providers/types.ts'
import { advanceDeposit } from './advance-deposit.ts'
import { HOLD_RAIL } from './held-transfer-rules.ts'
import { expireHeldTransfer, releaseHeldTransfers } from './held-transfers.ts'
import { settleCardEvent } from './settle-card-event.ts'
import { takeDue } from './operations-store.ts'
import type { Due } from './operations-store.ts'
import { nextLook } from './sweep-rules.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** An event of the card provider: the object it speaks of is read again. */
    'card-webhook': { provider: string; eventId: string; objectId: string; type: string }
    /** The person has proved who they are: what waited for that goes through. */
    'release-held-transfers': { ownerId: string }
    /** Looks at everything that is under way, so that no event is ever needed. */
    'sweep-operations': Record<string, never>
  }
}

/** Looked at in one run; what is left is due a minute later. */
const SWEEP_LIMIT = 100

const lookAt = (services: Services, due: Due): Promise<void> =>
  due.rail === HOLD_RAIL ? expireHeldTransfer(services, due.ownerId, due.ref) : advanceDeposit(services, due)

/**
 * While money is frozen nothing is looked at, since nothing could be settled: all of it stays due. One that cannot be looked
 * at for another reason keeps no other from its turn; but of a rail whose provider does not answer no more is
 * asked in this run, so that a dead provider does not hold up the worker.
 */
export const sweepOperations = async (services: Services, run?: Pick<JobRun, 'signal'>): Promise<void> => {
  await services.ledger.requireNotFrozen()
  const at = await databaseNow(services.db, services.clock)
  const silent = new Set<string>()
  for (const due of await takeDue(services.db, { at, limit: SWEEP_LIMIT, nextLook })) {
    if (run?.signal?.aborted) return
    if (silent.has(due.rail)) continue
    try {
      await lookAt(services, due)
    } catch (err) {
      if (err instanceof MoneyFrozen) throw err
      if (err instanceof ProviderError) silent.add(due.rail)
      services.log.warn({ err, transferId: due.ref, rail: due.rail }, 'an open operation could not be looked at')
    }
  }
}

export const transfersTasks = (services: Services): TaskHandlers => ({
  'card-webhook': (event) => settleCardEvent(services, event),
  'release-held-transfers': ({ ownerId }) => releaseHeldTransfers(services, ownerId),
  'sweep-operations': (_payload, run) => sweepOperations(services, run),
})

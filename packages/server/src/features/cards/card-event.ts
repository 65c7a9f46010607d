import { type PayinEvent, settleEventWithReturns } from '#features/payins/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { queueOf } from '#platform/jobs/queue.ts'
import type { Services } from '#platform/services.ts'
import type { JobOf } from '#platform/jobs/tasks.ts'
import { cardRail } from './card-payins.ts'
import { cardReturns } from './card-returns.ts'

/** What one event of a payment books, the next one has to see: they have one queue. */
export const cardEventJob = ({ provider, eventId, objectId, type }: PayinEvent): JobOf<'card-event.settle'> => ({
  task: 'card-event.settle',
  payload: { provider, eventId, objectId, type },
  queue: queueOf(provider, objectId),
})

/**
 * Works off one event of the card provider. Fails, to be tried again, while it is unknown what it concerns. One of a fraud warning
 * is worked off once more when no dispute can follow any more.
 */
export const settleCardEvent = async (services: Services, event: PayinEvent): Promise<void> => {
  const { db, clock, jobs } = services
  const again = await settleEventWithReturns(services, cardRail, cardReturns, event)
  if (again === null) return
  const delayMs = again.getTime() - (await databaseNow(db, clock)).getTime()
  await transaction(db, 'look again when a fraud warning is over', (trx) =>
    jobs.add(trx, { ...cardEventJob(event), delayMs, key: `fraud-warning:${event.objectId}` }),
  )
}

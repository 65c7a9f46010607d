import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { auditOf, changeSchedule } from './change-schedule.ts'
import { ended } from './schedule-rules.ts'
import { lockLive } from './schedules-store.ts'

type Ending = Pick<Services, 'clock' | 'db' | 'events' | 'live'>

/**
 * Ends everything that was arranged in an account: it is closed; or, with `before`, its owner took it back then from a stranger who had
 * arranged it. Safe to run again.
 */
export const endSchedulesOf = (
  services: Ending,
  { ownerId, before }: { ownerId: string; before?: string },
): Promise<void> =>
  transaction(services.db, 'end the schedules of an account', async (trx) => {
    const at = await databaseNow(trx, services.clock)
    const reason = before === undefined ? 'accountClosed' : 'passwordReset'
    for (const schedule of await lockLive(trx, ownerId)) {
      if (before !== undefined && schedule.createdAt > new Date(before)) continue
      await changeSchedule(services, trx, ended(schedule, reason), { at, trail: auditOf(schedule, 'schedule.ended') })
    }
  })

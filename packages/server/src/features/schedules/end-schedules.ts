import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { auditOf, changeSchedule } from './change-schedule.ts'
import { ended } from './schedule-rules.ts'
import { lockLive } from './schedules-store.ts'

type Ending = Pick<Services, 'clock' | 'db' | 'events' | 'live'>

/** The account is closed: everything that its owner had arranged ends. Safe to run again. */
export const endSchedulesOfClosed = (services: Ending, ownerId: string): Promise<void> =>
  transaction(services.db, 'end the schedules of an account', async (trx) => {
    const at = await databaseNow(trx, services.clock)
    for (const schedule of await lockLive(trx, ownerId))
      await changeSchedule(services, trx, ended(schedule, 'accountClosed'), {
        at,
        trail: auditOf(schedule, 'schedule.ended'),
      })
  })

import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { isAnswerOverdue, isFileDue } from './bank-files-rules.ts'
import { fundingNow } from './build-file.ts'
import { readWaiting } from './entries-store.ts'
import { listUnanswered } from './files-store.ts'

/** Tells operators of what only they can end; nothing is done about it here. */
export const watchFiles = async (services: Services): Promise<void> => {
  const { clock, db, log } = services
  const at = await databaseNow(db, clock)
  const waiting = await readWaiting(db)
  if (waiting && isFileDue(waiting, at)) {
    const reason = await fundingNow(services, waiting, at)
    log.error(
      { alert: true, rail: 'bank', reason, count: waiting.count },
      'withdrawals wait for a file: fill the account at our bank, or bring its statement',
    )
  }
  for (const { day, reference, state } of await listUnanswered(db))
    if (isAnswerOverdue(day, at))
      log.error(
        { alert: true, rail: 'bank', label: reference, reason: state },
        'our bank has not answered a file: call it, and send nothing again by hand',
      )
}

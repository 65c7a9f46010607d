import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { alertOfDebt, type DebtChange } from './alert-of-debt.ts'
import { alertOfUpheld, type ComeBack, endComeBack } from './end-come-back.ts'
import { closeTickets } from './close-tickets.ts'
import { runDisputes } from './run-disputes.ts'
import { deleteUnsentFiles } from './ticket-files-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Tells operators of deadlines, credits what was not answered, and takes back what goes back. */
    'disputes.run': Record<string, never>
    'disputes.end-come-back': ComeBack
    'disputes.alert-of-debt': DebtChange
    'disputes.alert-of-upheld': ComeBack
    /** Files that were put away and sent with no message. */
    'support-files.prune': Record<string, never>
    'support-file.erase': { blobKey: string }
    /** The owner took the account back: what was written before that, an ISO time, no longer waits for answers. */
    'tickets.close': { ownerId: string; before: string }
  }
}

const UNSENT_KEPT_MS = 24 * 3_600_000

export const pruneUnsentFiles = ({ clock, db, jobs }: Services): Promise<void> =>
  transaction(db, 'prune files that were not sent', async (trx) => {
    const before = new Date((await databaseNow(trx, clock)).getTime() - UNSENT_KEPT_MS)
    const gone = await deleteUnsentFiles(trx, before)
    await jobs.add(trx, ...gone.map((blobKey) => ({ task: 'support-file.erase', payload: { blobKey } }) as const))
  })

export const supportTasks = (services: Services) =>
  ({
    'disputes.run': (_payload, run) => runDisputes(services, run),
    'disputes.end-come-back': (back) => endComeBack(services, back),
    'disputes.alert-of-debt': (change) => alertOfDebt(services, change),
    'disputes.alert-of-upheld': (upheld) => alertOfUpheld(services, upheld),
    'support-files.prune': () => pruneUnsentFiles(services),
    'tickets.close': (of) => closeTickets(services, of),
    'support-file.erase': ({ blobKey }) => services.blobs.delete(blobKey),
  }) satisfies TaskHandlers

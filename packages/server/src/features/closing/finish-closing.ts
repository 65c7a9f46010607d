import {
  claimOf,
  deleteIdentities,
  deletePerson,
  findCredentials,
  findPersonById,
  lockAccount,
  mailToOwner,
  releaseClaim,
} from '#features/accounts/index.ts'
import { endAllCodes } from '#features/auth/index.ts'
import { dropFactors } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { closeAllSessions, endSignInTokens } from '#features/sessions/index.ts'
import { afterCommit, transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'account-closing.finish': { ownerId: string }
  }
}
declare module '#platform/events.ts' {
  interface Events {
    /** For good: nothing moves in or out of it any more. */
    'account.closed': { ownerId: string }
  }
}

type Finishing = Pick<Services, 'clock' | 'db' | 'events' | 'jobs' | 'keys' | 'live'>

/** Everything that follows from an account's being closed; safe to run again. The username stays taken. */
export const finishClosing = (services: Finishing, ownerId: string): Promise<void> =>
  transaction(services.db, 'finish closing an account', async (trx) => {
    const { clock, keys, live, jobs } = services
    const at = clock.now()
    if (!(await findCredentials(trx, ownerId))?.isClosed) return
    const account = await lockAccount(trx, keys, ownerId)
    await endAllCodes(trx, ownerId, at)
    // Whoever is still in the directory has not been taken out of the rest either: it all goes in one transaction.
    if (!(await findPersonById(trx, ownerId))) return
    await releaseClaim(trx, 'email', claimOf(keys, 'email', account.email), ownerId)
    if (account.phone !== null) await releaseClaim(trx, 'phone', claimOf(keys, 'phone', account.phone), ownerId)
    await deleteIdentities(trx, ownerId)
    await dropFactors(trx, ownerId, at)
    await deletePerson(trx, ownerId)
    await closeAllSessions(trx, ownerId, 'accountClosed', at)
    await endSignInTokens(trx, ownerId, at)
    await recordSecurityEvent(trx, services, ownerId, 'accountClosed')
    await jobs.add(trx, mailToOwner(services, account, { template: 'accountClosed', ref: ownerId, params: {} }))
    afterCommit(trx, () => live.wake([ownerId]))
  })

export const closingTasks = (services: Finishing): TaskHandlers => ({
  'account-closing.finish': ({ ownerId }) => finishClosing(services, ownerId),
})

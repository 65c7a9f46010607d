/**
 * Follows what operators have done to accounts by command: mail, security log, what waits for the end of a freeze, and the end of sessions,
 * which only the product can write.
 */
import { getAccount, isOwnerInDoubt, listFreezes, mailToOwner } from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { type AccountAct, listUntold, markTold } from './account-acts-store.ts'
import { endOrderedSessions } from './end-sessions.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'account-acts.tell': Record<string, never>
  }
}

type Telling = Pick<Services, 'clock' | 'config' | 'db' | 'events' | 'jobs' | 'keys' | 'live' | 'log'>

const AT_A_TIME = 50

const TOLD = {
  frozen: { template: 'accountFrozen', event: 'accountFrozen', path: '/sign-in' },
  unfrozen: { template: 'accountUnfrozen', event: 'accountUnfrozen', path: '/reset-password' },
  /** The owner's own freeze is left. */
  lifted: { template: 'freezeLifted', event: null, path: '/settings/account' },
  limitChanged: { template: 'limitChanged', event: null, path: '/settings/transaction-limits' },
} as const

/** What there is to tell of an act; null where our own freeze is back, whose act is told after this one. */
const newsOf = async (trx: Trx, ownerId: string, act: keyof typeof TOLD): Promise<keyof typeof TOLD | null> => {
  if (act !== 'unfrozen') return act
  const freezes = await listFreezes(trx, ownerId)
  if (freezes.length === 0) return 'unfrozen'
  return freezes.some(({ cause }) => cause === 'operator') ? null : 'lifted'
}

const tell = (services: Telling, done: AccountAct): Promise<void> =>
  transaction(services.db, 'tell of an act', async (trx) => {
    const { id, ownerId, act } = done
    if (!(await markTold(trx, id, services.clock.now()))) return
    if (act === 'sessionsEnded') return endOrderedSessions(services, trx, done)
    const news = await newsOf(trx, ownerId, act)
    if (news === null) return
    const account = await getAccount(trx, services.keys, ownerId)
    const { template, event, path } = TOLD[news]
    const link = `${services.config.publicUrl}${path}`
    await services.jobs.add(trx, mailToOwner(services, account, { template, ref: id, params: { link } }))
    if (news === 'frozen' && (await isOwnerInDoubt(trx, ownerId)))
      await services.events.record(trx, { event: 'account.in-doubt', data: { ownerId } })
    if (event) await recordSecurityEvent(trx, services, ownerId, event)
    if (news === 'unfrozen' && account.status === 'open')
      await services.events.record(trx, { event: 'account.unfrozen', data: { ownerId } })
  })

export const accountActTasks = (services: Telling): TaskHandlers => ({
  'account-acts.tell': async () => {
    const acts = await listUntold(services.db, AT_A_TIME)
    const tellOne = (act: AccountAct): Promise<void> => tell(services, act)
    await eachApart(services.log, 'an act of operators was not told', acts, ({ id }) => id, tellOne)
  },
})

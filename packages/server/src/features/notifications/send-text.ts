/** A notification as a text message. No link: nobody should learn to follow those in messages that speak for us. */
import type { NoticeName } from '@puente/contract'
import { findAccount, languageOfAccount, lockAccount, updateAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'
import type { SmsOut } from '#providers/sms/port.ts'
import { handOverSms, smsOutlet } from '#providers/sms/send-sms.ts'
import { smsText } from '#providers/sms/sms-job.ts'
import { briefText } from './brief-texts.ts'
import type { NoticeTold } from './notice.ts'
import { reachOf } from './notice-reach.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.text': NoticeTold
    'notices.note-stopped': { ownerId: string }
  }
}

/** About an hour. */
export const TEXT_ATTEMPTS = 9

/**
 * What tells a text from another of the same words, also at the provider, which is asked whether it has this one. The last digits of a
 * notice's id are of a hash.
 */
const textRefOf = (noticeId: string): string => noticeId.slice(-6).toUpperCase()

/** The holder of the phone has told the carrier to stop us: we do, and say so in the settings and where a code is asked for. */
const noteStopped = (services: Services, ownerId: string): Promise<void> =>
  transaction(services.db, 'note stopped texts', async (trx) => {
    await lockAccount(trx, services.keys, ownerId)
    await updateAccount(services, trx, ownerId, { phoneStoppedAt: services.clock.now() }, ['notifications'])
  })

export const textTasks = (services: Services, sms: SmsOut = smsOutlet(services)) =>
  ({
    'notices.text': async ({ ownerId, noticeId, kind, variant }, run) => {
      const account = await findAccount(services.db, services.keys, ownerId)
      if (!account || account.status === 'closed' || account.phone === null) return
      if (reachOf(account, services).sms !== 'on') return
      const language = languageOfAccount(account)
      const notice = briefText(language, `${kind}.${variant}` as NoticeName)
      if (notice === null) return
      if (run.attempt === 1 && (await services.budgets.take(ownerId, BUDGETS.noticeTextsADay)) > 0) {
        services.log.warn({ provider: 'sms', label: kind }, 'a person was texted enough for a day')
        return
      }
      const text = smsText('notice', language, { notice, ref: textRefOf(noticeId) })
      const result = await handOverSms(services, sms, { to: account.phone, text }, run)
      if (result.outcome === 'stopped') await noteStopped(services, ownerId)
    },
    'notices.note-stopped': ({ ownerId }) => noteStopped(services, ownerId),
  }) satisfies TaskHandlers

/** A notification as a text message. No link: nobody should learn to follow those in messages that speak for us. */
import type { NoticeName } from '@puente/contract'
import { claimOf, findAccount, languageOfAccount, lockAccount, updateAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'
import type { SmsOut } from '#providers/sms/port.ts'
import { handOverSms, smsOutlet } from '#providers/sms/send-sms.ts'
import { type SmsHolder, smsText } from '#providers/sms/sms-job.ts'
import { briefText } from './brief-texts.ts'
import type { NoticeTold } from './notice.ts'
import { reachOf } from './notice-reach.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.text': NoticeTold
    'notices.note-stopped': SmsHolder
    'notices.forget-stopped': SmsHolder
  }
}

/** About an hour. */
export const TEXT_ATTEMPTS = 9

/**
 * What tells a text from another of the same words, also at the provider, which is asked whether it has this one. The last digits of a
 * notice's id are of a hash.
 */
const textRefOf = (noticeId: string): string => noticeId.slice(-6).toUpperCase()

/**
 * The holder of the phone has told the carrier to stop us: we do, and say so in the settings and where a code is asked for. Of a number that
 * is no longer the account's nothing is noted.
 */
const noteStopped = (services: Services, { ownerId, claim }: SmsHolder, phoneStoppedAt: Date | null): Promise<void> =>
  transaction(services.db, 'note stopped texts', async (trx) => {
    const { phone } = await lockAccount(trx, services.keys, ownerId)
    if (phone === null || claimOf(services.keys, 'phone', phone) !== claim) return
    await updateAccount(services, trx, ownerId, { phoneStoppedAt }, ['notifications', 'textsStopped'])
  })

/** They have let us in again: the carrier took a text, which it had refused before. */
const forgetStopped = async (services: Services, holder: SmsHolder): Promise<void> => {
  const account = await findAccount(services.db, services.keys, holder.ownerId)
  if (account && account.phoneStoppedAt !== null) await noteStopped(services, holder, null)
}

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
      const claim = claimOf(services.keys, 'phone', account.phone)
      if (result.outcome === 'stopped') await noteStopped(services, { ownerId, claim }, services.clock.now())
    },
    'notices.note-stopped': (holder) => noteStopped(services, holder, services.clock.now()),
    'notices.forget-stopped': (holder) => forgetStopped(services, holder),
  }) satisfies TaskHandlers

import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { openMail } from './mail-job.ts'
import { mailIdOf } from './mail-id.ts'
import { mailHtml, mailText } from './mail-layout.ts'
import { mailWords } from './mail-texts.ts'
import { mailReturned } from './mail-returned.ts'
import type { MailOut } from './port.ts'
import { createSmtpMail } from './smtp.ts'

/** A mail could not be handed over; the queue tries again. */
class MailDelayed extends Error {
  override readonly name = 'MailDelayed'
}

const outlets = new WeakMap<Services['config'], MailOut>()

/** One pool of connections for the process. */
const outletOf = ({ config }: Pick<Services, 'config'>): MailOut => {
  const outlet = outlets.get(config) ?? createSmtpMail(config.mail)
  outlets.set(config, outlet)
  return outlet
}

/** Keeps that an address took no mail; whoever hears of it says what follows. */
const noteReturned = ({ db, events, keys }: Pick<Services, 'db' | 'events' | 'keys'>, ref: string, to: string) =>
  transaction(db, 'note returned mail', (trx) => events.record(trx, mailReturned(keys, ref, to)))

type Sending = Pick<Services, 'clock' | 'config' | 'db' | 'events' | 'failpoint' | 'keys' | 'log'>

/**
 * Sends what `mailJob` ordered. The same order always makes the same mail with the same id: a mail that is lost after it
 * was handed over may arrive twice, and then carries the same code.
 */
export const mailTasks = (services: Sending, mail: MailOut = outletOf(services)) =>
  ({
    'mail.send': async ({ ref, template, language, sealed, until }) => {
      if (until !== null && new Date(until) <= services.clock.now()) return
      const { to, params, unsubscribe } = openMail(services, ref, sealed)
      const words = mailWords(template, language, params)
      await services.failpoint('provider.before')
      const result = await mail.send({
        to,
        subject: words.subject,
        text: mailText(words),
        html: mailHtml(words, language),
        language,
        ref,
        id: mailIdOf(services.keys, ref, to),
        unsubscribe,
      })
      await services.failpoint('provider.after')
      if (result.outcome === 'sent') return
      if (result.outcome === 'turnedAway') {
        const fields = { alert: true, provider: 'mail', reason: result.reason, label: template }
        services.log.error(fields, 'the mail service takes nothing from us')
      }
      if (result.outcome === 'later' || result.outcome === 'turnedAway') throw new MailDelayed(result.reason)
      if (result.outcome === 'returned') {
        services.log.warn({ provider: 'mail', reason: result.reason, label: template }, 'an address takes no mail')
        await noteReturned(services, ref, to)
        return
      }
      services.log.error({ provider: 'mail', reason: result.reason, label: template }, 'a mail was refused')
    },
  }) satisfies TaskHandlers

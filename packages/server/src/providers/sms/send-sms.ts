import { transaction } from '#platform/db/transaction.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { Sms, SmsOut, SmsOutcome } from './port.ts'
import { openSms, smsText } from './sms-job.ts'
import { createTwilioSms } from './twilio.ts'

/** A message could not be handed over; the queue tries again. */
class SmsDelayed extends Error {
  override readonly name = 'SmsDelayed'
}

export const smsOutlet = ({ config }: Pick<Services, 'config'>): SmsOut =>
  config.sms === 'off'
    ? { send: async () => ({ outcome: 'never', reason: 'off' }), wasSent: async () => false }
    : createTwilioSms(config.sms)

type Sending = Pick<Services, 'failpoint' | 'log'>

/**
 * Hands a message over for a job, which it fails where another try is worth it. A try after the first may follow a process that
 * ended with the message handed over: the provider knows.
 */
export const handOverSms = async (
  { failpoint, log }: Sending,
  out: SmsOut,
  sms: Sms,
  { attempt, orderedAt }: Pick<JobRun, 'attempt' | 'orderedAt'>,
): Promise<SmsOutcome> => {
  if (attempt > 1 && (await out.wasSent(sms, orderedAt))) return { outcome: 'sent' }
  await failpoint('provider.before')
  const result = await out.send(sms)
  await failpoint('provider.after')
  if (result.outcome === 'later') throw new SmsDelayed(result.reason)
  if (result.outcome !== 'sent')
    log.error({ provider: 'sms', reason: result.reason, label: result.outcome }, 'a text message was not delivered')
  return result
}

/** Sends what `smsJob` ordered, unless its code has run out meanwhile; says whose phone takes texts of ours, and whose none. */
export const smsTasks = (
  services: Sending & Pick<Services, 'clock' | 'config' | 'db' | 'events' | 'keys'>,
  sms: SmsOut = smsOutlet(services),
) =>
  ({
    'sms.send': async ({ ref, template, language, sealed, until, holder }, run) => {
      if (new Date(until) <= services.clock.now()) return
      const { to, params } = openSms(services, ref, sealed)
      const { outcome } = await handOverSms(services, sms, { to, text: smsText(template, language, params) }, run)
      if (holder === undefined || (outcome !== 'stopped' && outcome !== 'sent')) return
      const event = outcome === 'stopped' ? 'texts.stopped' : 'texts.taken'
      await transaction(services.db, 'say whether texts are let through', (trx) =>
        services.events.record(trx, { event, data: holder }),
      )
    },
  }) satisfies TaskHandlers

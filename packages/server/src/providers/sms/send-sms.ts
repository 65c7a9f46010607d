import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { SmsOut } from './port.ts'
import { openSms, smsText } from './sms-job.ts'
import { createTwilioSms } from './twilio.ts'

/** A message could not be handed over; the queue tries again. */
class SmsDelayed extends Error {
  override readonly name = 'SmsDelayed'
}

const outlet = ({ config }: Pick<Services, 'config'>): SmsOut =>
  config.sms === 'off' ? { send: async () => ({ outcome: 'never', reason: 'off' }) } : createTwilioSms(config.sms)

/** Sends what `smsJob` ordered, unless its code has run out meanwhile. */
export const smsTasks = (
  services: Pick<Services, 'clock' | 'config' | 'keys' | 'log'>,
  sms: SmsOut = outlet(services),
) =>
  ({
    'sms.send': async ({ ref, template, language, sealed, until }) => {
      if (new Date(until) <= services.clock.now()) return
      const { to, params } = openSms(services, ref, sealed)
      const result = await sms.send({ to, text: smsText(template, language, params) })
      if (result.outcome === 'sent') return
      if (result.outcome === 'later') throw new SmsDelayed(result.reason)
      services.log.error(
        { provider: 'sms', reason: result.reason, label: result.outcome },
        'a text message was not delivered',
      )
    },
  }) satisfies TaskHandlers

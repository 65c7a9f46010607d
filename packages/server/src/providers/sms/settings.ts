import * as z from 'zod/mini'
import { httpUrl, text, type ValuesOf } from '#platform/config-forms.ts'
import type { ProviderSettings, SettingsSource } from '../settings.ts'

export const smsVariables = {
  SMS_PROVIDER: z._default(z.enum(['twilio', 'off']), 'twilio'),
  TWILIO_URL: z.optional(httpUrl),
  TWILIO_ACCOUNT_SID: z.optional(text),
  TWILIO_AUTH_TOKEN: z.optional(text),
  TWILIO_FROM: z.optional(text),
}

/** `from` is a number, or the id of a messaging service. */
export type SmsSettings = ProviderSettings<{ accountSid: string; authToken: string; from: string }>

/** The provider's own number for trying things out. */
const SANDBOX_FROM = '+15005550006'

export const smsSettings = (values: ValuesOf<typeof smsVariables>, source: SettingsSource): SmsSettings => {
  if (values.SMS_PROVIDER === 'off') return 'off'
  const { address, credential } = source.provider(values.TWILIO_URL, {
    live: 'https://api.twilio.com',
    sandboxPath: '/wire/twilio',
  })
  return {
    ...address,
    accountSid: credential('TWILIO_ACCOUNT_SID', values.TWILIO_ACCOUNT_SID, (secrets) => secrets.twilioAccountSid),
    authToken: credential('TWILIO_AUTH_TOKEN', values.TWILIO_AUTH_TOKEN, (secrets) => secrets.twilioAuthToken),
    from: credential('TWILIO_FROM', values.TWILIO_FROM, () => SANDBOX_FROM),
  }
}

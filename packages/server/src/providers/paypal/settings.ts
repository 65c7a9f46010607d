import * as z from 'zod/mini'
import { httpUrlOrOff, text, type ValuesOf } from '#platform/config-forms.ts'
import type { ProviderSettings, SettingsSource } from '../settings.ts'

export const paypalVariables = {
  PAYPAL_URL: z.optional(httpUrlOrOff),
  PAYPAL_CLIENT_ID: z.optional(text),
  PAYPAL_CLIENT_SECRET: z.optional(text),
  PAYPAL_WEBHOOK_ID: z.optional(text),
}

/** One account at PayPal serves both directions. `webhookId` is the id that PayPal gave our address for events. */
export type PaypalSettings = ProviderSettings<{ clientId: string; clientSecret: string; webhookId: string }>

export const PAYPAL_LIVE_HOST = 'api-m.paypal.com'
/** The hosts of PayPal that the client may be pointed at; besides them only the sandbox of this machine. */
export const PAYPAL_HOSTS: readonly string[] = [PAYPAL_LIVE_HOST, 'api-m.sandbox.paypal.com']

export const paypalSettings = (values: ValuesOf<typeof paypalVariables>, source: SettingsSource): PaypalSettings => {
  if (values.PAYPAL_URL === 'off') return 'off'
  const { address, credential } = source.provider(values.PAYPAL_URL, {
    live: `https://${PAYPAL_LIVE_HOST}`,
    sandboxPath: '/wire/paypal',
  })
  return {
    ...address,
    clientId: credential('PAYPAL_CLIENT_ID', values.PAYPAL_CLIENT_ID, ({ paypalClientId }) => paypalClientId),
    clientSecret: credential(
      'PAYPAL_CLIENT_SECRET',
      values.PAYPAL_CLIENT_SECRET,
      ({ paypalClientSecret }) => paypalClientSecret,
    ),
    webhookId: credential('PAYPAL_WEBHOOK_ID', values.PAYPAL_WEBHOOK_ID, ({ paypalWebhookId }) => paypalWebhookId),
  }
}

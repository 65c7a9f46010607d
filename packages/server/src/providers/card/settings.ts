import * as z from 'zod/mini'
import { httpUrl, list, text, type ValuesOf } from '#platform/config-forms.ts'
import type { ProviderSettings, SettingsSource } from '../settings.ts'

export const cardVariables = {
  CARD_PROVIDER: z._default(z.enum(['stripe', 'off']), 'stripe'),
  STRIPE_URL: z.optional(httpUrl),
  STRIPE_SECRET_KEY: z.optional(text),
  STRIPE_WEBHOOK_SECRET: z.optional(text),
}

/** Several webhook secrets are good while one is being replaced. */
export type CardSettings = ProviderSettings<{ secretKey: string; webhookSecrets: string[] }>

export const cardSettings = (values: ValuesOf<typeof cardVariables>, source: SettingsSource): CardSettings => {
  if (values.CARD_PROVIDER === 'off') return 'off'
  const { address, credential } = source.provider(values.STRIPE_URL, {
    live: 'https://api.stripe.com',
    sandboxPath: '',
  })
  const webhookSecrets = credential(
    'STRIPE_WEBHOOK_SECRET',
    values.STRIPE_WEBHOOK_SECRET,
    ({ stripeWebhookSecret }) => stripeWebhookSecret,
  )
  return {
    ...address,
    secretKey: credential('STRIPE_SECRET_KEY', values.STRIPE_SECRET_KEY, ({ stripeSecretKey }) => stripeSecretKey),
    webhookSecrets: list(webhookSecrets),
  }
}

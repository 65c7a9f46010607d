import * as z from 'zod/mini'
import { httpUrl, list, text, type ValuesOf } from '#platform/config-forms.ts'
import type { ProviderSettings, SettingsSource } from '../settings.ts'
import { type NachaSettings, nachaSettings, nachaVariables } from './nacha/settings.ts'

const timeOfDay = z.string().check(z.regex(/^(?:0[3-9]|1\d|2[0-3]):[0-5]\d$/, 'a time from 03:00 to 23:59 is wanted'))

export const achVariables = {
  ACH_PROVIDER: z._default(z.enum(['increase', 'nacha', 'off']), 'increase'),
  ACH_RELEASE: z.optional(z.enum(['immediate', 'atCutoff'])),
  ACH_CUTOFF: z._default(timeOfDay, '16:00'),
  INCREASE_URL: z.optional(httpUrl),
  INCREASE_API_KEY: z.optional(text),
  INCREASE_WEBHOOK_SECRET: z.optional(text),
  INCREASE_ACCOUNT_ID: z.optional(text),
  ...nachaVariables,
}

/** Several webhook secrets are good while one is being replaced. */
export type IncreaseSettings = { apiKey: string; accountId: string; webhookSecrets: string[] }
export type AchSettings = ProviderSettings<({ by: 'increase' } & IncreaseSettings) | ({ by: 'nacha' } & NachaSettings)>

/** When withdrawals leave: at once, or with the batch of the day at a time of New York. Until then they can be called back. */
export type AchRelease = { at: 'immediate' | 'atCutoff'; cutoff: string }

export const achRelease = (values: ValuesOf<typeof achVariables>, { isLive }: SettingsSource): AchRelease => ({
  at: values.ACH_RELEASE ?? (isLive ? 'atCutoff' : 'immediate'),
  cutoff: values.ACH_CUTOFF,
})

export const achSettings = (values: ValuesOf<typeof achVariables>, source: SettingsSource): AchSettings => {
  if (values.ACH_PROVIDER === 'off') return 'off'
  if (values.ACH_PROVIDER === 'nacha') return { by: 'nacha', ...nachaSettings(values, source) }
  const { address, credential } = source.provider(values.INCREASE_URL, {
    live: 'https://api.increase.com',
    sandboxPath: '/wire/increase',
  })
  const { INCREASE_API_KEY, INCREASE_WEBHOOK_SECRET, INCREASE_ACCOUNT_ID } = values
  return {
    by: 'increase',
    ...address,
    apiKey: credential('INCREASE_API_KEY', INCREASE_API_KEY, ({ increaseApiKey }) => increaseApiKey),
    accountId: credential('INCREASE_ACCOUNT_ID', INCREASE_ACCOUNT_ID, ({ increaseAccountId }) => increaseAccountId),
    webhookSecrets: list(
      credential(
        'INCREASE_WEBHOOK_SECRET',
        INCREASE_WEBHOOK_SECRET,
        ({ increaseWebhookSecret }) => increaseWebhookSecret,
      ),
    ),
  }
}

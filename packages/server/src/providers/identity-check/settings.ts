import * as z from 'zod/mini'
import { httpUrl, list, text, type ValuesOf } from '#platform/config-forms.ts'
import type { ProviderSettings, SettingsSource } from '../settings.ts'

export const identityCheckVariables = {
  KYC_PROVIDER: z._default(z.enum(['onfido', 'operator', 'off']), 'onfido'),
  ONFIDO_URL: z.optional(httpUrl),
  ONFIDO_API_TOKEN: z.optional(text),
  ONFIDO_WEBHOOK_TOKEN: z.optional(text),
}

/** Several webhook tokens are good while one is being replaced. */
export type IdentityCheckSettings = ProviderSettings<{ apiToken: string; webhookTokens: string[] }> | 'operator'

export const identityCheckSettings = (
  values: ValuesOf<typeof identityCheckVariables>,
  source: SettingsSource,
): IdentityCheckSettings => {
  if (values.KYC_PROVIDER !== 'onfido') return values.KYC_PROVIDER
  const { address, credential } = source.provider(values.ONFIDO_URL, {
    live: 'https://api.us.onfido.com/v3.6',
    sandboxPath: '/wire/onfido/v3.6',
  })
  const apiToken = credential('ONFIDO_API_TOKEN', values.ONFIDO_API_TOKEN, ({ onfidoApiToken }) => onfidoApiToken)
  const webhookTokens = credential(
    'ONFIDO_WEBHOOK_TOKEN',
    values.ONFIDO_WEBHOOK_TOKEN,
    ({ onfidoWebhookToken }) => onfidoWebhookToken,
  )
  return { ...address, apiToken, webhookTokens: list(webhookTokens) }
}

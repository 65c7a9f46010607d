import * as z from 'zod/mini'
import { httpUrl, text, type ValuesOf } from '#platform/config-forms.ts'
import type { ProviderSettings, SettingsSource } from '../settings.ts'

export const plaidVariables = {
  PLAID_URL: z.optional(httpUrl),
  PLAID_CLIENT_ID: z.optional(text),
  PLAID_SECRET: z.optional(text),
  BANK_LINK: z.optional(z.enum(['on', 'off'])),
}
type Values = ValuesOf<typeof plaidVariables>

export type PlaidSettings = ProviderSettings<{ clientId: string; secret: string }>

/** Where Plaid is; no credential is asked for before it is used. */
export const plaidAt = ({ PLAID_URL }: Pick<Values, 'PLAID_URL'>, source: SettingsSource) =>
  source.provider(PLAID_URL, { live: 'https://production.plaid.com', sandboxPath: '/wire/plaid' })

/** Whether people may link their bank: by default wherever no real money moves. */
export const isBankLinkOn = ({ BANK_LINK }: Pick<Values, 'BANK_LINK'>, production: boolean): boolean =>
  BANK_LINK === undefined ? !production : BANK_LINK === 'on'

/** Plaid serves the feed of our own account and the linking of people's accounts; it is off when `isUsed` by neither. */
export const plaidSettings = (values: Values, source: SettingsSource, isUsed: boolean): PlaidSettings => {
  if (!isUsed) return 'off'
  const { address, credential } = plaidAt(values, source)
  return {
    ...address,
    clientId: credential('PLAID_CLIENT_ID', values.PLAID_CLIENT_ID, ({ plaidClientId }) => plaidClientId),
    secret: credential('PLAID_SECRET', values.PLAID_SECRET, ({ plaidSecret }) => plaidSecret),
  }
}

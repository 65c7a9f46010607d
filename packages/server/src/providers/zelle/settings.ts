import * as z from 'zod/mini'
import { httpUrl, integer, text, type ValuesOf } from '#platform/config-forms.ts'
import { plaidAt } from '../plaid/settings.ts'
import type { SettingsSource } from '../settings.ts'

export const zelleVariables = {
  ZELLE_FEED: z._default(z.enum(['plaid', 'import', 'off']), 'plaid'),
  ZELLE_ADDRESS: z.optional(text),
  ZELLE_NAME: z._default(text, 'Puente'),
  ZELLE_PLAID_ACCESS_TOKEN: z.optional(text),
  ZELLE_PLAID_ACCOUNT_ID: z.optional(text),
  ZELLE_POLL_SECONDS: z._default(integer(5, 3_600), 30),
  PLAID_URL: z.optional(httpUrl),
}

/** Whom people pay, and how we learn that they did. */
export type ZelleSettings =
  | 'off'
  | {
      payTo: { address: string; name: string }
      pollSeconds: number
      sandbox: boolean
      /** Null: an operator brings the bank's list in, and nobody is asked. */
      plaid: { accessToken: string; accountId: string } | null
    }

export const zelleSettings = (values: ValuesOf<typeof zelleVariables>, source: SettingsSource): ZelleSettings => {
  if (values.ZELLE_FEED === 'off') return 'off'
  const { address, credential } = plaidAt(values, source)
  const payTo = {
    address: credential('ZELLE_ADDRESS', values.ZELLE_ADDRESS, () => 'pay@puente.test'),
    name: values.ZELLE_NAME,
  }
  const plaid = () => ({
    accessToken: credential(
      'ZELLE_PLAID_ACCESS_TOKEN',
      values.ZELLE_PLAID_ACCESS_TOKEN,
      ({ plaidAccessToken }) => plaidAccessToken,
    ),
    accountId: credential(
      'ZELLE_PLAID_ACCOUNT_ID',
      values.ZELLE_PLAID_ACCOUNT_ID,
      ({ plaidAccountId }) => plaidAccountId,
    ),
  })
  const isImported = values.ZELLE_FEED === 'import'
  return {
    payTo,
    pollSeconds: values.ZELLE_POLL_SECONDS,
    // The bank's own list is real wherever it comes from.
    sandbox: !isImported && address.sandbox,
    plaid: isImported ? null : plaid(),
  }
}

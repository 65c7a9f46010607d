/**
 * The linking of people's bank accounts by Hosted Link: a person is sent to Plaid's page, and what came of it is read here. Every
 * call throws `ProviderError`. Written against Plaid's API 2020-09-14.
 */
import { isRoutingNumber } from '@puente/contract'
import { ProviderError } from '../types.ts'
import type { Plaid } from './port.ts'

/** A visit to Plaid's page. The token is what the session is read by: it stays with us. */
export type LinkVisit = { token: string; url: string }

/** What came of a visit. A login that was renewed brings no public token: its access token goes on. */
export type LinkOutcome =
  | { state: 'waiting' }
  | { state: 'left' }
  | { state: 'linked'; publicToken: string | null; institution: string | null }

/** An account that takes credits by ACH, with its numbers in the clear. */
export type LinkedAccount = { accountNumber: string; routingNumber: string; accountType: 'Checking' | 'Savings' }

export type OpenLink = {
  /** Our own name for the person at Plaid. */
  userId: string
  language: 'en' | 'es' | 'ko'
  returnUrl: string
  webhookUrl: string
  lifeSeconds: number
  /** Of a login that its bank wants renewed. */
  accessToken: string | null
}

/** What people read on Plaid's page as the name of who asks; at most 30 characters. */
const CLIENT_NAME = 'Puente'

const openLink = async (plaid: Plaid, open: OpenLink): Promise<LinkVisit> => {
  const { CountryCode, DepositoryAccountSubtype, Products } = await import('plaid')
  const asked = {
    products: [Products.Auth],
    account_filters: {
      depository: { account_subtypes: [DepositoryAccountSubtype.Checking, DepositoryAccountSubtype.Savings] },
    },
  }
  const answer = await plaid.call((api) =>
    api.linkTokenCreate({
      client_name: CLIENT_NAME,
      language: open.language,
      country_codes: [CountryCode.Us],
      user: { client_user_id: open.userId },
      // In update mode products are not asked for again.
      ...(open.accessToken === null ? asked : { access_token: open.accessToken }),
      webhook: open.webhookUrl,
      hosted_link: { completion_redirect_uri: open.returnUrl, url_lifetime_seconds: open.lifeSeconds },
    }),
  )
  if (!answer.hosted_link_url) throw new ProviderError('unavailable', 'Plaid gave no page for the link')
  return { token: answer.link_token, url: answer.hosted_link_url }
}

const readLink = async (plaid: Plaid, token: string): Promise<LinkOutcome> => {
  const { link_sessions: sessions = [] } = await plaid.call((api) => api.linkTokenGet({ link_token: token }))
  const added = sessions.flatMap(({ results }) => results?.item_add_results ?? []).at(0)
  if (added)
    return { state: 'linked', publicToken: added.public_token, institution: added.institution?.name?.trim() || null }
  const finished = sessions.filter(({ finished_at: at }) => typeof at === 'string')
  if (finished.length === 0) return { state: 'waiting' }
  const isLeft = finished.every(({ exit, on_exit: onExit }) => (exit ?? onExit ?? null) !== null)
  return isLeft ? { state: 'left' } : { state: 'linked', publicToken: null, institution: null }
}

const TYPES: Readonly<Record<string, LinkedAccount['accountType']>> = { checking: 'Checking', savings: 'Savings' }

const readAccounts = async (plaid: Plaid, accessToken: string): Promise<LinkedAccount[]> => {
  const { accounts, numbers } = await plaid.call((api) => api.authGet({ access_token: accessToken }))
  const typeOf = new Map(accounts.map(({ account_id: id, subtype }) => [id, TYPES[subtype ?? '']]))
  return numbers.ach.flatMap(({ account_id: id, account, routing, can_transfer_in: takesCredits }) => {
    const accountType = typeOf.get(id)
    const isUsable = takesCredits !== false && /^\d{4,17}$/.test(account) && isRoutingNumber(routing)
    return accountType && isUsable ? [{ accountNumber: account, routingNumber: routing, accountType }] : []
  })
}

/** The bank wants to see its customer again before it tells more. */
export const isLoginRequired = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'ITEM_LOGIN_REQUIRED'

export const bankLinkOf = (plaid: Plaid) => ({
  open: (open: OpenLink): Promise<LinkVisit> => openLink(plaid, open),
  read: (token: string): Promise<LinkOutcome> => readLink(plaid, token),
  /** Serves once for each public token; after `unknownOutcome` it may have served. The access token is good until removed. */
  exchange: async (publicToken: string): Promise<string> =>
    (await plaid.call((api) => api.itemPublicTokenExchange({ public_token: publicToken }))).access_token,
  /** Checking and savings accounts that take credits; the others are left out. */
  accounts: (accessToken: string): Promise<LinkedAccount[]> => readAccounts(plaid, accessToken),
})

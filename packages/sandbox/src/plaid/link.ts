/** Linking of people's bank accounts by Hosted Link: what Plaid answers, the page for people, and the outcome of the next one. */
import type { FastifyInstance } from 'fastify'
import type {
  AccountBase,
  AuthGetResponse,
  ItemPublicTokenExchangeResponse,
  LinkTokenCreateResponse,
  LinkTokenGetResponse,
  LinkTokenGetSessionsResponse,
} from 'plaid'
import { matchRule } from '../core/next-queue.ts'
import type { World } from '../core/provider.ts'
import { randomHex } from '../core/random.ts'
import { integer, list, object, oneOf, optional, text, webAddress } from '../core/shape.ts'
import { readControl, requireJson } from '../http/guard.ts'
import type { Hosts } from '../http/page-forms.ts'
import { createLinkStore, type Item, linkOutcomes, type LinkSession } from './link-store.ts'
import { registerLinkPages } from './link-pages.ts'
import { invalidField, PlaidRefusal, requestId } from './plaid-error.ts'
import { readBody, type PlaidPart } from './wire.ts'

type Notify = (body: { webhook_type: string; webhook_code: string } & Record<string, unknown>, objectId: string) => void

const token = text({ max: 200 })
const createShape = object({
  client_name: text({ max: 30 }),
  language: oneOf(['en', 'es', 'ko']),
  country_codes: list(oneOf(['US'])),
  user: object({ client_user_id: text({ max: 128 }) }),
  products: optional(list(oneOf(['auth']))),
  access_token: optional(token),
  account_filters: optional(object({ depository: object({ account_subtypes: list(oneOf(['checking', 'savings'])) }) })),
  webhook: optional(webAddress),
  hosted_link: object({
    completion_redirect_uri: optional(webAddress),
    url_lifetime_seconds: optional(integer({ min: 60, max: 30 * 86_400 })),
  }),
})
const linkTokenShape = object({ link_token: token })
const publicTokenShape = object({ public_token: token })
const accessTokenShape = object({ access_token: token })
const nextBody = object({ outcome: oneOf(linkOutcomes), match: matchRule })

const defaultLifeSeconds = 1800

const refused = (code: string, message: string) => new PlaidRefusal(400, 'INVALID_INPUT', code, message)

const renderAccount = (item: Item) =>
  item.accounts.map(({ id, kind, number }) => ({
    account_id: id,
    balances: { available: 100, current: 110, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
    mask: number.slice(-4),
    name: `${item.bank.name} ${kind}`,
    official_name: null,
    type: 'depository' as AccountBase['type'],
    subtype: kind as AccountBase['subtype'],
  }))

const renderSession = ({ result }: LinkSession): LinkTokenGetSessionsResponse[] => {
  if (!result) return []
  const { at, sessionId, item, publicToken } = result
  const institution = item && { name: item.bank.name, institution_id: item.bank.id }
  const accounts = (item?.accounts ?? []).map(({ id, kind, number }) => ({
    id,
    name: kind,
    mask: number.slice(-4),
    type: 'depository',
    subtype: kind,
  }))
  return [
    {
      link_session_id: sessionId,
      started_at: at.toISOString(),
      finished_at: at.toISOString(),
      exit: item ? null : { error: null, metadata: null },
      events: [],
      results: {
        item_add_results: publicToken === null ? [] : [{ public_token: publicToken, accounts, institution }],
        cra_item_add_results: [],
        cra_update_results: [],
        bank_income_results: [],
        payroll_income_results: [],
        document_income_results: null,
      },
    },
  ]
}

export const createLinkPart = (world: World, { hosts, notify }: { hosts: Hosts; notify: Notify }): PlaidPart => {
  const store = createLinkStore(world, (session, { sessionId, item, publicToken }) =>
    notify(
      {
        webhook_type: 'LINK',
        webhook_code: 'SESSION_FINISHED',
        status: item ? 'SUCCESS' : 'EXITED',
        link_session_id: sessionId,
        link_token: session.token,
        ...(publicToken !== null && { public_token: publicToken, public_tokens: [publicToken] }),
        environment: 'sandbox',
      },
      session.token,
    ),
  )

  const create = (body: unknown) => {
    const asked = readBody(createShape, body)
    const updates = asked.access_token === undefined ? null : store.items.get(asked.access_token)
    if (updates === undefined) throw refused('INVALID_ACCESS_TOKEN', 'could not find matching access token')
    if (!updates && asked.products === undefined) throw invalidField('products must not be empty')
    const { completion_redirect_uri: returnUrl = null, url_lifetime_seconds: life } = asked.hosted_link
    const createdAt = world.clock.now()
    const session: LinkSession = {
      token: `link-sandbox-${randomHex(32)}`,
      language: asked.language,
      userId: asked.user.client_user_id,
      returnUrl,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + (life ?? defaultLifeSeconds) * 1000),
      updates,
      result: null,
    }
    store.open(session)
    return {
      link_token: session.token,
      expiration: session.expiresAt.toISOString(),
      hosted_link_url: `${world.urls.public}/link/${session.token}`,
      request_id: requestId(),
    } satisfies LinkTokenCreateResponse
  }

  const read = (body: unknown) => {
    const session = store.sessions.get(readBody(linkTokenShape, body).link_token)
    if (!session) throw refused('INVALID_LINK_TOKEN', 'invalid link_token provided')
    return {
      link_token: session.token,
      created_at: session.createdAt.toISOString(),
      expiration: session.expiresAt.toISOString(),
      link_sessions: renderSession(session),
      metadata: {
        initial_products: ['auth' as never],
        webhook: null,
        country_codes: ['US' as never],
        language: session.language,
        redirect_uri: null,
        client_name: 'Puente',
      },
      request_id: requestId(),
    } satisfies LinkTokenGetResponse
  }

  const exchange = (body: unknown) => {
    const item = store.exchange(readBody(publicTokenShape, body).public_token)
    if (!item) throw refused('INVALID_PUBLIC_TOKEN', 'could not find matching public token')
    return {
      access_token: item.accessToken,
      item_id: item.id,
      request_id: requestId(),
    } satisfies ItemPublicTokenExchangeResponse
  }

  const auth = (body: unknown) => {
    const item = store.items.get(readBody(accessTokenShape, body).access_token)
    if (!item) throw refused('INVALID_ACCESS_TOKEN', 'could not find matching access token')
    if (item.needsLogin)
      throw new PlaidRefusal(400, 'ITEM_ERROR', 'ITEM_LOGIN_REQUIRED', 'the login details of this item have changed')
    return {
      accounts: renderAccount(item),
      numbers: {
        ach: item.accounts.map(({ id, number }) => ({
          account_id: id,
          account: number,
          routing: item.bank.routing,
          wire_routing: null,
          is_tokenized_account_number: false,
          can_transfer_in: true,
          can_transfer_out: true,
        })),
        eft: [],
        international: [],
        bacs: [],
      },
      item: {
        item_id: item.id,
        institution_id: item.bank.id,
        institution_name: item.bank.name,
        webhook: null,
        error: null,
        available_products: [],
        billed_products: [],
        consent_expiration_time: null,
        update_type: 'background' as never,
      },
      request_id: requestId(),
    } satisfies AuthGetResponse
  }

  return {
    addWire(scope) {
      scope.post('/link/token/create', async (request) => create(request.body))
      scope.post('/link/token/get', async (request) => read(request.body))
      scope.post('/item/public_token/exchange', async (request) => exchange(request.body))
      scope.post('/auth/get', async (request) => auth(request.body))
    },
    register(app: FastifyInstance) {
      app.post('/bank-link/next', { preHandler: requireJson }, async (request) => {
        const { outcome, match } = readControl(nextBody, request.body)
        return { queued: store.next.add(outcome, match) }
      })
      void registerLinkPages(app, store, hosts)
    },
    reset: () => store.clear(),
  }
}

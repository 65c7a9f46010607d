/**
 * One issuer: the OpenID Connect of `oidc-provider`, with the accounts and keys of this sandbox. Every sign-in asks which
 * account, as the real ones do for an app that wants it; PKCE is required.
 */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import Provider, { interactionPolicy } from 'oidc-provider'
import type { Adapter, AdapterPayload, Configuration, JWK } from 'oidc-provider'
import { createBoundedMap } from '../core/bounded.ts'
import { html, markup } from '../http/html.ts'
import type { Accounts } from './accounts.ts'
import { isAppleSecret, publicHalf } from './client-secret.ts'
import { CLIENT_ID, type IssuerName } from './issuers.ts'

type Options = {
  name: IssuerName
  /** As browsers and the server both name it. */
  url: string
  redirectUris: string[]
  accounts: Accounts
  secrets: { googleSecret: string; applePrivateKey: string }
}

const makePair = promisify(generateKeyPair)

/** Google signs with RSA. The other one signs with an elliptic curve, so that both are met. */
const signingKey = async (name: IssuerName): Promise<JWK> => {
  const { privateKey } =
    name === 'google' ? await makePair('rsa', { modulusLength: 2048 }) : await makePair('ec', { namedCurve: 'P-256' })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', kid: randomBytes(6).toString('hex') }
}

/** What the issuer remembers between two requests, in memory and bounded. */
const memoryAdapter = () => {
  const entries = createBoundedMap<AdapterPayload>()
  const uids = createBoundedMap<string>()
  return (model: string): Adapter => {
    const key = (id: string) => `${model}:${id}`
    const find = async (id: string) => {
      const entry = entries.get(key(id))
      return entry?.exp !== undefined && entry.exp * 1000 < Date.now() ? undefined : entry
    }
    return {
      upsert: async (id, payload) => {
        entries.set(key(id), payload)
        if (payload.uid !== undefined) uids.set(payload.uid, id)
      },
      find,
      findByUid: async (uid) => find(uids.get(uid) ?? ''),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = entries.get(key(id))
        if (entry) entry.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const entry of entries.newest()) if (entry.grantId === grantId) entry.consumed = 1
      },
    }
  }
}

/** A person is asked at every sign-in, although the issuer may still know them. */
const askingPolicy = () => {
  const policy = interactionPolicy.base()
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('chosen', 'an account must be chosen', 'login_required', ({ oidc }) =>
        oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

const clientOf = ({ name, redirectUris, secrets }: Options) => ({
  client_id: CLIENT_ID[name],
  client_secret: name === 'google' ? secrets.googleSecret : 'a-token-signed-by-the-team',
  token_endpoint_auth_method: 'client_secret_post' as const,
  redirect_uris: redirectUris,
  response_types: ['code' as const],
  grant_types: ['authorization_code'],
  id_token_signed_response_alg: name === 'google' ? ('RS256' as const) : ('ES256' as const),
})

/** No sign-in outlives its answer: the next one may be another person's, in the same browser. */
const forgetAfterwards = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'resume') await ctx.oidc.session?.destroy()
  })
}

/** Apple tells a name once, when a person first comes, as one more field of the form; its ID tokens have none. */
const tellNameOnce = (provider: Provider, accounts: Accounts) => {
  const told = new Set<string>()
  provider.use(async (ctx, next) => {
    await next()
    const account = accounts.get(ctx.oidc?.session?.accountId ?? '')
    if (typeof ctx.body !== 'string' || !ctx.body.includes('name="code"') || !account || told.has(account.sub)) return
    told.add(account.sub)
    const [firstName = '', ...others] = account.name.split(' ')
    const user = JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email: account.email })
    const field = markup(html`<input type="hidden" name="user" value="${user}" />`)
    ctx.body = ctx.body.replace('<noscript>', () => `${field}<noscript>`)
  })
}

export const createIssuer = async (options: Options): Promise<Provider> => {
  const { name, url, accounts, secrets } = options
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [clientOf(options)],
    jwks: { keys: [await signingKey(name)] },
    cookies: { keys: [randomBytes(32).toString('hex')], names: { session: `_${name}_session` } },
    scopes: ['openid', 'email', ...(name === 'apple' ? ['name'] : ['profile'])],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], ...(name === 'apple' ? {} : { profile: ['name'] }) },
    // The ID token tells all there is.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { policy: askingPolicy(), url: (_ctx, { uid }) => `/oidc/${name}/choose/${uid}` },
    ttl: { AuthorizationCode: 60, AccessToken: 300, IdToken: 300, Interaction: 600, Session: 3600, Grant: 3600 },
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub)
      if (!account) return undefined
      const { email, emailVerified, name: fullName } = account
      return { accountId: sub, claims: () => ({ sub, email, email_verified: emailVerified, name: fullName }) }
    },
    // The page has asked already what the app may learn.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (!client || session?.accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
    expiresWithSession: async () => false,
    renderError: (ctx, out) => {
      ctx.type = 'json'
      ctx.body = out
    },
  }
  const provider = new Provider(url, configuration)
  forgetAfterwards(provider)
  if (name === 'apple') {
    const key = publicHalf(secrets.applePrivateKey)
    provider.Client.prototype.compareClientSecret = (secret: string) => isAppleSecret(secret, { key, issuer: url })
    tellNameOnce(provider, accounts)
  }
  return provider
}

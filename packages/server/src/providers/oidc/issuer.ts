/**
 * One issuer over `openid-client`: code flow with PKCE, state and nonce. Nothing the issuer hands out (code, access token, ID
 * token) leaves this file; its errors are replaced by ours, since theirs hold the answers they are about.
 */
import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientAuth, Configuration, IDToken } from 'openid-client'
import { isLoopback } from '#platform/loopback.ts'
import { ProviderError } from '../types.ts'
import type { SocialLogin, SocialPerson, SocialReturn } from './port.ts'
import type { ClientProof, IssuerSettings } from './settings.ts'

/** Each call to the issuer; the person waits, and the browser must get an answer. */
const TIMEOUT_SECONDS = 5
/** How long its description and keys are believed before they are read again. */
const DESCRIBED_MS = 3_600_000
const SECRET_SECONDS = 300

const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

/** Apple's client secret: a token of our own, minted for each request. */
const signedSecret =
  ({ teamId, keyId, privateKey }: Extract<ClientProof, { kind: 'signed' }>): ClientAuth =>
  async (server, client, body) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(client.client_id)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(`${SECRET_SECONDS}s`)
      .sign(createPrivateKey(privateKey))
    body.set('client_id', client.client_id)
    body.set('client_secret', secret)
  }

type Coded = { name?: string; code?: string; error?: string; status?: number; cause?: Coded }

const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])
/** The issuer answered with an error page, or with nothing that is JSON. */
const NO_SENSE = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'])

/** What a failure means. Only codes are kept of it. */
const translated = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const { code, error: word, status, cause } = (error ?? {}) as Coded
  const said = word ?? code ?? cause?.code ?? 'nothing'
  const because = { code: said }
  if (status !== undefined && status >= 500) return new ProviderError('unavailable', 'the issuer failed', because)
  if (word === 'invalid_client') return new ProviderError('auth', 'the issuer does not take our credentials', because)
  if (word !== undefined) return new ProviderError('declined', `the issuer said ${word}`, because)
  // `fetch` fails with a bare TypeError.
  const isAway =
    error instanceof TypeError ||
    NO_ANSWER.has(code ?? '') ||
    (NO_SENSE.has(code ?? '') && (cause?.status ?? 500) >= 500)
  if (isAway) return new ProviderError('unavailable', 'the issuer cannot be reached', because)
  return new ProviderError('invalid', `the issuer's answer does not hold: ${said}`, because)
}

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw translated(error)
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** The name that Apple tells once, in the form of the first sign-in: `{"name":{"firstName":"…","lastName":"…"}}`. */
const nameInForm = ({ user }: SocialReturn): string | null => {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: { firstName?: unknown; lastName?: unknown } }
    return textOf([textOf(name?.firstName), textOf(name?.lastName)].filter((part) => part !== null).join(' '))
  } catch {
    return null
  }
}

type Said = Pick<IDToken, 'iss' | 'sub'> & Readonly<Record<string, unknown>>

const personOf = ({ iss, sub, ...claims }: Said, answer: SocialReturn): SocialPerson => ({
  issuer: iss,
  subject: sub,
  email: textOf(claims['email']),
  // Apple writes it as a text.
  emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
  name: textOf(claims['name']) ?? nameInForm(answer),
})

/** @param redirectUri as registered with the issuer */
export const createIssuer = (settings: IssuerSettings, redirectUri: string): SocialLogin => {
  const { id, name, url, clientId, proof, usesForm } = settings
  let described: { at: number; configuration: Promise<Configuration> } | null = null

  const discover = async ({
    discovery,
    ClientSecretPost,
    allowInsecureRequests,
    enableNonRepudiationChecks,
  }: Library) => {
    const auth = proof.kind === 'secret' ? ClientSecretPost(proof.secret) : signedSecret(proof)
    // Its signature counts although the token comes straight from the issuer: keys tell more than a connection.
    const execute = [enableNonRepudiationChecks, ...(isLoopback(new URL(url).hostname) ? [allowInsecureRequests] : [])]
    return discovery(new URL(url), clientId, undefined, auth, { execute, timeout: TIMEOUT_SECONDS })
  }

  /** The issuer as it describes itself; a failure is not remembered. */
  const configurationOf = async (client: Library): Promise<Configuration> => {
    const now = performance.now()
    if (described && now - described.at < DESCRIBED_MS) return described.configuration
    const configuration = discover(client)
    described = { at: now, configuration }
    configuration.catch(() => (described = null))
    return configuration
  }

  return {
    id,
    name,
    begin: ({ state, nonce, verifier }, { fresh, language }) =>
      guarded(async () => {
        const client = await library()
        const configuration = await configurationOf(client)
        return client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile'.replace(usesForm ? 'profile' : '', usesForm ? 'name' : ''),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ui_locales: language,
          ...(usesForm ? { response_mode: 'form_post' } : {}),
          ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
        }).href
      }),
    finish: (answer, { state, nonce, verifier }, { fresh }) =>
      guarded(async () => {
        const client = await library()
        const configuration = await configurationOf(client)
        const returned = new URL(redirectUri)
        for (const [field, value] of Object.entries(answer))
          if (field !== 'user') returned.searchParams.set(field, value)
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // The proof is as young as the question, give or take what the issuer's clock is off.
          ...(fresh ? { maxAge: FRESH_SECONDS } : {}),
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderError('invalid', 'the issuer sent no ID token')
        if (textOf(claims['email']) !== null) return personOf(claims, answer)
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {}
        return personOf({ ...more, ...claims }, answer)
      }),
  }
}

/** How old a proof may be that had to be made again. */
const FRESH_SECONDS = 300

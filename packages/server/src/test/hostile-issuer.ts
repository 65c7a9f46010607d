/** An issuer that says whatever a test wants: the honest one of the sandbox cannot be made to lie. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const CLIENT_ID = 'puente-at-other'

/** What the next ID token is like; everything unsaid is as it should be. */
export type Lie = {
  claims?: JWTPayload
  /** Leaves out of the claims. */
  without?: string[]
  /** Signed by a key that the issuer does not publish. */
  foreignKey?: boolean
  /** No signature at all, and saying so. */
  unsigned?: boolean
  /** Changes the claims after they were signed. */
  altered?: JWTPayload
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

export const hostileIssuer = async () => {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' }
  const state = {
    lie: {} as Lie,
    /** What it calls itself in its description; its address unless a test says otherwise. */
    issuer: '',
    nonce: '',
    person: {
      sub: 'subject-1',
      email: 'someone@example.com',
      email_verified: true,
      name: 'Someone Else',
    } as JWTPayload,
    /** What was asked of the token endpoint. */
    asked: [] as URLSearchParams[],
    /** What it handed out, which nobody else may see. */
    handedOut: [] as string[],
  }

  const idToken = async (url: string): Promise<string> => {
    const { claims = {}, without = [], foreignKey, unsigned, altered } = state.lie
    const now = Math.floor(Date.now() / 1000)
    const all: JWTPayload = {
      iss: url,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce: state.nonce,
      ...state.person,
      ...claims,
    }
    for (const name of without) delete all[name]
    if (unsigned) return `${base64({ alg: 'none' })}.${base64(all)}.`
    const signed = await new SignJWT(all)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(foreignKey ? foreign.privateKey : own.privateKey)
    if (!altered) return signed
    const [head = '', , signature = ''] = signed.split('.')
    return `${head}.${base64({ ...all, ...altered })}.${signature}`
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const send = (body: object) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer: state.issuer === '' ? url : state.issuer,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      })
    if (request.url === '/jwks') return send({ keys: [jwk] })
    state.asked.push(await bodyOf(request))
    const [access, id] = [`access-${state.asked.length}-secret`, await idToken(url)]
    state.handedOut.push(access, id)
    return send({ access_token: access, token_type: 'Bearer', expires_in: 60, id_token: id })
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    state,
    url,
    clientId: CLIENT_ID,
    env: {
      OIDC_PROVIDERS: 'google,apple,other',
      OIDC_OTHER_ISSUER: url,
      OIDC_OTHER_CLIENT_ID: CLIENT_ID,
      OIDC_OTHER_CLIENT_SECRET: 'a-secret-of-both',
      OIDC_OTHER_LABEL: 'Other',
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What a browser can bring back that must not be believed. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { hostileIssuer, type Lie } from '#test/hostile-issuer.ts'
import { aUser, PASSWORD } from '#test/factories.ts'
import { aBrowser, type Browser } from '#test/social.ts'
import { appOfFile } from '#test/suite.ts'

const issuer = await hostileIssuer()
const app = appOfFile(issuer.env)
afterAll(() => issuer.close())

beforeEach(() => {
  const sub = newId()
  Object.assign(issuer.state, {
    lie: {},
    issuer: '',
    asked: [],
    handedOut: [],
    person: { sub, email: `${sub}@example.com`, email_verified: true, name: 'Someone Else' },
  })
})

const callback = (provider: string, fields: Record<string, string>) => ({
  method: 'GET' as const,
  url: `${app.url}/api/auth/social/${provider}/callback?${new URLSearchParams(fields).toString()}`,
  body: null,
})

/** Begins at the hostile issuer, which notes the nonce; what it would send the browser back with. */
const begun = async (browser: Browser) => {
  const url = new URL(await browser.begin('other'))
  issuer.state.nonce = url.searchParams.get('nonce') ?? ''
  const fields = { code: 'a-code', state: url.searchParams.get('state') ?? '', iss: issuer.url }
  return { url, fields, answer: callback('other', fields) }
}

const cameBack = async (browser: Browser): Promise<{ socialToken: string | undefined }> => ({
  socialToken: (await browser.bring((await begun(browser)).answer)).more['token'],
})
const entered = async (browser: Browser): Promise<string> => browser.open(await cameBack(browser))

const accounts = async () => (await app.services.db.selectFrom('users').select('owner_id').execute()).length

test('the way that is honest opens an account, with PKCE, and hands nothing of the issuer to the browser (V10.1.1, V10.2.1)', async () => {
  const browser = aBrowser(app)
  const { url, answer } = await begun(browser)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    response_type: 'code',
    redirect_uri: `${app.url}/api/auth/social/other/callback`,
  })
  const response = await browser.go(answer.url, { headers: { 'sec-fetch-site': 'cross-site' } })
  const seen = JSON.stringify([...response.headers]) + (await response.text())
  expect(seen).toContain('social=token')
  for (const secret of ['a-code', ...issuer.state.handedOut]) expect(seen).not.toContain(secret)
  expect(issuer.state.asked[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('an answer without a state, with an unknown one, or with one that was used is refused unasked (V10.2.1)', async () => {
  const browser = aBrowser(app)
  const { fields, answer } = await begun(browser)
  const { state, ...stateless } = fields
  for (const wrong of [stateless, { ...fields, state: `${state}x` }, { ...fields, state: '' }])
    expect((await browser.bring(callback('other', wrong))).outcome).toBe('expired')
  expect(issuer.state.asked).toEqual([])
  expect((await browser.bring(answer)).outcome).toBe('token')
  expect((await browser.bring(answer)).outcome).toBe('expired')
  expect(issuer.state.asked).toHaveLength(1)
})

test('an answer that comes after ten minutes is refused', async () => {
  const browser = aBrowser(app)
  const { answer } = await begun(browser)
  app.clock.advance(600_000)
  expect((await browser.bring(answer)).outcome).toBe('expired')
})

test('an answer brought by another browser is refused, and is still good in the one that began (V10.1.2)', async () => {
  const [browser, stranger, other] = [aBrowser(app), aBrowser(app), aBrowser(app)]
  const { answer } = await begun(browser)
  await stranger.begin('other')
  expect((await stranger.bring(answer)).outcome).toBe('expired')
  expect((await other.bring(answer)).outcome).toBe('expired')
  expect((await browser.bring(answer)).outcome).toBe('token')
})

test('a link with a token does not sign a visitor in to the account of its maker (login CSRF, V10.1.2)', async () => {
  const [attacker, visitor, other] = [aBrowser(app), aBrowser(app), aBrowser(app)]
  const token = await cameBack(attacker)
  await visitor.begin('other')
  const refused = { status: 401, code: 'invalidToken' }
  for (const browser of [visitor, other]) expect(await browser.post('/auth/session', token)).toMatchObject(refused)
  const { email } = await aUser(app.services)
  const byPassword = await attacker.post('/auth/email/sign-in', { email, password: PASSWORD })
  const { token: socialToken } = byPassword.data as unknown as { token: string }
  expect(await visitor.post('/auth/session', { socialToken })).toMatchObject(refused)
  expect(await attacker.post('/auth/session', { token: token.socialToken })).toMatchObject(refused)
  expect(await attacker.open(token)).toBeTypeOf('string')
})

test('an answer of one issuer at the address of another is refused (mix-up, V10.2.2)', async () => {
  const browser = aBrowser(app)
  const { fields } = await begun(browser)
  expect((await browser.bring(callback('google', fields))).outcome).toBe('expired')
  const again = await begun(browser)
  const foreign = { ...again.fields, iss: 'https://accounts.google.com' }
  expect((await browser.bring(callback('other', foreign))).outcome).toBe('refused')
  const third = await begun(browser)
  const { iss: _, ...unsaid } = third.fields
  expect((await browser.bring(callback('other', unsaid))).outcome).toBe('refused')
  expect(issuer.state.asked).toEqual([])
})

const LIES: [string, Lie][] = [
  ['without a nonce (V10.5.1)', { without: ['nonce'] }],
  ['with the nonce of another sign-in (V10.5.1)', { claims: { nonce: 'another' } }],
  ['for another client (V10.5.4)', { claims: { aud: 'somebody-else' } }],
  ['for several clients without saying for which (V10.5.4)', { claims: { aud: [issuer.clientId, 'somebody-else'] } }],
  ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['that is unsigned (V6.8.2)', { unsigned: true }],
  ['signed by another key (V6.8.2)', { foreignKey: true }],
  ['changed after it was signed (V6.8.2)', { altered: { sub: 'the-victim' } }],
  ['that has expired', { claims: { exp: 1_600_000_000 } }],
  ['without a subject', { without: ['sub'] }],
]
test.each(LIES)('an ID token %s opens nothing', async (_, lie) => {
  issuer.state.lie = lie
  const before = await accounts()
  const browser = aBrowser(app)
  const { answer } = await begun(browser)
  expect(await browser.bring(answer)).toMatchObject({ screen: '/sign-in', outcome: 'refused' })
  expect(await accounts()).toBe(before)
})

test('a proof that has to be fresh is none without the time of the login, or with an old one (V6.8.4)', async () => {
  const browser = aBrowser(app)
  const bearer = await entered(browser)
  const proving = async (claims: Lie['claims']) => {
    issuer.state.lie = { claims }
    const { data } = await browser.post('/auth/social/other/prove', {}, bearer)
    const asked = new URL((data as unknown as { url: string }).url).searchParams
    expect(asked.get('max_age')).toBe('0')
    issuer.state.nonce = asked.get('nonce') ?? ''
    const fields = { code: 'a-code', state: asked.get('state') ?? '', iss: issuer.url }
    return (await browser.bring(callback('other', fields))).outcome
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await proving({})).toBe('refused')
  expect(await proving({ auth_time: now - 3600 })).toBe('refused')
  expect(await proving({ auth_time: now })).toBe('proved')
})

test('where to go on afterwards is a place in the application, and nothing else', async () => {
  const browser = aBrowser(app)
  const foreign = ['https://evil.example', '//evil.example', String.raw`/\evil.example`, '/\t/evil.example', 'home']
  const noAddress = ['/a\r\nSet-Cookie: x=1', '/a\n', '/\u2028', '/\u0000', '/a b', '/한국']
  for (const returnTo of [...foreign, ...noAddress]) {
    const { status, code } = await browser.post('/auth/social/other/start', { returnTo })
    expect({ status, code }).toEqual({ status: 400, code: 'invalidRequest' })
  }
  expect(await browser.post('/auth/social/nobody/start', {})).toMatchObject({ status: 404, code: 'notFound' })
})

test('whatever goes wrong at the return leads to a screen of ours', async () => {
  const browser = aBrowser(app)
  const bearer = await entered(browser)
  const { data } = await browser.post('/auth/social/other/prove', { returnTo: '/settings/%ED%95%9C?x=1' }, bearer)
  const { searchParams } = new URL((data as unknown as { url: string }).url)
  const fields = { error: 'access_denied', state: searchParams.get('state') ?? '', iss: issuer.url }
  // A flow that an earlier version kept, with what is now refused.
  await app.services.db.updateTable('social_flows').set({ return_to: '/한국\r\nSet-Cookie: x=1' }).execute()
  const landed = await browser.bring(callback('other', fields))
  expect(landed).toMatchObject({ screen: '/%ED%95%9C%EA%B5%ADSet-Cookie:%20x=1', outcome: 'cancelled' })
  expect(await browser.bring(callback('nobody', fields))).toMatchObject({ screen: '/sign-in', outcome: 'unavailable' })
  const large = { method: 'POST', url: `${app.url}/api/auth/social/other/callback` } as const
  expect(await browser.bring({ ...large, body: new URLSearchParams({ code: 'x'.repeat(20_000) }) })).toMatchObject({
    screen: '/sign-in',
    outcome: 'unavailable',
  })
})

test('an issuer that describes itself under another name is not asked anything (V10.5.3)', async () => {
  const other = await hostileIssuer()
  other.state.issuer = 'https://accounts.google.com'
  const { createIssuer } = await import('#providers/oidc/issuer.ts')
  const login = createIssuer(
    {
      id: 'other',
      name: 'Other',
      url: other.url,
      sandbox: true,
      clientId: other.clientId,
      proof: { kind: 'secret', secret: 's' },
      usesForm: false,
    },
    `${app.url}/api/auth/social/other/callback`,
  )
  const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
  await expect(login.begin(secrets, { fresh: false, language: 'en' })).rejects.toMatchObject({ kind: 'invalid' })
  await other.close()
})

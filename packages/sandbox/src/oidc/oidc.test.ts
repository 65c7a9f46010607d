import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type TestWorld } from '../test/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

type Description = { issuer: string; authorization_endpoint: string; token_endpoint: string }

const describe = async (issuer: string) => {
  const answer = await fetch(`http://localhost:${world.sandbox.port}/oidc/${issuer}/.well-known/openid-configuration`)
  return (await answer.json()) as Description
}

test.each(['google', 'apple'])('%s describes itself under the address that browsers know it by', async (issuer) => {
  const url = `http://localhost:${world.sandbox.port}/oidc/${issuer}`
  expect(await describe(issuer)).toMatchObject({
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
  })
})

test('a request without PKCE comes back with an error, and a client without its secret gets nothing', async () => {
  const { authorization_endpoint: authorize, token_endpoint: token } = await describe('google')
  const asked = new URLSearchParams({
    client_id: 'puente-web',
    redirect_uri: 'http://app.puente.test:3000/api/auth/social/google/callback',
    response_type: 'code',
    scope: 'openid email profile',
    state: 'a-state',
  })
  const back = await fetch(`${authorize}?${asked.toString()}`, { redirect: 'manual' })
  expect(back.headers.get('location')).toContain('error=invalid_request')
  const grant = { grant_type: 'authorization_code', code: 'x', client_id: 'puente-web', client_secret: 'wrong' }
  const answer = await fetch(token, { method: 'POST', body: new URLSearchParams(grant) })
  expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
})

test('each issuer has two accounts to begin with, and a changed address keeps its subject', async () => {
  const { body } = await world.read('/oidc/apple/accounts')
  expect(body).toMatchObject([{ name: 'Elena Prado', emailVerified: true }, { name: 'Marco Ruiz' }])
  const [{ sub }] = body as [{ sub: string }]
  const changed = await world.control(`/oidc/apple/accounts/${sub}`, { email: 'elena@example.net' })
  expect(changed.body).toMatchObject({ sub, email: 'elena@example.net' })
  expect((await world.control('/oidc/apple/accounts/nobody', { name: 'X' })).status).toBe(404)
})

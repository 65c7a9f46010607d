/** People who can send to one another, made through the calls of the product; only what a person proves elsewhere is set. */
import { randomUUID } from 'node:crypto'
import { userId } from '@puente/contract'
import type { Pool } from 'pg'

export type Person = {
  /** Bare uuid. */
  id: string
  /** As it goes over the wire. */
  userId: string
  /** A bearer that is good for another minute at least. */
  bearer: (origin: string) => Promise<string>
}

type Answer<Data> = { data: Data }

const post = async <Data>(origin: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return { data: ((await response.json()) as Answer<Data>).data, response }
}

const authorization = (bearer: string): Record<string, string> => ({ authorization: `Bearer ${bearer}` })
/** Bearers live five minutes. */
const FRESH_MS = 180_000

const get = async <Data>(origin: string, path: string): Promise<Data> => {
  const response = await fetch(`${origin}/api${path}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as Answer<Data>).data
}

/** Signs somebody up with a session and that much money, at the highest tier. */
export const aPerson = async (origin: string, admin: Pool, cents: number): Promise<Person> => {
  const tag = randomUUID().replaceAll('-', '')
  const form = { email: `${tag}@soak.example.com`, password: `Bridge over ${tag} 7X`, business: false, lang: 'en' }
  const letters = tag.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  const { data: signedUp } = await post<{ token: string }>(origin, '/auth/email/sign-up', {
    ...form,
    fullName: `Ana ${letters.slice(0, 12)}`,
  })
  const { data: session, response } = await post<{ bearer: string }>(origin, '/auth/session', {
    token: signedUp.token,
  })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('__Host-puente='))
  let bearer = session.bearer
  let bearerAt = Date.now()
  const { termsVersion } = await get<{ termsVersion: string }>(origin, '/content/config')
  await post(origin, '/terms/accept', { version: termsVersion, lang: 'en' }, authorization(bearer))
  const { rows } = await admin.query<{ id: string }>('select owner_id as id from users where email = $1', [form.email])
  const id = rows[0]?.id
  if (id === undefined || cookie === undefined) throw new Error('a person was signed up without an id or a session')
  await admin.query(
    `update users set email_verified_at = now(), phone_verified_at = now(), tier = 2 where owner_id = $1`,
    [id],
  )
  await admin.query('update directory set can_receive = true where owner_id = $1', [id])
  const funds = { amount: cents }
  await post(origin, '/deposit/test', funds, { ...authorization(bearer), 'idempotency-key': randomUUID() })
  return {
    id,
    userId: userId(id),
    bearer: async (from) => {
      if (Date.now() - bearerAt > FRESH_MS) {
        const { data } = await post<{ bearer: string }>(from, '/auth/session/refresh', {}, { cookie })
        bearer = data.bearer
        bearerAt = Date.now()
      }
      return bearer
    },
  }
}

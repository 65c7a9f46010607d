/** People who can send to one another, made through the calls of the product; only what a person proves elsewhere is set. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { userId } from '@puente/contract'
import type { Pool } from 'pg'

export type Credentials = { email: string; password: string }

export type Person = {
  /** Bare uuid. */
  id: string
  /** As it goes over the wire. */
  userId: string
  credentials: Credentials
  /** A bearer that is good for another minute at least. */
  bearer: (origin: string) => Promise<string>
  /** Asks for a new cookie with the password, as after a lock; answers the status, or null when no answer comes. */
  rotate: (origin: string) => Promise<number | null>
  /** Signs in with the password: a session of its own from here on. */
  signIn: (origin: string) => Promise<void>
}

/** A server that is starting, or busy with everybody's passwords at once, says so and is asked again. */
const PATIENT_TRIES = 60
const PAUSE_MS = 500

type Answer<Data> = { data: Data }

/** Every call is served, refused or told to come back within this time; then it is given up. */
export const ANSWER_MS = 10_000

const send = (origin: string, path: string, body: object, headers: Record<string, string>): Promise<Response> =>
  fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  })

const post = async <Data>(origin: string, path: string, body: object, headers: Record<string, string> = {}) => {
  let response = await send(origin, path, body, headers)
  for (let tries = 0; response.status === 503 && tries < PATIENT_TRIES; tries += 1) {
    await response.arrayBuffer()
    await sleep(PAUSE_MS)
    response = await send(origin, path, body, headers)
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return { data: ((await response.json()) as Answer<Data>).data, response }
}

const authorization = (bearer: string): Record<string, string> => ({ authorization: `Bearer ${bearer}` })
/** Bearers live five minutes. */
const FRESH_MS = 180_000

const cookieOf = (response: Response): string => {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const pair = pairs.find((one) => one.startsWith('__Host-puente='))
  if (pair === undefined) throw new Error('a session came without its cookie')
  return pair
}

const get = async <Data>(origin: string, path: string): Promise<Data> => {
  const response = await fetch(`${origin}/api${path}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as Answer<Data>).data
}

/** Exchanges a token of sign-up or sign-in for a session. */
const openSession = async (origin: string, token: string): Promise<{ bearer: string; cookie: string }> => {
  const { data, response } = await post<{ bearer: string }>(origin, '/auth/session', { token })
  return { bearer: data.bearer, cookie: cookieOf(response) }
}

/** Signs a person up at the highest tier, with a session and `cents` in the wallet. */
export const aPerson = async (origin: string, admin: Pool, cents: number): Promise<Person> => {
  const tag = randomUUID().replaceAll('-', '')
  const form = { email: `${tag}@soak.example.com`, password: `Bridge over ${tag} 7X`, business: false, lang: 'en' }
  const letters = tag.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  const { data: signedUp } = await post<{ token: string }>(origin, '/auth/email/sign-up', {
    ...form,
    fullName: `Ana ${letters.slice(0, 12)}`,
  })
  let { bearer, cookie } = await openSession(origin, signedUp.token)
  let bearerAt = Date.now()
  const { termsVersion } = await get<{ termsVersion: string }>(origin, '/content/config')
  await post(origin, '/terms/accept', { version: termsVersion, lang: 'en' }, authorization(bearer))
  const { rows } = await admin.query<{ id: string }>('select owner_id as id from users where email = $1', [form.email])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a person was signed up without an id')
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
    credentials: { email: form.email, password: form.password },
    bearer: async (from) => {
      if (Date.now() - bearerAt > FRESH_MS) {
        const { data } = await post<{ bearer: string }>(from, '/auth/session/refresh', {}, { cookie })
        bearer = data.bearer
        bearerAt = Date.now()
      }
      return bearer
    },
    rotate: async (from) => {
      const { password } = form
      const response = await send(from, '/auth/session/unlock', { password }, { cookie }).catch(() => null)
      if (response?.ok) cookie = cookieOf(response)
      return response?.status ?? null
    },
    signIn: async (from) => {
      const { email, password } = form
      const { data } = await post<{ token: string }>(from, '/auth/email/sign-in', { email, password })
      ;({ bearer, cookie } = await openSession(from, data.token))
      bearerAt = Date.now()
    },
  }
}

/**
 * The server as visitors meet it: every caller from an address of their own, budgets as narrow as in production, the
 * session cookie in and out. For tests of this slice.
 */
import { randomBytes } from 'node:crypto'
import type { HandledKey } from '#platform/http/ctx.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '#platform/http/facts.ts'
import { type Answer, type CallOptions, testApp } from './app.ts'
import { aUser, signedIn, type TestUser, type UserOptions } from './factories.ts'

/** Values of the two cookies; `from` is the caller's address, in a network of its own unless given. */
type VisitOptions = Omit<CallOptions, 'key'> & { from?: string; device?: string }
/** `cookie` is the session cookie that was set; empty when it was cleared, null when it was left alone. */
type VisitAnswer<K extends HandledKey> = Answer<K> & { cookie: string | null; device: string | null }
type Message = { subject: string; text: string; code: string | null; link: string | null; channel: string }

const cookieOf = ({ headers }: Pick<Answer<HandledKey>, 'headers'>, name: string): string | null => {
  const line = [headers['set-cookie']].flat().find((text) => `${text}`.startsWith(`${name}=`))
  return line === undefined ? null : (`${line}`.slice(name.length + 1).split(';')[0] ?? null)
}

/** A code that is certainly another one. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export const authWorld = async (env: Record<string, string> = {}) => {
  const app = await testApp({ THROTTLE_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1', ...env })

  /** Calls an endpoint, also with what its form does not allow. */
  const call = async <K extends HandledKey>(
    key: K,
    input: object = {},
    { from, cookie, device, headers, ...options }: VisitOptions = {},
  ): Promise<VisitAnswer<K>> => {
    const answer = await app.call(key, input as never, {
      ...options,
      cookie: [
        ...(cookie === undefined ? [] : [`${SESSION_COOKIE}=${cookie}`]),
        ...(device === undefined ? [] : [`${DEVICE_COOKIE}=${device}`]),
      ].join('; '),
      headers: { 'x-forwarded-for': from ?? `10.${[...randomBytes(3)].join('.')}`, ...headers },
    })
    return { ...answer, cookie: cookieOf(answer, SESSION_COOKIE), device: cookieOf(answer, DEVICE_COOKIE) }
  }

  /** Newest first, as the person's own mail program or phone would show them. */
  const inbox = (to: string) => app.control<Message[]>('GET', `/inbox?to=${encodeURIComponent(to)}`)

  const bearerOf = async (user: Pick<TestUser, 'id'>): Promise<string> =>
    (await signedIn(app.services, user)).authorization.slice('Bearer '.length)

  return {
    ...app,
    call,
    inbox,
    bearerOf,
    /** Jobs that wait for later are due, and run with the next. */
    jobsFallDue: () => app.services.db.pool.query('update graphile_worker._private_jobs set run_at = now()'),
    advance: (minutes: number) => app.clock.advance(minutes * 60_000),
    /** A new person with a session that did not go through signing in. */
    join: async (options: UserOptions = {}) => {
      const user = await aUser(app.services, options)
      return { user, bearer: await bearerOf(user) }
    },
    /** Signs in as a browser does, with cookie and bearer; with `device` as one that was here before. */
    enter: async (email: string, password: string, options: Pick<VisitOptions, 'device' | 'headers'> = {}) => {
      const { data, device } = await call('signIn', { email, password }, options)
      const shown = device ?? options.device
      const opened = await call(
        'openSession',
        { token: data.token },
        { ...options, ...(shown ? { device: shown } : {}) },
      )
      return { bearer: opened.data.bearer, cookie: opened.cookie ?? '', device: shown ?? '' }
    },
    /** Sends what waits to be sent, and answers what came last. */
    newestTo: async (to: string) => {
      await app.runJobs()
      const [message] = await inbox(to)
      if (!message) throw new Error(`nothing was sent to ${to}`)
      return { ...message, code: message.code ?? '', token: /token=([\w-]+)/.exec(message.text)?.[1] ?? '' }
    },
    rowOf: (user: Pick<TestUser, 'id'>) =>
      app.services.db.selectFrom('users').selectAll().where('owner_id', '=', user.id).executeTakeFirstOrThrow(),
  }
}
export type AuthWorld = Awaited<ReturnType<typeof authWorld>>

/**
 * This slice and the public content behind real HTTP, over a fresh database, with the real sandbox for mail and SMS. For
 * tests; endpoints of other slices answer `notFound`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { endpointOf, endpoints, type Output } from '@puente/contract'
import { createSandbox } from '@puente/sandbox'
import Fastify, { type LightMyRequestResponse } from 'fastify'
import { contentRoutes } from '#features/content/index.ts'
import { testClock } from '#platform/clock.ts'
import { parseConfig } from '#platform/config.ts'
import { bindContract } from '#platform/http/bind.ts'
import type { HandledKey, Handlers } from '#platform/http/ctx.ts'
import { answerError } from '#platform/http/error-handler.ts'
import { SESSION_COOKIE } from '#platform/http/facts.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { jobQueue } from '#platform/jobs/queue.ts'
import { runDueJobs } from '#platform/jobs/worker.ts'
import { createLive } from '#platform/live/live.ts'
import { createLog } from '#platform/log.ts'
import { createBudgets } from '#platform/rate-limit/budgets.ts'
import { loadKeys, sandboxSecrets } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { mailTasks } from '#providers/mail/send-mail.ts'
import { smsTasks } from '#providers/sms/send-sms.ts'
import { testDatabase } from '#test/database.ts'
import { authenticate, authRoutes, authTasks, readSessionEnds } from './index.ts'

export type CallOptions = {
  bearer?: string | undefined
  cookie?: string | undefined
  headers?: Record<string, string>
  from?: string
}
/** An answer as a test looks at it: `data` when accepted, `code` and `details` when refused. */
export type Answer<K extends HandledKey> = {
  status: number
  code?: string
  details?: Record<string, unknown>
  data: Output<K>
  /** The session cookie that was set; empty when it was cleared, null when it was left alone. */
  cookie: string | null
  response: LightMyRequestResponse
}
type Message = {
  to: string
  subject: string
  text: string
  html: string
  code: string | null
  link: string | null
  channel: string
}

const notServed = () => {
  throw new Refusal('notFound')
}
const unserved = Object.fromEntries(Object.keys(endpoints).map((key) => [key, notServed]))

const cookieOf = (response: LightMyRequestResponse): string | null => {
  const line = [response.headers['set-cookie']].flat().find((text) => text?.startsWith(`${SESSION_COOKIE}=`))
  return line?.slice(SESSION_COOKIE.length + 1).split(';')[0] ?? null
}

export const authWorld = async () => {
  const database = await testDatabase()
  const stateDir = mkdtempSync(join(tmpdir(), 'puente-auth-'))
  const clock = testClock()
  const log = createLog({ level: 'silent' })
  const sandbox = await createSandbox({
    port: 0,
    smtpPort: 0,
    targetUrl: 'http://localhost:3000',
    secrets: sandboxSecrets(stateDir),
  })
  const config = parseConfig({
    NODE_ENV: 'test',
    PUENTE_STATE: stateDir,
    DATABASE_URL: database.appUrl,
    JOBS_DATABASE_URL: database.jobsUrl,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  })
  const { db } = database
  const keys = loadKeys(config)
  const live = createLive({ db, listenUrl: database.appUrl, clock, log, readSessions: readSessionEnds({ db, clock }) })
  const budgets = createBudgets({ db, clock })
  const services = { config, log, clock, keys, db, jobs: jobQueue, live, budgets } as unknown as Services
  const app = Fastify({ trustProxy: '127.0.0.1' })
  app.decorateRequest('currentUser', null)
  app.decorateRequest('bearerExpiresAt', null)
  app.setErrorHandler(answerError)
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    hook: 'preParsing',
    store: budgets.store,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('tooManyRequests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  bindContract(
    app,
    services,
    { ...unserved, ...authRoutes, ...contentRoutes } as unknown as Handlers,
    authenticate(services),
  )
  await app.ready()

  /** Calls an endpoint as a client would; `from` is the caller's address, a network of its own unless given. */
  const call = async <K extends HandledKey>(key: K, input?: object, options: CallOptions = {}): Promise<Answer<K>> => {
    const endpoint = endpointOf(key)
    const isQuery = endpoint.method === 'GET'
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(isQuery ? { query: (input ?? {}) as Record<string, string> } : { payload: input ?? {} }),
      ...(options.cookie === undefined ? {} : { cookies: { [SESSION_COOKIE]: options.cookie } }),
      headers: {
        'x-forwarded-for': options.from ?? `10.${[...randomBytes(3)].join('.')}`,
        ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
        ...options.headers,
      },
    })
    const body = response.json<{ data: Output<K>; code?: string; details?: Record<string, unknown> }>()
    const { code, details } = body
    return {
      status: response.statusCode,
      ...(code ? { code } : {}),
      ...(details ? { details } : {}),
      data: body.data,
      cookie: cookieOf(response),
      response,
    }
  }

  return {
    app,
    services,
    database,
    clock,
    sandbox,
    call,
    advance: (minutes: number) => clock.advance(minutes * 60_000),
    /** Does what is waiting in the job queue: looks up, renders, sends. */
    work: () =>
      runDueJobs({
        jobsUrl: database.jobsUrl,
        log,
        handlers: { ...authTasks(services), ...mailTasks(services), ...smsTasks(services) },
      }),
    /** Newest first, as the person's own mail program or phone would show them. */
    inbox: async (to: string): Promise<Message[]> =>
      (await (await fetch(`${sandbox.url}/inbox?to=${encodeURIComponent(to)}`)).json()) as Message[],
    /** Signs in over HTTP, with cookie and bearer. */
    enter: async (email: string, password: string) => {
      const { data } = await call('signIn', { email, password })
      const opened = await call('openSession', { token: data.token })
      return { bearer: opened.data.bearer as string, cookie: opened.cookie ?? '' }
    },
    close: async () => {
      await app.close()
      await live.close()
      await sandbox.close()
      await database.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}
export type AuthWorld = Awaited<ReturnType<typeof authWorld>>

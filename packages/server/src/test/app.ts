/** The whole server for a test: a database of its own, the sandbox in this process, a clock that can be moved. */
import { mkdtemp, rm } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Endpoint,
  endpointOf,
  type EndpointKey,
  type ErrorCode,
  type Multipart,
  type Output,
  type Request,
} from '@puente/contract'
import { createSandbox } from '@puente/sandbox'
import { type TestClock, testClock } from '#platform/clock.ts'
import { parseConfig } from '#platform/config.ts'
import { keepDueJobs } from '#platform/jobs/worker.ts'
import { createLog } from '#platform/log.ts'
import { sandboxSecrets } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { closeInOrder } from '#platform/shutdown.ts'
import { type AppOptions, buildApp } from '../app.ts'
import { compose } from '../compose.ts'
import { taskHandlers } from '../workers/index.ts'
import { logOfCauses } from './causes.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { asQuery } from './hostile.ts'
import { watchCodes } from './unlisted-codes.ts'

export type CallOptions = { bearer?: string; key?: string; headers?: Record<string, string>; cookie?: string }

/** An answer as a test looks at it: `data` when accepted, `code` and `details` when refused. */
export type Answer<K extends EndpointKey> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** As it came; empty when it was no JSON. */
  body: Record<string, unknown>
  data: Output<K>
  code: ErrorCode | undefined
  details: Record<string, unknown> | undefined
}

export type TestApp = {
  services: Services
  database: TestDatabase
  clock: TestClock
  sandboxUrl: string
  /** Where the server listens, for streams and for the sandbox's webhooks. */
  url: string
  call<K extends EndpointKey>(key: K, input?: Request<K>, options?: CallOptions): Promise<Answer<K>>
  /** The same with a body that the contract does not allow. */
  raw(key: EndpointKey, input: unknown, options?: CallOptions): Promise<Answer<EndpointKey>>
  /** Sends to the sandbox's control interface. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** Runs every job that is due, and those they lead to. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** An answer's body taken apart. */
export const answerOf = <K extends EndpointKey>(
  status: number,
  headers: Answer<K>['headers'],
  body: Record<string, unknown>,
): Answer<K> => ({
  status,
  headers,
  body,
  data: body.data as never,
  code: body.code as ErrorCode | undefined,
  details: body.details as Record<string, unknown> | undefined,
})

/** Below the ports that the system gives to connections going out, so that none of those takes it meanwhile. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(20_000, 32_000)
    const probe = createServer()
    probe.once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })

const queryOf = (input: unknown): string => {
  const query = new URLSearchParams(asQuery((input ?? {}) as Record<string, unknown>))
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** The path with the parameters that the input has, and the input without them. */
export const pathOf = ({ path, params }: Endpoint, input: unknown): { path: string; rest: unknown } => {
  if (!params) return { path, rest: input }
  const rest = { ...(input as Record<string, unknown>) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}

/** An upload as a browser sends it: the file, given as bytes, after the text fields. */
export const formOf = async ({ file }: Multipart, input: unknown): Promise<{ type: string; payload: Buffer }> => {
  const { [file]: bytes, ...fields } = input as Record<string, unknown>
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (bytes instanceof Uint8Array) form.append(file, new Blob([new Uint8Array(bytes)]), 'picture.jpg')
  const made = new Response(form)
  return { type: made.headers.get('content-type') ?? '', payload: Buffer.from(await made.arrayBuffer()) }
}

/** Starts it; `env` overrides settings. Close it in `afterAll`. */
export const testApp = async (env: Record<string, string> = {}, options: AppOptions = {}): Promise<TestApp> => {
  const [database, stateDir, port] = await Promise.all([
    testDatabase(),
    mkdtemp(join(tmpdir(), 'puente-app-')),
    freePort(),
  ])
  const url = `http://127.0.0.1:${port}`
  const sandbox = await createSandbox({
    port: 0,
    smtpPort: 0,
    targetUrl: url,
    appUrl: url,
    secrets: sandboxSecrets(stateDir),
    log: () => {},
  })
  const config = parseConfig({
    NODE_ENV: 'test',
    PUENTE_STATE: stateDir,
    DATABASE_URL: database.appUrl,
    JOBS_DATABASE_URL: database.jobsUrl,
    PUBLIC_URL: url,
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    THROTTLE_FACTOR: '100',
    // Suites about something else are not asked who they are; those about step-ups say `acts`.
    SECOND_FACTOR: 'off',
    ...env,
  })
  const clock = testClock()
  const log = config.logLevel === 'silent' ? logOfCauses() : createLog({ level: config.logLevel })
  const { services, closing } = compose(config, { log, clock })
  const app = await buildApp(services, options)
  const expectListedCodes = watchCodes(app)
  await app.listen({ port, host: '127.0.0.1' })
  const jobs = keepDueJobs({ jobsUrl: database.jobsUrl, log })

  const raw: TestApp['raw'] = async (key, input, { bearer, key: idempotencyKey, headers = {}, cookie } = {}) => {
    const endpoint = endpointOf(key)
    const isRead = endpoint.method === 'GET'
    const { path, rest } = pathOf(endpoint, input)
    const { type, payload } = endpoint.multipart
      ? await formOf(endpoint.multipart, rest)
      : { type: 'application/json', payload: JSON.stringify(rest ?? {}) }
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${path}${isRead ? queryOf(rest) : ''}`,
      headers: {
        ...(isRead ? {} : { 'content-type': type }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(isRead ? {} : { payload }),
    })
    expectListedCodes()
    const body = response.headers['content-type']?.toString().includes('json')
      ? response.json<Record<string, unknown>>()
      : {}
    return answerOf(response.statusCode, response.headers, body)
  }

  return {
    services,
    database,
    clock,
    url,
    sandboxUrl: sandbox.url,
    raw,
    call: (key, input, options) => raw(key, input, options) as never,
    control: async (method, path, body) => {
      const response = await fetch(`${sandbox.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as never
    },
    runJobs: () => jobs.run(taskHandlers(services)),
    close: async () => {
      const http = { name: 'http', close: () => app.close() }
      await jobs.end()
      await closeInOrder([...closing.slice(0, 1), http, ...closing.slice(1)], log)
      await sandbox.close()
      await database.close()
      await rm(stateDir, { recursive: true, force: true })
      expectListedCodes()
    },
  }
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import Fastify from 'fastify'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createDrain } from './drain.ts'
import { withClient } from './db/pool.ts'
import { buildInternal, type Probe } from './internal.ts'
import { createMetrics } from './metrics.ts'
import { databaseProbe, ledgerProbe, migrationsProbe, workerProbe } from './probes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const internal = (probes: Probe[]) =>
  buildInternal({ probes, metrics: createMetrics(), openapi: async () => '{"openapi":"3.1.0"}' })

test('a process with all its parts is ready', async () => {
  const app = internal([databaseProbe(database.db), migrationsProbe(database.db), workerProbe({ isAlive: () => true })])
  expect((await app.inject('/ready')).json()).toEqual({ ready: true })
  expect((await app.inject('/health')).json()).toEqual({
    ready: true,
    parts: { database: 'ok', migrations: 'ok', worker: 'ok' },
  })
})

test('a process that is ending, or lacks a part, is not ready, and alive all the same', async () => {
  const drain = createDrain(0)
  const app = internal([drain.probe])
  expect((await app.inject('/ready')).statusCode).toBe(200)
  await drain.begin()
  expect((await app.inject('/health')).json()).toEqual({ ready: false, parts: { process: 'stopping' } })
  expect((await app.inject('/live')).statusCode).toBe(200)
})

test('a part that is missing is named, without a word about where it is', async () => {
  const app = internal([
    { name: 'database', look: () => Promise.reject(new Error('connect 10.1.2.3')) },
    ledgerProbe({ isDamaged: () => true }),
    workerProbe({ isAlive: () => false }),
  ])
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false }])
  const health = await app.inject('/health')
  expect([health.statusCode, health.json()]).toEqual([
    503,
    {
      ready: false,
      parts: { database: 'does not answer', ledger: 'the database reported damage', worker: 'stopped' },
    },
  ])
})

test('a process whose migrations are behind is not ready', async () => {
  await withClient(database.superuserUrl, (client) =>
    client.query('delete from schema_migrations where name = (select max(name) from schema_migrations)'),
  )
  const app = internal([migrationsProbe(database.db)])
  expect((await app.inject('/health')).json()).toEqual({ ready: false, parts: { migrations: '1 behind' } })
})

test('the metrics name endpoints by their key, not by their path', async () => {
  const metrics = createMetrics()
  const app = Fastify()
  metrics.observe(app)
  app.get('/things/:id', { config: { endpointKey: 'thing' } }, async () => 'ok')
  await app.inject('/things/secret-id')
  await app.inject('/nowhere/secret-id')
  metrics.refused('invalidTo')
  metrics.batch({ size: 3, durationMs: 12, outcome: 'committed' })
  metrics.watchPool('app', database.db.pool)
  const text = (await buildInternal({ probes: [], metrics, openapi: async () => '' }).inject('/metrics')).body
  expect(text).toContain('http_request_seconds_count{endpoint="thing",status="200"} 1')
  expect(text).toContain('http_request_seconds_count{endpoint="none",status="404"} 1')
  expect(text).toContain('refusals_total{code="invalidTo",status="400"} 1')
  expect(text).toContain('ledger_batch_commands_sum 3')
  expect(text).toContain('ledger_batch_seconds_count{outcome="committed"} 1')
  expect(text).toMatch(/pool_app_connections\{state="idle"\} \d/)
  expect(text).not.toContain('secret-id')
})

test('the API document is served as it is', async () => {
  const answer = await internal([]).inject('/openapi.json')
  expect(answer.headers['content-type']).toMatch('application/json')
  expect(answer.json()).toEqual({ openapi: '3.1.0' })
})

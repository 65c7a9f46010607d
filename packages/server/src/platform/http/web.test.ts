import { rm } from 'node:fs/promises'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWebDir } from '#test/web-dir.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { errorAnswers } from './error-handler.ts'
import { serveWeb } from './web.ts'

let app: FastifyInstance
let dir: string

beforeAll(async () => {
  dir = await aWebDir()
  app = Fastify()
  app.setErrorHandler(
    errorAnswers({ metrics: createMetrics(), log: createLog({ level: 'silent' }), refusals: { note: () => {} } }),
  )
  await app.register(cookie)
  await app.register(serveWeb(dir))
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test.each([
  ['es-MX,es;q=0.9', 'first es'],
  ['en-US', 'first en'],
  ['ko-KR', 'first en'],
  ['fr-FR', 'first en'],
])('P-26 the first screen of a browser that speaks %s is "%s"', async (language, body) => {
  expect((await get('/', { 'accept-language': language })).body).toBe(body)
})

test('the page for developers stands at its own address, and what it loads beside it', async () => {
  for (const path of ['/developers', '/developers/']) expect((await get(path)).body).toBe('developers')
  expect((await get('/developers/page.js')).body).toBe('their code')
  expect((await get('/developers/none')).statusCode).toBe(404)
})

test('a chosen language outweighs the browser', async () => {
  expect((await get('/sign-in', { 'accept-language': 'es-MX', cookie: '__Host-puente-lang=ko-KR' })).body).toBe(
    'first ko',
  )
})

test.each([
  ['/home', 200],
  ['/HOME', 200],
  ['/movements/detail', 200],
  ['/settings/faqs', 200],
  ['/index.html', 200],
  ['/nope', 404],
  ['/first/en.html', 404],
  ['/screens.json', 404],
])('RT-01 RT-03 a direct visit of %s has the status %i and the shell', async (path, status) => {
  const answer = await get(path)
  expect(answer.statusCode).toBe(status)
  expect(answer.body).toBe('shell')
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('assets are cached for good, the service worker is revalidated, and a stale asset is no page', async () => {
  expect((await get('/assets/main-abc.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  const stale = await get('/assets/main-old.js')
  expect(stale.statusCode).toBe(404)
  expect(stale.body).not.toBe('shell')
})

test('a browser that knows Brotli gets the file the build has compressed, any other the file as it is', async () => {
  const compressed = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(compressed.body).toBe('compressed code')
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(compressed.headers['content-type']).toMatch(/javascript/)
  expect(compressed.headers['cache-control']).toContain('immutable')
  expect((await get('/assets/main-abc.js')).body).toBe('code')
  expect((await get('/assets/main-abc.js.br')).statusCode).toBe(404)
})

test('EC-66 an unknown path below /api is a refusal, not a page', async () => {
  expect((await get('/api/nope')).json()).toMatchObject({ code: 'notFound' })
})

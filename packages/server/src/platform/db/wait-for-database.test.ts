import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { ConfigRefused } from '../config-refused.ts'
import { createPool } from './pool.ts'
import { waitForDatabase } from './wait-for-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const silent = { warn: () => {} }

/** The way to the database through a port of its own, which refuses connections until `open` is called. */
const closedWay = async () => {
  const { host, port, user, password } = new pg.Client({ connectionString: database.superuserUrl })
  const server = createServer((socket) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const one of [socket, upstream]) one.on('error', () => {})
    socket.pipe(upstream).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: own } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const url = `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${own}/postgres`
  return {
    pool: createPool({ url, log: silent, max: 1 }),
    open: async () => void (await once(server.listen(own, '127.0.0.1'), 'listening')),
    close: () => server.close(),
  }
}

test('a server that is started before its database waits for it, and says so once', async () => {
  const way = await closedWay()
  const told: string[] = []
  const reached = waitForDatabase(way.pool, { warn: (_: unknown, text?: string) => void told.push(String(text)) })
  await sleep(600)
  await way.open()
  await expect(reached).resolves.toBeUndefined()
  expect(told).toEqual(['waiting for the database'])
  await way.pool.end()
  way.close()
})

test('a server whose database does not answer ends with words that name the setting', async () => {
  const way = await closedWay()
  const failed: unknown = await waitForDatabase(way.pool, silent, 100).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ConfigRefused)
  expect(String(failed)).toMatch(/DATABASE_URL: no database answers: .*ECONNREFUSED/)
  await way.pool.end()
})

test('what waiting does not change is said at once', async () => {
  const url = new URL(database.superuserUrl)
  url.pathname = '/no-such-database'
  const pool = createPool({ url: url.href, log: silent, max: 1 })
  await expect(waitForDatabase(pool, silent)).rejects.toThrow('does not exist')
  await pool.end()
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { withClient } from './connection.ts'
import { startScratchPostgres } from './scratch.ts'
import { ownServer, startTestServer, startTestServers, testWorkers } from './test-server.ts'

afterEach(() => vi.unstubAllEnvs())

test('a suite uses the server it is given, and leaves it running', async () => {
  const outside = await startScratchPostgres({ settings: { fsync: 'off' } })
  vi.stubEnv('TEST_DATABASE_URL', outside.superuserUrl)
  const server = await startTestServer('test')
  expect(server.superuserUrl).toBe(outside.superuserUrl)
  await server.end()
  await withClient(outside.superuserUrl, (client) => client.query('select 1'))
  await outside.remove()
})

test('every statement a suite ran is recorded with its role, prepared ones included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'puente-statements-'))
  vi.stubEnv('STATEMENTS_DIR', folder)
  const server = await startTestServer('test')
  await withClient(server.superuserUrl, async (client) => {
    await client.query('create role app')
    await client.query('create table things (n int primary key)')
    await client.query('grant all on things to app')
    await client.query('set role app')
    await client.query({ name: 'add', text: 'insert into things values ($1)', values: [1] })
    await client.query('update things set n = n + 41 where n = 1')
  })
  await server.end()
  const recorded: unknown = JSON.parse(await readFile(join(folder, 'test.json'), 'utf8'))
  expect(recorded).toEqual(
    expect.arrayContaining([
      { role: 'app', text: 'insert into things values ($1)' },
      { role: 'app', text: 'update things set n = n + $1 where n = $2' },
      { role: 'postgres', text: 'create role app' },
    ]),
  )
  await rm(folder, { recursive: true })
})

test('each worker of a run has a server of its own, and the statements of all are recorded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'puente-statements-'))
  vi.stubEnv('STATEMENTS_DIR', folder)
  const servers = await startTestServers('test', 2)
  const tables = ['one', 'two']
  for (const [index, table] of tables.entries()) {
    vi.stubEnv('VITEST_POOL_ID', String(index + 1))
    await withClient(ownServer(servers).superuserUrl, (client) => client.query(`create table ${table} (n int)`))
  }
  vi.stubEnv('VITEST_POOL_ID', '3')
  expect(() => ownServer(servers)).toThrow('more workers than test servers')
  await Promise.all(servers.map((server) => server.end()))
  for (const [index, table] of tables.entries()) {
    const recorded = await readFile(join(folder, `test-${index + 1}.json`), 'utf8')
    expect(tables.filter((name) => recorded.includes(`create table ${name}`))).toEqual([table])
  }
  await rm(folder, { recursive: true })
})

test('on a server that was given suites run one at a time: it has one transaction horizon', () => {
  vi.stubEnv('TEST_DATABASE_URL', '')
  expect(testWorkers()).toBe(3)
  vi.stubEnv('TEST_DATABASE_URL', 'postgresql://postgres@localhost/postgres')
  expect(testWorkers()).toBe(1)
})

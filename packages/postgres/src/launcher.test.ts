import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from './connection.ts'
import { PostgresFailed } from './failed.ts'
import { exists } from './files.ts'
import { startPostgres } from './launcher.ts'
import { findOwner } from './owner.ts'
import { identify, isAlive } from './processes.ts'
import { aFolder } from './test/clusters.ts'

const read = async (url: string, sql: string): Promise<unknown> =>
  withClient(url, async (client) => (await client.query<{ value: unknown }>(sql)).rows[0]?.value)

/** Making a database takes longer than what is tested of one that is there: it is made once. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'puente-test-'))
  await chmod(made, 0o711)
  await (await startPostgres({ stateDir: made })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

/** The folder of a database that was started once and stopped. */
const aDatabase = async (): Promise<string> => {
  const folder = await aFolder()
  await promisify(execFile)('cp', ['-a', `${made}/.`, folder])
  return folder
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

test('a first start makes a database that is durable, UTF-8, checksummed and in UTC', async () => {
  const stateDir = await aFolder()
  const cluster = await startPostgres({ stateDir })
  const settings = await withClient(cluster.superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>('SELECT name, setting FROM pg_settings')
    return Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  })
  expect(settings).toMatchObject({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    wal_level: 'replica',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    listen_addresses: '',
    max_connections: '100',
    log_parameter_max_length: '0',
  })
  const locale = `SELECT datlocprovider::text || ' ' || datlocale AS value FROM pg_database WHERE datname = 'template1'`
  expect(await read(cluster.superuserUrl, locale)).toBe('b C.UTF-8')
  await cluster.stop()
})

test('the superuser password is random, kept in a private file, and asked for', async () => {
  const stateDir = await aFolder()
  const cluster = await startPostgres({ stateDir })
  const secret = (await readFile(join(stateDir, 'secrets', 'postgres-superuser'), 'utf8')).trim()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await modeOf(join(stateDir, 'secrets', 'postgres-superuser'))).toBe(0o600)
  expect(await modeOf(join(stateDir, 'secrets'))).toBe(0o700)
  const wrong = cluster.urlFor({ user: 'postgres', password: 'guess', database: 'postgres' })
  await expect(read(wrong, 'SELECT 1 AS value')).rejects.toMatchObject({ code: '28P01' })
  expect(await readFile(join(cluster.dataDir, 'pg_hba.conf'), 'utf8')).toBe(
    'local all all scram-sha-256\nlocal replication all scram-sha-256\n',
  )
  await cluster.stop()
})

test('a role with an awkward name and password connects with the URL made for it', async () => {
  const cluster = await startPostgres({ stateDir: await aDatabase() })
  await withClient(cluster.superuserUrl, async (client) => {
    await client.query(`CREATE ROLE "app/one" LOGIN PASSWORD 'p@ss:w/rd%?#'`)
    await client.query('CREATE DATABASE "wallet one"')
  })
  const url = cluster.urlFor({ user: 'app/one', password: 'p@ss:w/rd%?#', database: 'wallet one' })
  expect(new URL(url).protocol).toBe('postgresql:')
  expect(await read(url, `SELECT current_user || ' ' || current_database() AS value`)).toBe('app/one wallet one')
  await cluster.stop()
})

test('the socket is in a folder of mode 0700, and stop leaves no process, socket or owner', async () => {
  const stateDir = await aDatabase()
  const cluster = await startPostgres({ stateDir })
  const who = identify(cluster.pid)!
  const home = join(stateDir, 'postgres')
  expect(await modeOf(join(home, 'socket'))).toBe(0o700)
  expect(await readdir(join(home, 'socket'))).toContain('.s.PGSQL.5432')
  await Promise.all([cluster.stop(), cluster.stop(), cluster.stop('immediate')])
  await cluster.stop()
  await cluster.exited
  expect(isAlive(who)).toBe(false)
  expect(await readdir(join(home, 'socket'))).toEqual([])
  expect(await findOwner(join(home, 'owner'))).toBeUndefined()
})

test('data outlives a stop, an immediate stop and a new start with other settings', async () => {
  const stateDir = await aDatabase()
  const first = await startPostgres({ stateDir })
  await withClient(first.superuserUrl, (client) => client.query('CREATE TABLE kept AS SELECT 42 AS value'))
  await first.stop('immediate')
  const second = await startPostgres({ stateDir, settings: { max_connections: '33', listen_addresses: '*' } })
  expect(second.superuserUrl).toBe(first.superuserUrl)
  expect(await read(second.superuserUrl, 'SELECT value FROM kept')).toBe(42)
  expect(await read(second.superuserUrl, `SELECT current_setting('max_connections') AS value`)).toBe('33')
  expect(await read(second.superuserUrl, `SELECT current_setting('listen_addresses') AS value`)).toBe('')
  await second.stop()
})

test('a state folder with a path too long for a socket gets a short private one, removed at stop', async () => {
  const stateDir = join(await aFolder(), 'a-long-name-of-a-folder'.repeat(4))
  const cluster = await startPostgres({ stateDir })
  const folder = decodeURIComponent(new URL(cluster.superuserUrl).hostname)
  expect(folder.startsWith(stateDir)).toBe(false)
  expect(await modeOf(folder)).toBe(0o700)
  expect(await read(cluster.superuserUrl, 'SELECT 1 AS value')).toBe(1)
  await cluster.stop()
  expect(await exists(folder)).toBe(false)
})

test('without Unix sockets it listens on a free loopback port, with a password, and on nothing else', async () => {
  const cluster = await startPostgres({ stateDir: await aFolder(), transport: 'loopback' })
  const url = new URL(cluster.superuserUrl)
  expect(url.hostname).toBe('127.0.0.1')
  expect(await read(cluster.superuserUrl, `SELECT current_setting('listen_addresses') AS value`)).toBe('127.0.0.1')
  expect(await read(cluster.superuserUrl, `SELECT current_setting('unix_socket_directories') AS value`)).toBe('')
  url.password = 'guess'
  await expect(read(url.href, 'SELECT 1 AS value')).rejects.toMatchObject({ code: '28P01' })
  await cluster.stop()
})

test('a start that fails says why, gives the folder back and leaves nothing running', async () => {
  const stateDir = await aDatabase()
  const failure = startPostgres({ stateDir, settings: { max_connections: 'many' } })
  await expect(failure).rejects.toThrow(PostgresFailed)
  await expect(failure).rejects.toMatchObject({ logTail: expect.stringContaining('max_connections') })
  expect(await findOwner(join(stateDir, 'postgres', 'owner'))).toBeUndefined()
  await (await startPostgres({ stateDir })).stop()
})

test('a damaged data folder is reported with the log, not repaired and not deleted', async () => {
  const stateDir = await aDatabase()
  const cluster = await startPostgres({ stateDir })
  await cluster.stop()
  await truncate(join(cluster.dataDir, 'global', 'pg_control'), 100)
  await expect(startPostgres({ stateDir })).rejects.toMatchObject({ logTail: expect.stringContaining('pg_control') })
  expect(await exists(join(cluster.dataDir, 'PG_VERSION'))).toBe(true)
})

test('a database whose password file was lost gets a new password and keeps its data', async () => {
  const stateDir = await aDatabase()
  const first = await startPostgres({ stateDir })
  await withClient(first.superuserUrl, (client) => client.query('CREATE TABLE kept AS SELECT 42 AS value'))
  await first.stop()
  await rm(join(stateDir, 'secrets', 'postgres-superuser'))
  const second = await startPostgres({ stateDir })
  expect(second.superuserUrl).not.toBe(first.superuserUrl)
  expect(await read(second.superuserUrl, 'SELECT value FROM kept')).toBe(42)
  await second.stop()
})

test('a kept password that is not the database’s is reported', async () => {
  const stateDir = await aDatabase()
  await writeFile(join(stateDir, 'secrets', 'postgres-superuser'), 'another\n')
  await expect(startPostgres({ stateDir })).rejects.toThrow('the kept superuser password does not let us in')
})

test('a server that ends unasked is noticed, and starts again after stop', async () => {
  const stateDir = await aDatabase()
  const first = await startPostgres({ stateDir })
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  await first.stop()
  const second = await startPostgres({ stateDir })
  expect(await read(second.superuserUrl, 'SELECT 1 AS value')).toBe(1)
  await second.stop()
})

test('the server’s log quotes no values that were bound or refused', async () => {
  const cluster = await startPostgres({ stateDir: await aDatabase(), settings: { log_min_duration_statement: '0' } })
  await withClient(cluster.superuserUrl, async (client) => {
    await client.query('CREATE TABLE people (tax_number text PRIMARY KEY)')
    await client.query('INSERT INTO people VALUES ($1)', ['900-70-0001'])
    await expect(client.query('INSERT INTO people VALUES ($1)', ['900-70-0001'])).rejects.toMatchObject({
      code: '23505',
    })
  })
  await cluster.stop()
  const log = await readFile(cluster.logFile, 'utf8')
  expect(log).toContain('INSERT INTO people VALUES ($1)')
  expect(log).toContain('duplicate key value')
  expect(log).not.toContain('900-70-0001')
})

test('a start after an orderly stop has nothing to wait for and nothing to repair', async () => {
  const stateDir = await aDatabase()
  const logLines: string[] = []
  const cluster = await startPostgres({ stateDir, log: (line) => logLines.push(line) })
  expect(logLines).toEqual([]) // no retry, no reminder, no orphan: nothing to wait for
  await cluster.stop()
})

/** Pages that the kernel has given the process so far, one fault each. */
const pagesTaken = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[7])
}

test.runIf(process.platform === 'linux')('a connection keeps the memory that its last statement took', async () => {
  const cluster = await startPostgres({ stateDir: await aDatabase() })
  const taken = await withClient(cluster.superuserUrl, async (client) => {
    const large = { name: 'large', text: 'SELECT length(repeat($1, 100000) || repeat($2, 100000))', values: ['x', 'y'] }
    const again = async (times: number) => {
      for (let n = 0; n < times; n += 1) await client.query(large)
    }
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const pid = rows[0]?.pid ?? 0
    await again(20)
    const before = await pagesTaken(pid)
    await again(100)
    return (await pagesTaken(pid)) - before
  })
  // Given back and taken again it would be some forty pages for each.
  expect(taken).toBeLessThan(100)
  await cluster.stop()
})

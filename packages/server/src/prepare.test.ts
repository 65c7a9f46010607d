import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startScratchPostgres } from '@puente/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOGIN_ROLES } from '#platform/db/roles.ts'
import { withClient } from '#platform/db/pool.ts'
import { type Prepared, prepareDatabase } from './prepare.ts'

let cluster: Awaited<ReturnType<typeof startScratchPostgres>>
let stateDir: string
let prepared: Prepared
beforeAll(async () => {
  cluster = await startScratchPostgres()
  stateDir = await mkdtemp(join(tmpdir(), 'puente-prepare-'))
  prepared = await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
})
afterAll(async () => {
  await cluster.remove()
  await rm(stateDir, { recursive: true })
})

const ask = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query(text)).rows as Row[])

test('[V13.2.1] every role can log in with its kept password, and the file is for us alone', async () => {
  const path = join(stateDir, 'secrets', 'database.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(Object.keys(JSON.parse(await readFile(path, 'utf8')) as object).toSorted()).toEqual(
    [...LOGIN_ROLES].toSorted(),
  )
  for (const url of Object.values(prepared)) {
    expect(await ask(url, 'select current_user = session_user as same')).toEqual([{ same: true }])
  }
})

test('[V13.2.2] no serving role is a superuser, owns a table or may make one', async () => {
  const roles = await ask<{ rolname: string }>(
    cluster.superuserUrl,
    `select rolname from pg_roles where rolname in ('app', 'console', 'auditor', 'migrator', 'jobs')
        and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)`,
  )
  expect(roles).toEqual([])
  await expect(ask(prepared.appUrl, 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
  await expect(ask(prepared.jobsUrl, 'create schema mine')).rejects.toMatchObject({ code: '42501' })
  await expect(ask(prepared.appUrl, 'set role owner')).rejects.toMatchObject({ code: '42501' })
  const owners = await ask(
    prepared.migratorUrl,
    `select distinct tableowner from pg_tables where schemaname = 'public'`,
  )
  expect(owners).toEqual([{ tableowner: 'owner' }])
})

test('the auditor reads and cannot write', async () => {
  expect(await ask(prepared.auditorUrl, 'select count(*)::int as n from entries')).toEqual([{ n: 0 }])
  await expect(ask(prepared.auditorUrl, 'delete from entries')).rejects.toMatchObject({ code: '25006' })
})

test('the roles carry their timeouts', async () => {
  const show = async (url: string, name: string) => (await ask<Record<string, string>>(url, `show ${name}`))[0]?.[name]
  expect(await show(prepared.appUrl, 'statement_timeout')).toBe('3s')
  expect(await show(prepared.appUrl, 'lock_timeout')).toBe('2s')
  expect(await show(prepared.appUrl, 'idle_in_transaction_session_timeout')).toBe('5s')
  expect(await show(prepared.appUrl, 'transaction_timeout')).toBe('8s')
  expect(await show(prepared.migratorUrl, 'statement_timeout')).toBe('0')
})

test('a second run changes nothing, and a password that was changed elsewhere is set right', async () => {
  const verifiers = () =>
    ask<{ rolname: string; rolpassword: string }>(
      cluster.superuserUrl,
      `select rolname, rolpassword from pg_authid where rolpassword is not null order by rolname`,
    )
  const before = await verifiers()
  expect(await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })).toEqual(prepared)
  expect(await verifiers()).toEqual(before)
  await ask(cluster.superuserUrl, `alter role app password 'something else'`)
  await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
  expect(await ask(prepared.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test("processes that prepare together do not get into each other's way", async () => {
  const all = await Promise.all(
    [1, 2, 3].map(() => prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir, database: 'together' })),
  )
  expect(new Set(all.map(({ appUrl }) => appUrl)).size).toBe(1)
})

describe('the commands', () => {
  const command = (file: string, env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [fileURLToPath(new URL(`./commands/${file}`, import.meta.url))], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    })

  test('`roles` prepares any PostgreSQL and says where the passwords are, not what they are', async () => {
    const { stdout } = await command('roles.ts', {
      SUPERUSER_DATABASE_URL: cluster.superuserUrl,
      PUENTE_STATE: stateDir,
    })
    expect(stdout).toContain(join(stateDir, 'secrets'))
    expect(stdout).not.toContain(new URL(prepared.appUrl).password)
  })

  test('`migrate` applies what is missing', async () => {
    const { stdout } = await command('migrate.ts', { MIGRATOR_DATABASE_URL: prepared.migratorUrl })
    expect(stdout).toBe('Nothing to do\n')
  })

  test.each([
    ['roles.ts', 'SUPERUSER_DATABASE_URL'],
    ['migrate.ts', 'MIGRATOR_DATABASE_URL'],
  ])('%s without its connection string names the variable and fails', async (file, name) => {
    await expect(command(file, {})).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${name}: `) as string,
    })
  })
})

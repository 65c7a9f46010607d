import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { kidOf } from '#platform/crypto/field-encryption.ts'
import { sealedTables } from '#platform/crypto/rewrap-store.ts'
import { withClient } from '#platform/db/pool.ts'
import { type Rotated, rotateKeys } from '#platform/key-changes.ts'
import { kycIn, type Person } from '#test/kyc.ts'
import { appOfFile } from '#test/suite.ts'
import { aUser, signedIn } from '#test/factories.ts'
import { countKeyUse, rewrapKeys } from './index.ts'

const app = appOfFile()
const kyc = kycIn(app)
let person: Person
beforeAll(async () => {
  person = await kyc.aPerson({ tier: 0 })
  await kyc.submit(person)
})

const stateDir = () => app.services.config.stateDir
const rotate = (name: Rotated) => rotateKeys(stateDir(), name, app.services.clock.now())
/** Until the process sees that the file has changed; what meets an unknown key sees it at once. */
const noticed = async (kid: string) =>
  expect.poll(() => app.services.keys.sealing.current.kid, { timeout: 3_000 }).toBe(kid)
const notice = (kid: string) => expect(app.services.keys.sealing.find(kid)).toBeDefined()

const keys = (...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const path = fileURLToPath(new URL('../../commands/keys.ts', import.meta.url))
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PUENTE_STATE: stateDir(),
      DATABASE_URL: app.database.appUrl,
      JOBS_DATABASE_URL: app.database.jobsUrl,
    }
    execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })

const sealedOf = async (): Promise<string[]> => [...(await countKeyUse(app.services)).keys()]

test('the serving role may write everything again that is sealed', async () => {
  const { pool } = app.services.db
  const tables = await sealedTables(pool)
  expect(tables.map(({ table }) => table)).toEqual(expect.arrayContaining(['users', 'files', 'contact_codes']))
  for (const { table, columns } of tables)
    for (const column of columns.filter((name) => name !== 'blob_key')) {
      const { rows } = await pool.query<{ may: boolean }>(`select has_column_privilege($1, $2, 'update') as may`, [
        table,
        column,
      ])
      expect(rows[0]?.may, `grant update (${column}) on ${table} to app`).toBe(true)
    }
})

const me = (bearer: string) => app.call('me', undefined, { bearer })
const as = async (user: { id: string }) => (await signedIn(app.services, user)).authorization.slice('Bearer '.length)

test('[V11.2.2] while keys are replaced no call fails: what is old is read, what is new is under the new key, and all of it in the end', async () => {
  const old = app.services.keys.sealing.current.kid
  const people = await Promise.all(Array.from({ length: 6 }, () => aUser(app.services, { tier: 0 })))
  let isOver = false
  let calls = 0
  const statuses = new Set<number>()
  // Reads and writes of sealed values, bearers signed and looked at, codes made and compared: all the while.
  const load = people.map(async (one) => {
    while (!isOver) {
      const bearer = await as(one)
      const zipCode = '78701'
      const address = { line1: `${calls} Main St`, city: 'Austin', state: 'TX', zipCode }
      const changed = await app.call('updateProfile', { address }, { bearer })
      const read = await me(bearer)
      calls += 2
      statuses.add(changed.status).add(read.status)
    }
  })
  const kid = rotate('sealing')
  rotate('bearer')
  rotate('otp')
  await noticed(kid)
  // What is written from now on is under the new key at once.
  const late = await aUser(app.services, { tier: 1 })
  const { birthday_sealed: written } = await app.services.db
    .selectFrom('users')
    .select('birthday_sealed')
    .where('owner_id', '=', late.id)
    .executeTakeFirstOrThrow()
  expect(kidOf(written ?? '')).toBe(kid)
  expect(await sealedOf()).toContain(old)

  expect((await rewrapKeys(app.services)).unreadable).toEqual([])
  isOver = true
  await Promise.all(load)
  await rewrapKeys(app.services)
  expect(await sealedOf()).toEqual([kid])
  expect([...statuses]).toEqual([200])
  expect(calls).toBeGreaterThan(20)
  expect((await me(person.bearer)).data.birthday).toBe('1990-02-28')
  const { rows } = await app.services.db.pool.query<{ id: string }>(
    'select file_id as id from files where owner_id = $1',
    [person.id],
  )
  for (const { id } of rows) {
    const file = await app.raw('readFile', { id: `fil_${id.replaceAll('-', '')}` }, { bearer: await as(person) })
    expect(file.status).toBe(200)
  }
})

test('a code and a bearer that were made before their key was replaced are still good', async () => {
  const user = await aUser(app.services, { tier: -1 })
  const bearer = await as(user)
  await app.call('requestEmailCode', undefined, { bearer })
  await app.runJobs()
  const [mail] = await app.control<{ code: string | null }[]>('GET', `/inbox?to=${encodeURIComponent(user.email)}`)
  rotate('bearer')
  const otp = rotate('otp')
  await expect.poll(() => app.services.keys.otp.current.kid, { timeout: 3_000 }).toBe(otp)
  const confirmed = await app.call('confirmEmail', { emailToken: mail?.code ?? '' }, { bearer })
  expect(confirmed).toMatchObject({ status: 200 })
})

test('the command says what is under which key, and lets go of a key only when nothing needs it', async () => {
  const old = app.services.keys.sealing.current.kid
  const rotated = await keys('rotate', 'sealing')
  const kid = rotated.said.trim().split(' ').at(-1) ?? ''
  notice(kid)
  expect((await keys('status')).said).toMatch(new RegExp(`${kid} {2}new writes, since \\S+, 0 values`))
  expect(await keys('remove', 'sealing', kid)).toMatchObject({ code: 1, said: expect.stringContaining('rotate first') })
  expect(await keys('remove', 'sealing', old)).toMatchObject({ code: 1, said: expect.stringContaining('still under') })
  expect(await keys('rewrap')).toMatchObject({ code: 0, said: expect.stringContaining('0 cannot be read') })
  await app.runJobs()
  expect(await keys('remove', 'sealing', old)).toMatchObject({ code: 0 })
  expect((await keys('status')).said).not.toContain(old)
  expect((await me(await as(person))).data.birthday).toBe('1990-02-28')

  const otp = app.services.keys.otp.all().at(-1)?.kid ?? ''
  expect(await keys('remove', 'otp', otp)).toMatchObject({ code: 1, said: expect.stringContaining('is good until') })
  expect(await keys('rotate', 'cursor')).toMatchObject({ code: 2 })
})

test('[V11.3.3] a sealed value in another row or column, or altered, is not opened: nothing is answered, and a row says so', async () => {
  const [one, other] = await Promise.all([kyc.aPerson({ tier: 1 }), kyc.aPerson({ tier: 1 })])
  const set = (change: string) =>
    withClient(app.database.superuserUrl, (client) =>
      client.query(`update users set ${change} where owner_id = $1`, [one.id]),
    )
  const sealed = await app.services.db.pool.query<{ phone: string }>(
    'select phone_sealed as phone from users where owner_id = $1',
    [other.id],
  )
  const spoils = [
    `phone_sealed = '${sealed.rows[0]?.phone}'`,
    'birthday_sealed = phone_sealed',
    `phone_sealed = overlay(phone_sealed placing case when substr(phone_sealed, 60, 1) = 'A' then 'B' else 'A' end from 60 for 1)`,
  ]
  const { rows } = await app.services.db.pool.query<{ phone: string; birthday: string }>(
    'select phone_sealed as phone, birthday_sealed as birthday from users where owner_id = $1',
    [one.id],
  )
  for (const spoil of spoils) {
    await set(spoil)
    const answer = await me(await as(one))
    expect(answer, spoil).toMatchObject({ status: 500, code: 'unknown' })
    expect(answer.body.data, spoil).toBeUndefined()
    expect(
      (await rewrapKeysAfterRotation()).unreadable.map(({ row }) => row),
      spoil,
    ).toEqual([one.id])
    await set(`phone_sealed = '${rows[0]?.phone}', birthday_sealed = '${rows[0]?.birthday}'`)
  }
  await app.services.refusals.flush()
  const trail = await app.services.db
    .selectFrom('audit_log')
    .select(['action', 'object_type', 'object_id', 'details'])
    .where('action', 'in', ['value.found-unreadable', 'call.refused'])
    .execute()
  expect(trail).toContainEqual(
    expect.objectContaining({
      action: 'value.found-unreadable',
      object_type: 'users.birthday_sealed',
      object_id: one.id,
    }),
  )
  expect(JSON.stringify(trail)).toContain('unreadable users.phone_sealed')
})

/** Only what is not under the newest key is opened. */
const rewrapKeysAfterRotation = async () => {
  notice(rotate('sealing'))
  return rewrapKeys(app.services)
}

test('a server that meets a key it has not seen reads its file again at once', async () => {
  const { keys: ring } = app.services
  const kid = rotate('sealing')
  expect(ring.sealing.find(kid)).toBeDefined()
  expect(ring.sealing.find(randomUUID())).toBeUndefined()
})

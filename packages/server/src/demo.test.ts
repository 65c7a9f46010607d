import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { NewPasswordIn } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isZipOfState } from '#features/profile/zip-states.ts'
import { requireStrongPassword } from '#features/auth/password-strength.ts'
import { withClient } from '#platform/db/pool.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn } from '#test/factories.ts'
import { DEMO_PASSWORD, FIRST, memberOf, type Role, ROLES, TIER_OF } from '../demo/cast.ts'
import { type DemoFile, runDemo } from '../demo/run-demo.ts'
import { planStory } from '../demo/story.ts'

const DAY_MS = 86_400_000
const command = fileURLToPath(new URL('demo.ts', import.meta.url))

let app: TestApp
let stateDir: string
let env: Record<string, string>
let ids: Record<Role, string>

beforeAll(async () => {
  app = await testApp()
  const { config } = app.services
  stateDir = config.stateDir
  env = {
    NODE_ENV: 'test',
    PUENTE_STATE: stateDir,
    DATABASE_URL: app.database.appUrl,
    JOBS_DATABASE_URL: app.database.jobsUrl,
    PUBLIC_URL: app.url,
    SANDBOX_URL: app.sandboxUrl,
    SANDBOX_SMTP_PORT: String(config.ports.smtp),
  }
  await runDemo(env)
  const rows = await app.services.db.selectFrom('users').select(['owner_id', 'email']).execute()
  const idOf = (role: Role) => rows.find(({ email }) => email === memberOf(role).email)?.owner_id ?? ''
  ids = Object.fromEntries(ROLES.map((role) => [role, idOf(role)])) as Record<Role, string>
}, 60_000)
afterAll(() => app.close())

const made = async () => JSON.parse(await readFile(join(stateDir, 'demo.json'), 'utf8')) as DemoFile
const headersOf = (role: Role) => signedIn(app.services, { id: ids[role] })
const movementsOf = (role: Role) =>
  app.services.db.selectFrom('movements').selectAll().where('owner_id', '=', ids[role]).orderBy('created_at').execute()

/** Jobs for due dates still ahead. */
const dueToCome = () =>
  withClient(app.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ ahead: boolean }>(
      `select run_at > now() as ahead from graphile_worker.jobs where task_identifier = 'invoices.tell-overdue'`,
    )
    return rows
  })

/** Everything that a second run could change. */
const extent = async () => {
  const { rows } = await app.services.db.pool.query<Record<string, bigint>>(
    `select (select count(*) from users) as users, (select count(*) from entries) as entries,
            (select count(*) from movements) as movements, (select count(*) from idempotency) as keys,
            (select count(*) from limit_usage) as usage, (select count(*) from kyc_history) as reviews,
            (select count(*) from provider_operations) as payments`,
  )
  return rows[0]
}

test('everyone can sign in with the printed password and has the printed tier', async () => {
  const { password, people } = await made()
  expect(people.map(({ email }) => email)).toEqual(ROLES.map((role) => memberOf(role).email))
  for (const role of ROLES) {
    const { email, standing, fullName } = memberOf(role)
    expect((await app.call('signIn', { email, password })).status, email).toBe(200)
    const { data } = await app.call('me', undefined, { headers: await headersOf(role) })
    expect(data).toMatchObject({ email, fullName, status: 'open' })
    expect(data.KYC.tier, email).toBe(TIER_OF[standing])
    expect(data.wallet.USD, email).toBeGreaterThanOrEqual(0)
  }
})

test('people who have been here for a while have faces, which those they paid see', async () => {
  const { data } = await app.call('frequents', undefined, { headers: await headersOf('maria') })
  const links = data.items.flatMap(({ image }) => image ?? [])
  expect(links.length).toBeGreaterThanOrEqual(3)
  for (const link of links) {
    const response = await fetch(`${app.url}${link}`, { headers: await headersOf('maria') })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
})

test('the file of the demo people is for its owner alone', async () => {
  expect((await stat(join(stateDir, 'demo.json'))).mode & 0o777).toBe(0o600)
})

test('the password and the addresses pass the rules that hold for everybody', async () => {
  expect(NewPasswordIn.safeParse(DEMO_PASSWORD).success).toBe(true)
  for (const role of ROLES) {
    const { email, fullName, phone, address } = memberOf(role)
    await requireStrongPassword(DEMO_PASSWORD, { email, fullName, phone })
    if (phone !== null) expect(phone).toMatch(/^\+1[2-9]\d{2}55501\d{2}$/)
    if (address) expect(isZipOfState(address.zipCode, address.state), email).toBe(true)
  }
})

test('the ledger of the demo world is sound', async () => {
  expect(await app.services.ledger.check()).toMatchObject({ ok: true, violations: [] })
})

test('entries, balances and times run in one order, from months ago to the last days', async () => {
  const { rows } = await app.services.db.pool.query(
    `select owner_id, seq from (
       select owner_id, seq, created_at, lag(created_at) over (partition by owner_id, account order by seq) as before
         from entries) as told where created_at < before`,
  )
  expect(rows).toEqual([])
  const dates = (await movementsOf('maria')).map((row) => row.created_at.getTime())
  expect(Date.now() - (dates.at(0) ?? 0)).toBeGreaterThan(165 * DAY_MS)
  expect(Date.now() - (dates.at(-1) ?? 0)).toBeLessThan(3 * DAY_MS)
})

test('every active person has half a year of movements, and the newest are of the last days', async () => {
  for (const role of ['maria', 'minsu', 'grace', 'seoyeon', 'carlos', 'bakery'] as const) {
    const rows = await movementsOf(role)
    expect(rows.length, role).toBeGreaterThanOrEqual(60)
    const recent = rows.filter((row) => Date.now() - row.created_at.getTime() < 30 * DAY_MS)
    expect(recent.length, role).toBeGreaterThanOrEqual(8)
  }
})

test('one payment waits on its page, one was given up, one transfer waits for an identity check', async () => {
  const states = async (role: Role) => (await movementsOf(role)).filter((row) => row.state !== 'COMPLETED')
  expect(await states('minsu')).toMatchObject([{ type: 'deposit', state: 'PENDING' }])
  expect(await states('grace')).toMatchObject([{ state: 'CANCELLED', cancel_reason: 'cancelledByUser' }])
  expect(await states('maria')).toMatchObject([{ type: 'sent', state: 'ON HOLD', hold_reason: 'recipientKycRequired' }])
  expect(await states('sofia')).toMatchObject([{ type: 'received', state: 'ON HOLD' }])
  const { data } = await app.call('me', undefined, { headers: await headersOf('maria') })
  expect(data.held.USD).toBe(640_00)
})

test('a pending payment leads to a page of the provider that can be paid', async () => {
  const payment = await app.services.db
    .selectFrom('provider_operations')
    .select(['state', 'url'])
    .where('owner_id', '=', ids.minsu)
    .where('state', '=', 'awaitingPayment')
    .executeTakeFirstOrThrow()
  expect((await fetch(payment.url ?? '')).status).toBe(200)
})

test('the first three card payments are free, and the others cost what the schedule says', async () => {
  const paid = (await movementsOf('bakery')).filter((row) => row.type === 'deposit' && row.state === 'COMPLETED')
  expect(paid.slice(0, 3).map((row) => row.fee_cents)).toEqual([0n, 0n, 0n])
  for (const row of paid.slice(3)) expect(row.fee_cents).toBe((row.amount_cents * 290n + 5_000n) / 10_000n + 30n)
})

test('the denied person sees why and may try again', async () => {
  const { data } = await app.call('kycStatus', undefined, { headers: await headersOf('noah') })
  expect(data).toMatchObject({ selfieStatus: 'Denied', selfieIdStatus: 'Denied', tier: 0 })
  expect(data.reasons).toHaveLength(2)
  expect(data.triesLeft).toBeGreaterThan(0)
})

test('the bakery sells, and its invoices, requests, a bill and a schedule stand in every state that people meet', async () => {
  const as = async (role: Role) => ({ headers: await headersOf(role) })
  const { items: products } = (await app.call('listProducts', undefined, await as('bakery'))).data
  expect(products).toHaveLength(4)
  for (const { image } of products)
    expect((await fetch(`${app.url}${image}`, await as('bakery'))).headers.get('content-type')).toMatch(/^image\//)
  const invoices = (await app.call('listInvoices', { limit: '50' } as never, await as('bakery'))).data.items
  const states = new Set(invoices.map(({ state, overdue }) => (overdue ? 'overdue' : state)))
  expect(states).toEqual(new Set(['toPay', 'overdue', 'paid', 'declined', 'cancelled']))
  expect(invoices.some(({ was }) => was === 'received')).toBe(true)
  const requests = (await app.call('listRequests', { limit: '50' } as never, await as('grace'))).data.items
  expect(new Set(requests.map(({ state }) => state))).toEqual(new Set(['open', 'paid', 'expired']))
  const link = requests.find(({ uses }) => uses === 'multi')
  expect(link?.paidCount).toBeGreaterThan(0)
  const { items: schedules } = (await app.call('listSchedules', {} as never, await as('maria'))).data
  expect(schedules).toMatchObject([{ every: 'month', state: 'active' }])
  const paid = (await movementsOf('bakery')).filter(({ type }) => type === 'invoice' || type === 'refund')
  expect(paid.length).toBeGreaterThan(1)
})

test('the past leaves no mail and no announcement behind, and no jobs except for what was just paid or given back, or falls due', async () => {
  const { rows } = await withClient(app.database.superuserUrl, (client) =>
    client.query<Record<string, bigint>>(
      `select (select count(*) from live_events) as events, (select count(*) from graphile_worker.jobs where task_identifier not similar to 'notices.tell-(invoice|request)-(paid|refunded)|disputes.end-come-back|invoices.tell-overdue') as jobs`,
    ),
  )
  expect(rows).toEqual([{ events: 0n, jobs: 0n }])
  expect(await app.control('GET', '/inbox')).toEqual([])
})

test('a second run changes nothing, and one that finds no file only finishes what is there', async () => {
  const before = await extent()
  await runDemo(env)
  expect(await extent()).toEqual(before)
  await rm(join(stateDir, 'demo.json'))
  await runDemo(env)
  expect(await extent()).toEqual(before)
  // Maria's invoice will turn overdue one day; no one is notified of one whose date has passed.
  expect(await dueToCome()).toEqual([{ ahead: true }])
  expect((await made()).password).toBe(DEMO_PASSWORD)
})

test('a run that was killed is finished by the next, as if nothing had happened', async () => {
  const database = await testDatabase()
  const state = await mkdtemp(join(tmpdir(), 'puente-demo-'))
  await cp(join(stateDir, 'secrets'), join(state, 'secrets'), { recursive: true })
  const here = { ...env, PUENTE_STATE: state, DATABASE_URL: database.appUrl, JOBS_DATABASE_URL: database.jobsUrl }
  const countOf = async (table: string) =>
    Number((await database.db.pool.query<{ n: bigint }>(`select count(*) as n from ${table}`)).rows[0]!.n)
  const ofHabits = `movements where not (details ? 'invoiceId' or details ? 'requestId')`
  const child = spawn(process.execPath, [command], { env: { ...process.env, ...here } })
  const ended = once(child, 'exit')
  while ((await countOf('movements')) < 60) {
    expect(child.exitCode).toBeNull()
    await setTimeout(20)
  }
  child.kill('SIGKILL')
  await ended
  await expect(stat(join(state, 'demo.json'))).rejects.toThrow()

  await runDemo(here)
  const { created_at } = await database.db
    .selectFrom('users')
    .select('created_at')
    .where('email', '=', memberOf(FIRST).email)
    .executeTakeFirstOrThrow()
  const steps = planStory(new Date(created_at.getTime() + memberOf(FIRST).joinedDaysAgo * DAY_MS))
  const deposits = steps.filter(({ kind }) => kind === 'begun').length + 1
  const sends = steps.filter(({ kind }) => kind === 'send').length
  expect(await countOf(ofHabits)).toBe(2 * sends + deposits)
  expect(await countOf('provider_operations')).toBe(deposits)
  await database.close()
  await rm(state, { recursive: true })
}, 60_000)

test('production is refused in a sentence that names the setting', async () => {
  const run = promisify(execFile)(process.execPath, [command], {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
  })
  const stderr: unknown = expect.stringMatching(/^NODE_ENV: .*never made in production\n$/)
  await expect(run).rejects.toMatchObject({ code: 1, stderr })
})

/** What one step may move, in cents, by the rows of the tiers. */
const MOST: Record<number, { send: number; begun: number }> = {
  0: { send: 0, begun: 250_00 },
  1: { send: 1_000_00, begun: 1_000_00 },
  2: { send: 10_000_00, begun: 10_000_00 },
}
const DAILY_SENDS = 2_500_00

test('whenever the story ends it is the same again, and stays within limits and balances', () => {
  for (let days = 0; days < 400; days += 11) {
    const until = new Date(Date.UTC(2026, 10, 21, (days * 7) % 24, 30) + days * DAY_MS)
    const steps = planStory(until)
    expect(planStory(until)).toEqual(steps)
    expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length)
    const balances = new Map<Role, number>()
    const change = (role: Role, cents: number) => balances.set(role, (balances.get(role) ?? 0) + cents)
    const begun = new Map<string, number>()
    for (const step of steps) {
      if (step.kind === 'begun') {
        begun.set(step.name, step.cents)
        expect(step.cents).toBeLessThanOrEqual(MOST[TIER_OF[memberOf(step.by).standing]]!.begun)
      }
      if (step.kind === 'paid') change(step.by, begun.get(step.of)!)
      if (step.kind !== 'send') continue
      const { from, to, at, cents } = step
      expect(cents).toBeLessThanOrEqual(MOST[TIER_OF[memberOf(from).standing]]!.send)
      const sameDay = steps.filter(
        (one) => one.kind === 'send' && one.from === from && one.at <= at && at.getTime() - one.at.getTime() < DAY_MS,
      )
      expect(sameDay.reduce((sum, one) => sum + (one.kind === 'send' ? one.cents : 0), 0)).toBeLessThanOrEqual(
        DAILY_SENDS,
      )
      expect(change(from, -cents).get(from)).toBeGreaterThanOrEqual(0)
      change(to, cents)
    }
    // The sum before the held gift fits under the cap of a wallet at tier 0, and the gift does not.
    const received = balances.get('sofia')!
    expect(received).toBeGreaterThan(1_000_00)
    expect(received - 640_00).toBeLessThan(1_000_00)
  }
})

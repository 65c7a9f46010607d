import { SECURITY_LOG_DAYS } from '@puente/contract'
import { expect, test } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { aUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { countRefusedSignIns, recordSecurityEvent } from './index.ts'
import { securityLogTasks } from './tasks.ts'

const app = appOfFile()
const MINUTE_MS = 60_000
const agent = () => ({ browser: 'firefox', device: 'linux', timeZone: 'America/New_York', language: 'es-MX' }) as const

type Event = Parameters<typeof recordSecurityEvent>[3]
const recordFrom = (from: Parameters<typeof recordSecurityEvent>[1]['agent'], ownerId: string, ...events: Event[]) =>
  transaction(app.services.db, 'record events', async (trx) => {
    for (const event of events)
      await recordSecurityEvent(trx, { clock: app.clock, events: app.services.events, agent: from }, ownerId, event)
  })
const record = (ownerId: string, ...events: Event[]) => recordFrom(agent, ownerId, ...events)
const person = async () => {
  const user = await aUser(app.services)
  const headers = await signedIn(app.services, user)
  return { ...user, log: (query: object = {}) => app.call('securityLog', query as never, { headers }) }
}

test('the log tells its owner what happened, on what, and where the browser says it is', async () => {
  const ana = await person()
  await record(ana.id, 'passwordChanged')
  expect((await ana.log()).data).toEqual({
    items: [
      {
        id: expect.any(String),
        at: expect.any(String),
        event: 'passwordChanged',
        times: 1,
        browser: 'firefox',
        device: 'linux',
        place: { timeZone: 'America/New_York', language: 'es-MX' },
      },
    ],
    last: null,
    end: true,
  })
})

test('the log is read page by page, newest first, and only by its owner', async () => {
  const [ana, eve] = [await person(), await person()]
  await record(ana.id, 'passwordChanged', 'emailChanged', 'phoneChanged')
  const first = await ana.log({ limit: '2' })
  expect(first.data.items.map(({ event }) => event)).toEqual(['phoneChanged', 'emailChanged'])
  const next = await ana.log({ limit: '2', last: first.data.last })
  expect(next.data).toMatchObject({ items: [{ event: 'passwordChanged' }], last: null, end: true })
  for (const last of [first.data.last, 'made-up'])
    expect(await eve.log({ last })).toMatchObject({ status: 400, code: 'invalidRequest', details: { field: 'last' } })
  for (const limit of ['0', '101', '-1', '1.5', 'ten'])
    expect(await ana.log({ limit })).toMatchObject({ status: 400, code: 'invalidLimit' })
})

test('refused sign-ins of an hour share a line, and are counted since the last that opened a session', async () => {
  const { id, log } = await person()
  const refused = () =>
    transaction(app.services.db, 'count', (trx) => countRefusedSignIns(trx, { clock: app.clock }, id))
  await record(id, 'signInRefused', 'signInRefused', 'signInRefused')
  expect(await refused()).toBe(3)
  expect((await log()).data.items).toMatchObject([{ event: 'signInRefused', times: 3 }])
  app.clock.advance(61 * MINUTE_MS)
  await record(id, 'signInRefused')
  expect(await refused()).toBe(4)
  app.clock.advance(MINUTE_MS)
  await record(id, 'sessionOpened')
  expect(await refused()).toBe(0)
})

test('what is refused in another browser has a line of its own, and a line stands where the last of it came', async () => {
  // The hour of a line begins.
  app.clock.advance(60 * MINUTE_MS - (app.clock.now().getTime() % (60 * MINUTE_MS)))
  const { id, log } = await person()
  const elsewhere = () => ({ ...agent(), browser: 'chrome' }) as const
  await record(id, 'secondFactorRefused')
  app.clock.advance(MINUTE_MS)
  await recordFrom(elsewhere, id, 'secondFactorRefused')
  const [other, own] = (await log()).data.items
  expect([other, own]).toMatchObject([{ browser: 'chrome' }, { browser: 'firefox' }])
  app.clock.advance(MINUTE_MS)
  await record(id, 'secondFactorRefused')
  const { items } = (await log()).data
  expect(items).toMatchObject([
    { id: own?.id, browser: 'firefox', times: 2 },
    { id: other?.id, browser: 'chrome', times: 1 },
  ])
  expect(Date.parse(items[0]?.at ?? '')).toBeGreaterThan(Date.parse(other?.at ?? ''))
})

test('refusals after a sign-in are counted apart from those before it', async () => {
  const { id } = await person()
  await record(id, 'signInRefused', 'signInRefused', 'sessionOpened')
  app.clock.advance(MINUTE_MS)
  await record(id, 'signInRefused')
  expect(await transaction(app.services.db, 'count', (trx) => countRefusedSignIns(trx, { clock: app.clock }, id))).toBe(
    1,
  )
})

test('the log goes back a year', async () => {
  const { id } = await person()
  await record(id, 'passwordChanged')
  const left = async () => {
    await securityLogTasks(app.services)['security-events.prune']()
    const query = app.services.db.selectFrom('security_events').select('event').where('owner_id', '=', id)
    return (await query.execute()).length
  }
  app.clock.advance((SECURITY_LOG_DAYS * 24 * 60 - 1) * MINUTE_MS)
  expect(await left()).toBe(1)
  app.clock.advance(2 * MINUTE_MS)
  expect(await left()).toBe(0)
})

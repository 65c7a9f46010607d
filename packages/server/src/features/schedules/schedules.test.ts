import { STORED_LANGUAGES, uuidOf } from '@puente/contract'
import type { Input } from '@puente/contract'
import { expect, test } from 'vitest'
import { startCooling } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { approversIn } from '#test/approvers.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { callProved, challengeIn, newestSms } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'
import { runDueSchedules } from './run-due.ts'
import { takeDue } from './schedules-store.ts'

const app = appOfFile()
const acting = appOfFile({ SECOND_FACTOR: 'acts' })

const HOUR = 3_600_000
const DAY = 24 * HOUR
type World = typeof app
const headersOf = (user: Pick<TestUser, 'id'>, world: World = app) => signedIn(world.services, user)
const inMs = (ms: number, world: World = app) => new Date(world.clock.now().getTime() + ms).toISOString()
const run = (world: World = app) => runDueSchedules(world.services)
const balanceOf = async ({ id }: Pick<TestUser, 'id'>, world: World = app) =>
  Number((await world.services.ledger.balance({ ownerId: id, account: 'wallet' })).availableCents)

const two = async (balanceCents: number, world: World = app) => {
  const [ana, ben] = [await aVerifiedUser(world.services), await aVerifiedUser(world.services)]
  if (balanceCents > 0) await withBalance(world.services, ana, balanceCents)
  return [ana, ben] as const
}

const bodyTo = (payee: TestUser, change: object = {}, world: World = app) => ({
  call: 'sendInApp' as const,
  toUser: payee.userId,
  amount: 10_00,
  currency: 'USD' as const,
  start: inMs(2 * DAY, world),
  timeZone: 'America/New_York',
  every: 'once' as Input<'createSchedule'>['every'],
  ...change,
})
const schedule = async (owner: TestUser, body: ReturnType<typeof bodyTo>) =>
  app.call('createSchedule', body, { headers: await headersOf(owner) })
const get = async (owner: TestUser, scheduleId: string, world: World = app) =>
  (await world.call('getSchedule', { scheduleId } as never, { headers: await headersOf(owner, world) })).data
const act = async (owner: TestUser, key: 'pauseSchedule' | 'resumeSchedule' | 'cancelSchedule', scheduleId: string) =>
  app.call(key, { scheduleId } as never, { headers: await headersOf(owner) })

/** The events that were recorded, while something is done. */
const eventsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const recorder = app.services.events
  const seen: string[] = []
  app.services.events = {
    record: (trx, ...events) => {
      seen.push(...events.map(({ event }) => event))
      return recorder.record(trx, ...events)
    },
  }
  await work().finally(() => {
    app.services.events = recorder
  })
  return seen
}

test('a schedule for once sends at its moment and not before, is announced the day before, and is over', async () => {
  const [ana, ben] = await two(50_00)
  const body = bodyTo(ben, { note: 'for the concert' })
  const { data } = await schedule(ana, body)
  expect(data).toEqual({ scheduleId: expect.stringMatching(/^sch_/), state: 'active', nextAt: body.start })
  // A call whose answer was lost may be made again.
  expect((await schedule(ana, body)).data).toEqual(data)
  expect((await schedule(ana, { ...body, amount: 11_00 })).data.scheduleId).not.toBe(data.scheduleId)
  expect(await eventsOf(run)).toEqual([])
  app.clock.advance(DAY)
  expect(await eventsOf(run)).toEqual(['schedule.tomorrow', 'schedule.tomorrow'])
  expect(await eventsOf(run)).toEqual([])
  app.clock.advance(DAY - 5 * 60_000)
  await run()
  expect(await balanceOf(ben)).toBe(0)
  app.clock.advance(6 * 60_000)
  await Promise.all([run(), run(), run()])
  await run()
  expect(await balanceOf(ben)).toBe(21_00)
  expect(await get(ana, data.scheduleId)).toMatchObject({
    state: 'ended',
    endReason: 'done',
    runs: 1,
    nextAt: null,
    fullName: ben.fullName,
    lastResult: { outcome: 'made', dueAt: body.start, code: null, transactionId: expect.stringMatching(/^txn_/) },
    can: { pause: false, resume: false, cancel: false },
  })
  const { items } = (await app.call('listTransactions', {}, { headers: await headersOf(ben) })).data
  expect(items.map(({ note }) => note).toSorted()).toEqual(['for the concert', 'for the concert'])
})

test('one for once that was paused past its date says that it cannot go on, sends nothing, and is for its owner to end', async () => {
  const [ana, ben] = await two(50_00)
  const { scheduleId } = (await schedule(ana, bodyTo(ben))).data
  expect((await act(ana, 'pauseSchedule', scheduleId)).data.can).toEqual({ pause: false, resume: true, cancel: true })
  app.clock.advance(3 * DAY)
  await run()
  expect((await get(ana, scheduleId)).can).toEqual({ pause: false, resume: false, cancel: true })
  const { code, details } = await app.raw('resumeSchedule', { scheduleId }, { headers: await headersOf(ana) })
  expect({ code, details }).toMatchObject({ code: 'notFound', details: { reason: 'datePassed' } })
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'paused', endReason: null, runs: 0 })
  expect(await balanceOf(ben)).toBe(0)
  expect((await act(ana, 'cancelSchedule', scheduleId)).data).toMatchObject({ state: 'cancelled' })
})

test('a weekly schedule pauses, resumes without what it has missed, keeps its count, and can be cancelled', async () => {
  const [ana, ben] = await two(500_00)
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { every: 'week', count: 3 }))).data
  const other = (await schedule(ana, bodyTo(ben, { every: 'twoWeeks', amount: 1_00 }))).data.scheduleId
  app.clock.advance(2 * DAY + 60_000)
  await run()
  expect(await balanceOf(ben)).toBe(11_00)
  expect((await act(ana, 'pauseSchedule', scheduleId)).data).toMatchObject({ state: 'paused', nextAt: null })
  expect((await act(ana, 'pauseSchedule', scheduleId)).data).toMatchObject({ state: 'paused' })
  expect((await act(ana, 'cancelSchedule', other)).data).toMatchObject({ state: 'cancelled', endReason: null })
  expect(await act(ana, 'resumeSchedule', other)).toMatchObject({ status: 404, code: 'notFound' })
  app.clock.advance(15 * DAY)
  await run()
  expect(await balanceOf(ben)).toBe(11_00)
  const resumed = (await act(ana, 'resumeSchedule', scheduleId)).data
  expect(resumed).toMatchObject({ state: 'active', runs: 1 })
  expect(Date.parse(resumed.nextAt ?? '')).toBeGreaterThan(app.clock.now().getTime())
  for (let week = 0; week < 3; week += 1) {
    app.clock.advance(7 * DAY)
    await run()
  }
  expect(await balanceOf(ben)).toBe(31_00)
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'ended', endReason: 'done', runs: 3 })
  const listed = await app.call('listSchedules', { mode: 'past', limit: '1' } as never, {
    headers: await headersOf(ana),
  })
  expect(listed.data).toMatchObject({ items: [{ id: other }], end: false, last: other })
  const rest = await app.call('listSchedules', { last: other } as never, { headers: await headersOf(ana) })
  expect(rest.data).toMatchObject({ items: [{ id: scheduleId }], end: true, last: null })
})

test('after a standstill one run is made, late; what is more than three days late has failed', async () => {
  const [ana, ben] = await two(500_00)
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { every: 'week' }))).data
  const once = (await schedule(ana, bodyTo(ben, { amount: 7_00 }))).data.scheduleId
  app.clock.advance(24 * DAY)
  await run()
  await run()
  expect(await balanceOf(ben)).toBe(10_00)
  expect(await get(ana, scheduleId)).toMatchObject({ runs: 1, lastResult: { outcome: 'made' } })
  expect(await get(ana, once)).toMatchObject({
    state: 'ended',
    lastResult: { outcome: 'failed', code: 'serviceUnavailable' },
  })
  await act(ana, 'cancelSchedule', scheduleId)
})

test('without the money a run is tried once more the next day; then it has failed, its owner is told, and the next one comes', async () => {
  const [ana, ben] = await two(0)
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { every: 'month' }))).data
  app.clock.advance(2 * DAY + 60_000)
  expect(await eventsOf(run)).toEqual([])
  const refused = await get(ana, scheduleId)
  expect(refused).toMatchObject({
    state: 'active',
    runs: 0,
    lastResult: { outcome: 'retrying', code: 'senderUnsufficientFunds', retryAt: refused.nextAt },
  })
  app.clock.advance(DAY + HOUR)
  expect(await eventsOf(run)).toEqual(['schedule.failed'])
  expect(await get(ana, scheduleId)).toMatchObject({
    state: 'active',
    runs: 1,
    lastResult: { outcome: 'failed', code: 'senderUnsufficientFunds', retryAt: null },
  })
  await withBalance(app.services, ana, 100_00)
  // Months differ, and a run that is more than three days late is not made.
  const nextMonth = Date.parse(String((await get(ana, scheduleId)).nextAt))
  app.clock.advance(nextMonth + 60_000 - app.clock.now().getTime())
  await run()
  expect(await balanceOf(ben)).toBe(10_00)
  // A second try that finds the money.
  const { scheduleId: rent } = (await schedule(ana, bodyTo(ben, { amount: 95_00 }))).data
  app.clock.advance(2 * DAY + 60_000)
  await run()
  await withBalance(app.services, ana, 5_00)
  app.clock.advance(DAY + 60_000)
  expect(await eventsOf(run)).toEqual([])
  expect(await get(ana, rent)).toMatchObject({ state: 'ended', runs: 1, lastResult: { outcome: 'made' } })
  await act(ana, 'cancelSchedule', scheduleId)
})

test('a run over a limit is tried once more at the moment at which the limit lets it through', async () => {
  const [ana, ben] = await two(5_000_00)
  const send = async (amount: number) =>
    app.call(
      'sendInApp',
      { toUser: ben.userId, amount, currency: 'USD' },
      { key: newId(), headers: await headersOf(ana) },
    )
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { amount: 600_00, start: inMs(HOUR) }))).data
  for (const amount of [1_000_00, 1_000_00]) await send(amount)
  const refused = await send(600_00)
  expect(refused).toMatchObject({ status: 422, code: 'limitExceeded', details: { row: 'L-08' } })
  const freesAt = String(refused.details?.['freesAt'])
  app.clock.advance(HOUR + 1_000)
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({
    nextAt: freesAt,
    lastResult: { outcome: 'retrying', code: 'limitExceeded' },
  })
  app.clock.advance(Date.parse(freesAt) - app.clock.now().getTime() + 1_000)
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'ended', lastResult: { outcome: 'made' } })
  expect(await balanceOf(ben)).toBe(2_600_00)
  // More than any single send may have is refused at once.
  expect(await schedule(ana, bodyTo(ben, { amount: 1_000_01 }))).toMatchObject({
    status: 422,
    code: 'limitExceeded',
    details: { row: 'L-04', reason: 'transaction' },
  })
})

test('a process that ends with a run in its hands loses none and makes none twice', async () => {
  const [ana, ben] = await two(100_00)
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { start: inMs(HOUR), every: 'week' }))).data
  app.clock.advance(HOUR + 1_000)
  // Claimed, and no more was heard of it.
  const at = app.clock.now()
  expect(await takeDue(app.services.db, at, { until: new Date(at.getTime() + 55_000), limit: 10 })).toHaveLength(1)
  await run()
  expect(await balanceOf(ben)).toBe(0)
  app.clock.advance(60_000)
  const before = await app.services.db
    .selectFrom('schedules')
    .selectAll()
    .where('owner_id', '=', ana.id)
    .executeTakeFirstOrThrow()
  await run()
  expect(await balanceOf(ben)).toBe(10_00)
  // It ended after the commit, before anybody heard of it: the run stands in the row, and nothing is done again.
  const due = () => app.services.db.updateTable('schedule_alarms').set({ at }).where('owner_id', '=', ana.id).execute()
  await due()
  await run()
  // Even if the row knew nothing of it, the key of the run does.
  const { occurrence, due_at, runs } = before
  const back = { occurrence, due_at, runs, last_at: null, last_due_at: null, last_outcome: null }
  await app.services.db.updateTable('schedules').set(back).where('owner_id', '=', ana.id).execute()
  await due()
  await run()
  expect(await balanceOf(ben)).toBe(10_00)
  expect(await get(ana, scheduleId)).toMatchObject({ id: scheduleId })
  await act(ana, 'cancelSchedule', scheduleId)
})

test('frozen money and a closed rail delay a run; a frozen account is asked again the next day', async () => {
  const [ana, ben] = await two(100_00)
  const [cara] = await two(100_00)
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { start: inMs(HOUR) }))).data
  const { scheduleId: frozen } = (await schedule(cara, bodyTo(ben, { start: inMs(HOUR) }))).data
  const turn = (is_on: boolean) =>
    app.services.db
      .insertInto('switches')
      .values({ name: 'rail:inApp', is_on, until: null })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ is_on }))
      .execute()
  await app.call('freeze', {}, { headers: await headersOf(cara) })
  await turn(false)
  app.clock.advance(HOUR + 1_000)
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'active', runs: 0, lastResult: null })
  await turn(true)
  app.clock.advance(60_000)
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'ended', lastResult: { outcome: 'made' } })
  expect(await get(cara, frozen)).toMatchObject({
    state: 'active',
    lastResult: { outcome: 'retrying', code: 'accountRestricted' },
  })
  expect(await act(cara, 'pauseSchedule', frozen)).toMatchObject({ data: { state: 'paused' } })
  expect(await act(cara, 'resumeSchedule', frozen)).toMatchObject({ status: 403, code: 'accountRestricted' })
  expect(await act(cara, 'cancelSchedule', frozen)).toMatchObject({ data: { state: 'cancelled' } })
})

test('a schedule asks for money every time it is due, and stops asking somebody who blocks', async () => {
  const [ana, ben] = await two(0)
  const rent = { call: 'createRequest' as const, note: 'rent', amount: 500_00, every: 'month', start: inMs(HOUR) }
  const { scheduleId } = (await schedule(ana, bodyTo(ben, rent) as never)).data
  app.clock.advance(HOUR + 1_000)
  expect(await eventsOf(() => Promise.all([run(), run()]))).toEqual(['request.created'])
  const asked = async () =>
    (await app.call('listRequests', { mode: 'received' }, { headers: await headersOf(ben) })).data.items
  expect(await asked()).toMatchObject([{ amount: 500_00, note: 'rent', state: 'open', from: ana.userId }])
  const [request] = await asked()
  expect(await get(ana, scheduleId)).toMatchObject({
    state: 'active',
    runs: 1,
    lastResult: { outcome: 'made', transactionId: null, requestId: request?.id },
  })
  await app.call('block', { userId: ana.userId }, { headers: await headersOf(ben) })
  app.clock.advance(32 * DAY)
  expect(await eventsOf(run)).toEqual(['schedule.failed'])
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'ended', endReason: 'payeeUnavailable' })
  expect(await schedule(ana, bodyTo(ben))).toMatchObject({ status: 422, code: 'invalidUser' })
})

test('a payee whose account is closed ends a schedule at its next run; closing ends those of the owner at once', async () => {
  const [ana, ben] = await two(100_00)
  const [cara] = await two(0)
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { start: inMs(HOUR), every: 'week' }))).data
  const { scheduleId: ofCara } = (await schedule(cara, bodyTo(ana))).data
  expect(await app.call('closeAccount', {}, { headers: await headersOf(ben) })).toMatchObject({ status: 200 })
  app.clock.advance(HOUR + 1_000)
  expect(await eventsOf(run)).toEqual(['schedule.failed'])
  expect(await get(ana, scheduleId)).toMatchObject({
    state: 'ended',
    endReason: 'payeeUnavailable',
    fullName: null,
    lastResult: { outcome: 'failed', code: 'invalidUser' },
  })
  await app.call('closeAccount', {}, { headers: await headersOf(cara) })
  await app.runJobs()
  const row = await app.services.db
    .selectFrom('schedules')
    .select(['state', 'end_reason'])
    .where('owner_id', '=', cara.id)
    .where('schedule_id', '=', uuidOf(ofCara, 'sch') ?? '')
    .executeTakeFirst()
  expect(row).toEqual({ state: 'ended', end_reason: 'accountClosed' })
})

test('a payee who blocks ends a schedule that pays them; one that no one could approve is tried once more, and then fails', async () => {
  const { invite, answer, people } = approversIn(app)
  const [ana, ben, cara] = (await people(3)) as [TestUser, TestUser, TestUser]
  await withBalance(app.services, ana, 100_00)
  const weekly = { start: inMs(HOUR), every: 'week' }
  const { scheduleId } = (await schedule(ana, bodyTo(cara, weekly))).data
  const { scheduleId: toApprover } = (await schedule(ana, bodyTo(ben, weekly))).data
  await invite(ana, ben)
  expect(await answer(ben, ana)).toMatchObject({ status: 200 })
  await app.call('block', { userId: ana.userId }, { headers: await headersOf(cara) })
  app.clock.advance(HOUR + 1_000)
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'ended', endReason: 'payeeUnavailable' })
  const refused = { code: 'accountRestricted' }
  expect(await get(ana, toApprover)).toMatchObject({ state: 'active', lastResult: { ...refused, outcome: 'retrying' } })
  app.clock.advance(DAY)
  expect(await eventsOf(run)).toEqual(['schedule.failed'])
  expect(await get(ana, toApprover)).toMatchObject({ state: 'active', lastResult: { ...refused, outcome: 'failed' } })
  expect(await balanceOf(ana)).toBe(100_00)
  // Other tests count what is due.
  await act(ana, 'cancelSchedule', toApprover)
})

test('what does not fit is refused before anything is kept', async () => {
  const [ana, ben] = await two(0)
  const refused = async (change: object) => {
    const { status, code, details } = await app.raw('createSchedule', bodyTo(ben, change), {
      headers: await headersOf(ana),
    })
    return { status, code, reason: details?.['reason'] ?? details?.['field'] }
  }
  expect(await refused({ start: inMs(-HOUR) })).toEqual({ status: 400, code: 'invalidRequest', reason: 'start' })
  expect(await refused({ start: inMs(367 * DAY) })).toMatchObject({ code: 'invalidRequest', reason: 'start' })
  expect(await refused({ start: 'tomorrow' })).toMatchObject({ code: 'invalidRequest', reason: 'start' })
  expect(await refused({ timeZone: 'Mars/Olympus' })).toMatchObject({ code: 'invalidRequest', reason: 'timeZone' })
  expect(await refused({ every: 'week', until: '2026-01-01' })).toMatchObject({ reason: 'until' })
  expect(await refused({ every: 'week', until: '2030-01-01', count: 2 })).toMatchObject({ reason: 'until' })
  expect(await refused({ count: 2 })).toMatchObject({ code: 'invalidRequest', reason: 'count' })
  expect(await refused({ every: 'daily' })).toMatchObject({ code: 'invalidType' })
  expect(await refused({ purpose: 'goods' })).toMatchObject({ status: 400, code: 'invalidNote' })
  expect(await refused({ call: 'createRequest' })).toMatchObject({ code: 'invalidNote' })
  expect(await refused({ toUser: ana.userId })).toMatchObject({ status: 422, code: 'invalidUser' })
  expect(await refused({ toUser: 'nobody-at-all' })).toMatchObject({ status: 404, code: 'userNotFound' })
  const unverified = await aUser(app.services, { tier: 0 })
  expect(await app.call('createSchedule', bodyTo(ben), { headers: await headersOf(unverified) })).toMatchObject({
    status: 403,
    code: 'kycRequired',
  })
})

test('a schedule is proved once, for its payee and amount, and its runs ask no more; after a change of factors they do', async () => {
  const [ana, ben] = await two(2_000_00, acting)
  const headers = await headersOf(ana, acting)
  const at = { app: acting, user: ana, headers }
  const body = bodyTo(ben, { amount: 300_00, every: 'week' }, acting)
  const refused = await acting.raw('createSchedule', body, { headers })
  expect(challengeIn(refused).intent).toEqual({
    operation: 'createSchedule',
    payee: ben.fullName,
    amount: 300_00,
    currency: 'USD',
    totalCharge: 300_00,
  })
  // Nobody proves anything for a call that cannot pass.
  expect(await acting.raw('createSchedule', { ...body, toUser: ana.userId }, { headers })).toMatchObject({
    code: 'invalidUser',
  })
  const made = await callProved(at, 'createSchedule', body)
  expect((await newestSms(at)).text).toContain('$300.00')
  const { scheduleId } = made.data as { scheduleId: string }
  acting.clock.advance(2 * DAY + 60_000)
  await run(acting)
  expect(await balanceOf(ben, acting)).toBe(300_00)

  // The token served for this payee and amount alone.
  await transaction(acting.services.db, 'cool', (trx) => startCooling(trx, ana.id, 'factorRemoved', acting.clock.now()))
  acting.clock.advance(7 * DAY)
  await run(acting)
  expect(await balanceOf(ben, acting)).toBe(300_00)
  expect(await get(ana, scheduleId, acting)).toMatchObject({
    state: 'paused',
    waitsForProof: true,
    lastResult: { outcome: 'failed', code: 'stepUpRequired' },
  })
  const later = { ...at, headers: await headersOf(ana, acting) }
  const toResume = await acting.raw('resumeSchedule', { scheduleId }, { headers: later.headers })
  expect(challengeIn(toResume).intent).toEqual({
    operation: 'resumeSchedule',
    payee: ben.fullName,
    amount: 300_00,
    currency: 'USD',
    totalCharge: 300_00,
  })
  expect(await callProved(later, 'resumeSchedule', { scheduleId })).toMatchObject({
    data: { state: 'active', waitsForProof: false },
  })
  acting.clock.advance(7 * DAY)
  await run(acting)
  expect(await balanceOf(ben, acting)).toBe(600_00)
})

test('X-30 a payment that is scheduled for the minute of freesAt of a refused limit runs then; one second before freesAt it would be refused', async () => {
  const [ana, ben] = await two(5_000_00)
  const send = async (amount: number) =>
    app.call(
      'sendInApp',
      { toUser: ben.userId, amount, currency: 'USD' },
      { key: newId(), headers: await headersOf(ana) },
    )
  for (const amount of [1_000_00, 1_000_00, 400_00]) await send(amount)
  const refused = await send(1_000_00)
  expect(refused).toMatchObject({ code: 'limitExceeded', details: { row: 'L-08', leftCents: 100_00 } })
  const freesAt = Date.parse(String(refused.details?.['freesAt']))
  // As the screen does, for the whole minute.
  const minute = Math.ceil(freesAt / 60_000) * 60_000
  const start = new Date(minute).toISOString()
  const { scheduleId } = (await schedule(ana, bodyTo(ben, { amount: 1_000_00, start }))).data
  app.clock.advance(freesAt - app.clock.now().getTime() - 1_000)
  expect(await send(1_000_00)).toMatchObject({ code: 'limitExceeded' })
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({ state: 'active', runs: 0, lastResult: null })
  app.clock.advance(minute - app.clock.now().getTime() + 1_000)
  await run()
  expect(await get(ana, scheduleId)).toMatchObject({
    state: 'ended',
    lastResult: { outcome: 'made', dueAt: start, code: null },
  })
  expect(await balanceOf(ben)).toBe(3_400_00)
})

/** Ten in the morning in New York on the next last of January. */
const lastOfJanuary = (): Date => {
  const now = app.clock.now()
  const of = (year: number) => new Date(Date.UTC(year, 0, 31, 15))
  const [next] = [of(now.getUTCFullYear()), of(now.getUTCFullYear() + 1)].filter(
    (at) => at.getTime() > now.getTime() + 3 * DAY,
  )
  return next as Date
}

test('X-13 sends and requests run once, weekly, every two weeks and on the last of each month, told the day before, paused and resumed, until a day or a count; once though a worker dies; without money tried once more, then told', async () => {
  const [ana, ben] = await two(500_00)
  const poor = await aVerifiedUser(app.services, { lang: STORED_LANGUAGES.es })
  const start = lastOfJanuary()
  const until = async (days: number, minutes = 1) => {
    const at = start.getTime() + days * DAY + minutes * 60_000
    app.clock.advance(at - app.clock.now().getTime())
    await run()
  }
  const told = async (user: TestUser) => {
    await app.runJobs()
    const { items } = (
      await app.call('listNotifications', { limit: '50' } as never, { headers: await headersOf(user) })
    ).data
    return items.map(({ kind, variant, objectId }) => `${kind}.${variant} ${objectId}`)
  }
  const mailsTo = ({ email }: TestUser) =>
    app.control<{ subject: string; text: string }[]>('GET', `/inbox?to=${encodeURIComponent(email)}`)
  const make = async (owner: TestUser, change: object) =>
    (await schedule(owner, bodyTo(ben, { start: start.toISOString(), ...change }) as never)).data.scheduleId
  await app.raw(
    'changeNoticePreferences',
    { changes: [{ kind: 'sent', channel: 'email', on: true }] },
    { headers: await headersOf(poor) },
  )
  const once = await make(ana, { amount: 10_00 })
  const weekly = await make(ana, { amount: 2_00, every: 'week', count: 3 })
  const day = (days: number) => new Date(start.getTime() + days * DAY).toISOString().slice(0, 10)
  const twoWeekly = await make(ana, { amount: 3_00, every: 'twoWeeks', until: day(27) })
  const monthly = await make(ana, { amount: 4_00, every: 'month', count: 3 })
  const asking = await make(ana, { call: 'createRequest', amount: 7_00, every: 'week', count: 2, note: 'rent' })
  const unpaid = await make(poor, { amount: 5_00 })

  await until(-1, -1)
  expect([await told(ana), await told(poor)]).toEqual([[], []])
  await until(-1)
  await run()
  const announced = [once, weekly, twoWeekly, monthly].map((id) => `schedule.sendTomorrow ${id}`)
  expect((await told(ana)).toSorted()).toEqual([...announced, `schedule.requestTomorrow ${asking}`].toSorted())
  expect(await told(poor)).toEqual([`schedule.sendTomorrow ${unpaid}`])

  // One worker takes them all and is not heard of again; then three are awake at once.
  const at = new Date(start.getTime() + 1_000)
  app.clock.advance(at.getTime() - app.clock.now().getTime())
  expect(await takeDue(app.services.db, at, { until: new Date(at.getTime() + 55_000), limit: 10 })).toHaveLength(6)
  await run()
  expect(await balanceOf(ben)).toBe(0)
  app.clock.advance(60_000)
  await Promise.all([run(), run(), run()])
  expect(await balanceOf(ben)).toBe(19_00)
  const asked = async () =>
    (await app.call('listRequests', { mode: 'received' }, { headers: await headersOf(ben) })).data.items.length
  expect(await asked()).toBe(1)
  expect(await get(ana, once)).toMatchObject({ state: 'ended', endReason: 'done', runs: 1 })
  expect(await get(poor, unpaid)).toMatchObject({ state: 'active', lastResult: { outcome: 'retrying' } })
  expect(await told(poor)).toHaveLength(1)
  await until(1, 10)
  await run()
  expect(await get(poor, unpaid)).toMatchObject({ state: 'ended', lastResult: { outcome: 'failed' } })
  expect(await told(poor)).toEqual([`schedule.sendFailed ${unpaid}`, `schedule.sendTomorrow ${unpaid}`])
  const mails = await mailsTo(poor)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    `Tu pago programado de $5.00 a ${ben.fullName} no se hizo`,
    `Tu pago programado de $5.00 a ${ben.fullName} sale en las próximas 24 horas`,
  ])
  expect(mails.filter(({ text }) => text.includes('Tu saldo no alcanzaba.'))).toHaveLength(1)

  expect((await act(ana, 'pauseSchedule', weekly)).data).toMatchObject({ state: 'paused', nextAt: null })
  await until(7)
  expect([await balanceOf(ben), await asked()]).toEqual([19_00, 2])
  expect(await get(ana, asking)).toMatchObject({ state: 'ended', endReason: 'done', runs: 2 })
  expect((await act(ana, 'resumeSchedule', weekly)).data).toMatchObject({
    state: 'active',
    nextAt: new Date(start.getTime() + 14 * DAY).toISOString(),
  })
  await until(14)
  expect(await balanceOf(ben)).toBe(24_00)
  expect(await get(ana, twoWeekly)).toMatchObject({ state: 'ended', endReason: 'done', runs: 2 })
  await until(21)
  expect(await balanceOf(ben)).toBe(26_00)
  expect(await get(ana, weekly)).toMatchObject({ state: 'ended', endReason: 'done', runs: 3 })

  const dayOfNext = async () => (await get(ana, monthly)).nextAt?.slice(5, 10)
  expect(['02-28', '02-29']).toContain(await dayOfNext())
  await until(29)
  expect([await balanceOf(ben), await dayOfNext()]).toEqual([30_00, '03-31'])
  await until(60)
  expect(await balanceOf(ben)).toBe(34_00)
  expect(await get(ana, monthly)).toMatchObject({ state: 'ended', endReason: 'done', runs: 3 })
})

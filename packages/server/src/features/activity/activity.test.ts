import { type Transaction, uuidOf } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Headers = { authorization: string } & Record<string, string>
const send = async (headers: Headers, to: TestUser, amount: number, note = '') =>
  (await app.call('sendInApp', { toUser: to.userId, amount, currency: 'USD', note }, { key: newId(), headers })).data
const list = async (headers: Headers, input: Record<string, unknown> = {}) =>
  app.raw('listTransactions', input, { headers }) as ReturnType<typeof app.call<'listTransactions'>>
const items = async (headers: Headers, input: Record<string, unknown> = {}): Promise<Transaction[]> =>
  (await list(headers, input)).data.items

const aSender = async () => {
  const ana = await aUser(app.services, { tier: 2, fullName: 'Ana Ruiz' })
  const ben = await aUser(app.services, { tier: 2, fullName: 'Ben Lee' })
  await withBalance(app.services, ana, 900_00)
  return { ana, ben, headers: (await signedIn(app.services, ana)) as Headers }
}

test('ST-16: 35 rows come in pages of ten, none missing and none twice, while new ones arrive', async () => {
  const { ben, headers } = await aSender()
  const made = new Set<string>()
  for (let turn = 0; turn < 35; turn += 1) made.add((await send(headers, ben, 1 + turn)).transactionId)
  const seen: string[] = []
  let last: string | null = null
  for (let page = 0; page < 4; page += 1) {
    const answer = await list(headers, last === null ? {} : { last })
    expect(answer.data.items).toHaveLength(page < 3 ? 10 : 5)
    expect(answer.data.end).toBe(page === 3)
    seen.push(...answer.data.items.map(({ id }) => id))
    last = answer.data.last
    await send(headers, ben, 7)
  }
  expect(last).toBeNull()
  expect(new Set(seen)).toEqual(made)
  expect(seen).toHaveLength(35)
})

test('people who ask for their newest rows at the same time get their own, as many as they asked for', async () => {
  const { ana, ben, headers } = await aSender()
  for (let turn = 0; turn < 4; turn += 1) await send(headers, ben, 1 + turn)
  const ofBen = (await signedIn(app.services, ben)) as Headers
  const nobody = (await signedIn(app.services, await aUser(app.services, { tier: 2 }))) as Headers
  const asked = [headers, ofBen, nobody].flatMap((who) => [1, 3, 10, 20, 50, 100].map((limit) => ({ who, limit })))
  const answers = await Promise.all(asked.map(({ who, limit }) => list(who, { limit })))
  answers.forEach(({ data: page }, n) => {
    const { who, limit } = asked[n]!
    const all = who === nobody ? 0 : 4
    expect(page.items).toHaveLength(Math.min(limit, all))
    expect(page.end).toBe(limit >= all)
    const owner = who === headers ? ana : ben
    expect(page.items.every(({ involves }) => involves[0] === owner.userId)).toBe(true)
    expect(page.items.map(({ date }) => date)).toEqual(
      page.items
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
  })
})

test('rows of one moment are in a stable order across pages', async () => {
  const { ana, ben, headers } = await aSender()
  for (let turn = 0; turn < 6; turn += 1) await send(headers, ben, 1)
  await app.services.db
    .updateTable('movements')
    .set({ created_at: new Date() })
    .where('owner_id', '=', ana.id)
    .execute()
  const whole = (await items(headers, { limit: 6 })).map(({ id }) => id)
  const first = await list(headers, { limit: 3 })
  const second = await list(headers, { limit: 3, last: first.data.last })
  expect([...first.data.items, ...second.data.items].map(({ id }) => id)).toEqual(whole)
})

test('API-19: each filter alone and combined', async () => {
  const { ana, ben, headers } = await aSender()
  const cleo = await aUser(app.services, { tier: 2, fullName: 'Cleo Park' })
  await withBalance(app.services, cleo, 50_00)
  const toBen = await send(headers, ben, 25_00, 'Lunch at 100%')
  const toCleo = await send(headers, cleo, 30_00, 'books')
  const fromCleo = await send((await signedIn(app.services, cleo)) as Headers, ana, 25_01)
  const ids = async (input: Record<string, unknown>) => (await items(headers, input)).map(({ id }) => id)
  expect(await ids({ type: 'all' })).toEqual([fromCleo, toCleo, toBen].map((one) => one.transactionId))
  expect(await ids({ type: 'received' })).toEqual([fromCleo.transactionId])
  expect(await ids({ type: ['sent', 'withdraw'] })).toEqual([toCleo, toBen].map((one) => one.transactionId))
  expect(await ids({ to: cleo.userId })).toEqual([fromCleo, toCleo].map((one) => one.transactionId))
  expect(await ids({ to: 'ben' })).toEqual([toBen.transactionId])
  expect(await ids({ to: cleo.userId, type: 'sent' })).toEqual([toCleo.transactionId])
  for (const search of ['25.0', '$25'])
    expect(await ids({ search })).toEqual([fromCleo, toBen].map((one) => one.transactionId))
  // Two digits may stand in the reference of the third as well.
  expect(await ids({ search: '25' })).toEqual(expect.arrayContaining([fromCleo, toBen].map((one) => one.transactionId)))
  for (const search of ['25.00', '$25.00', 'LUNCH', 'ben le', '100%', toBen.reference.toLowerCase()])
    expect(await ids({ search })).toEqual([toBen.transactionId])
  expect(await ids({ search: 'completed' })).toHaveLength(3)
  // What a word means is known to the screen that shows it: "Recibido" is the type.
  expect(await ids({ search: 'recibido' })).toEqual([])
  expect(await ids({ search: 'recibido', searchTypes: ['received'] })).toEqual([fromCleo.transactionId])
  expect(await ids({ search: 'completado', searchStates: ['COMPLETED'] })).toHaveLength(3)
  expect(await ids({ search: 'lunch', searchTypes: [], searchStates: [] })).toEqual([toBen.transactionId])
  expect(await ids({ search: '%' })).toEqual([toBen.transactionId])
  for (const search of ['nothing like it', '_', '\\']) expect(await ids({ search })).toEqual([])
  expect(await ids({ to: 'usr_00000000000000000000000000000000' })).toEqual([])
})

test('what has not ended is listed alone, however much came after it', async () => {
  const { ana, ben, headers } = await aSender()
  const [open, ended] = [await send(headers, ben, 25_00), await send(headers, ben, 30_00)]
  const rows = app.services.db.updateTable('movements').where('owner_id', '=', ana.id)
  const movementId = uuidOf(open.transactionId, 'txn') ?? ''
  await rows.set({ state: 'PENDING' }).where('movement_id', '=', movementId).execute()
  expect((await items(headers, { underWay: true })).map(({ id }) => id)).toEqual([open.transactionId])
  expect(await items(headers, { underWay: true, to: ben.userId, type: 'received' })).toEqual([])
  expect((await items(headers, {})).map(({ id }) => id)).toEqual([ended.transactionId, open.transactionId])
})

test('V-31: from and to days are both included, in the zone of the header', async () => {
  const { ana, ben, headers } = await aSender()
  // The first and the last moment of 2026-03-08 in New York, a day of 23 hours.
  const moments = [
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T03:59:59.999Z',
    '2026-03-08T04:59:59.999Z',
    '2026-03-09T04:00:00.000Z',
  ]
  for (const moment of moments) {
    const { transactionId } = await send(headers, ben, 1)
    const movementId = transactionId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    await app.services.db
      .updateTable('movements')
      .set({ created_at: new Date(moment) })
      .where('owner_id', '=', ana.id)
      .where('movement_id', '=', movementId)
      .execute()
  }
  const day = { fromDate: '2026-03-08', toDate: '2026-03-08' }
  const dates = async (zone: string) => (await items({ ...headers, 'time-zone': zone }, day)).map(({ date }) => date)
  expect(await dates('America/New_York')).toEqual([moments[1], moments[0]])
  expect(await dates('Asia/Seoul')).toEqual([moments[0], moments[2]])
})

test('EC-43, EC-42, EC-34: a limit, type, name or range that is none is refused', async () => {
  const { headers } = await aSender()
  expect(await list(headers, { limit: 0 })).toMatchObject({ status: 400, code: 'invalidLimit' })
  expect(await list(headers, { limit: 101 })).toMatchObject({ code: 'invalidLimit' })
  expect(await list(headers, { type: 'gift' })).toMatchObject({ status: 400, code: 'invalidType' })
  expect(await list(headers, { to: 7 })).toMatchObject({ status: 400, code: 'invalidTo' })
  expect(await list(headers, { fromDate: '2026-03-09', toDate: '2026-03-08' })).toMatchObject({
    status: 400,
    code: 'invalidRequest',
  })
})

test('a cursor continues the list it was made for, of the same person, and nothing else', async () => {
  const { ben, headers } = await aSender()
  for (let turn = 0; turn < 4; turn += 1) await send(headers, ben, 1, 'tea')
  await send(headers, ben, 1, 'coffee')
  const { last } = (await list(headers, { search: 'tea', limit: 2 })).data
  expect((await items(headers, { last, limit: 5 })).map(({ note }) => note)).toEqual(['tea', 'tea'])
  expect(await list(headers, { last, search: 'tea' })).toMatchObject({ status: 200 })
  expect(await list(headers, { last, search: 'coffee' })).toMatchObject({ code: 'invalidRequest' })
  expect(await list((await signedIn(app.services, ben)) as Headers, { last })).toMatchObject({ code: 'invalidRequest' })
  for (const forged of ['x', 'x.y', `${last}x`, `x${last}`])
    expect(await list(headers, { last: forged })).toMatchObject({ code: 'invalidRequest' })
})

test('EC-46 API-20: one transaction for its parties; for anybody else it is as unknown as one that does not exist, and what is final takes no move', async () => {
  const { ben, headers } = await aSender()
  const { transactionId } = await send(headers, ben, 5)
  const get = async (user: TestUser | null, id: string) =>
    app.raw('getTransaction', { transactionId: id }, { headers: user ? await signedIn(app.services, user) : headers })
  expect(await get(null, transactionId)).toMatchObject({ status: 200, data: { id: transactionId, type: 'sent' } })
  expect(await get(ben, transactionId)).toMatchObject({ status: 200, data: { id: transactionId, type: 'received' } })
  const stranger = await aUser(app.services, { tier: 1 })
  for (const id of [transactionId, `txn_${'0'.repeat(32)}`, 'txn_no'])
    expect(await get(stranger, id)).toMatchObject({ status: 404, code: 'invalidTransactionId' })
  expect(await app.raw('cancelTransaction', { transactionId }, { headers })).toMatchObject({
    status: 404,
    code: 'invalidTransactionId',
  })
})

test('of two notes written at once one stays whole, and is the one that a search finds', async () => {
  const { ben, headers } = await aSender()
  const { transactionId } = await send(headers, ben, 5, 'shared')
  const texts = ['one for the books', 'another for the books']
  const written = await Promise.all(
    texts.map((note) => app.call('noteTransaction', { transactionId, note }, { headers })),
  )
  expect(written.map(({ data }) => data.note)).toEqual(texts)
  const [row] = await items(headers)
  expect(texts).toContain(row?.privateNote)
  expect(row?.version).toBe(1)
  for (const text of texts)
    expect(await items(headers, { search: text })).toHaveLength(text === row?.privateNote ? 1 : 0)
})

test('a search finds what it names with or without accents, in Korean too', async () => {
  const { ben, headers } = await aSender()
  await send(headers, ben, 5, 'Café con leche 점심값')
  for (const search of ['cafe con', 'CAFÉ', 'café', '점심'])
    expect(await items(headers, { search })).toMatchObject([{ note: 'Café con leche 점심값' }])
  for (const search of ['cafeteria', '\u0301\u0301\u0301']) expect(await items(headers, { search })).toEqual([])
})

test("API-22: a note is the caller's own, is found by a search, and can be taken away again", async () => {
  const { ben, headers } = await aSender()
  const { transactionId } = await send(headers, ben, 5, 'shared')
  const note = async (text: string, id: string = transactionId) =>
    app.raw('noteTransaction', { transactionId: id, note: text }, { headers })
  expect(await note('<b>for me</b>')).toMatchObject({ status: 200, data: { transactionId, note: '<b>for me</b>' } })
  const [own] = await items(headers, { search: 'for me' })
  expect(own).toMatchObject({ note: 'shared', privateNote: '<b>for me</b>', version: 1 })
  const [theirs] = await items((await signedIn(app.services, ben)) as Headers)
  expect(theirs).toMatchObject({ note: 'shared', privateNote: null, version: 1 })
  await note('')
  expect((await items(headers))[0]).toMatchObject({ privateNote: null })
  expect(await note('x'.repeat(281))).toMatchObject({ status: 400, code: 'invalidNote' })
  expect(await note('x', `txn_${'0'.repeat(32)}`)).toMatchObject({ status: 404, code: 'invalidTransactionId' })
})

test('ETX-01: a person who has left the directory is shown as blocked', async () => {
  const { ben, headers } = await aSender()
  await send(headers, ben, 5)
  await app.services.db.deleteFrom('directory').where('owner_id', '=', ben.id).execute()
  expect((await items(headers))[0]).toMatchObject({ blocked: true, fullName: null, toName: null, email: null })
})

test('ET-01 ET-03 ET-04 ET-05 ET-06 ET-07 ET-08 ET-09 ET-10 ET-11 ET-12 ET-13 ET-14 ET-15 ET-16 ET-17 ET-18 ET-20: both sides see a send in full, and no one else sees it', async () => {
  const { ana, ben, headers } = await aSender()
  const { transactionId, reference } = await send(headers, ben, 25_00, 'rent')
  const shared = {
    id: transactionId,
    from: ana.userId,
    to: ben.userId,
    involves: expect.arrayContaining([ana.userId, ben.userId]) as string[],
    amount: 25_00,
    currency: 'USD',
    state: 'COMPLETED',
    method: 'wallet',
    note: 'rent',
    reference,
    fromName: 'Ana Ruiz',
    toName: 'Ben Lee',
    image: null,
    fee: 0,
    puenteFee: 0,
  }
  const [sent] = await items(headers)
  const ofBen = (await signedIn(app.services, ben)) as Headers
  const [received] = await items(ofBen)
  for (const [who, row] of [
    [headers, sent],
    [ofBen, received],
  ] as const)
    expect((await app.call('getTransaction', { transactionId }, { headers: who })).data).toEqual(row)
  const stranger = (await signedIn(app.services, await aUser(app.services, { tier: 1 }))) as Headers
  expect(await items(stranger, { to: ben.userId })).toEqual([])
  expect((await app.call('getTransaction', { transactionId }, { headers: stranger })).status).toBe(404)
  const several = async (who: Headers) =>
    (await app.call('getTransactions', { transactionIds: [transactionId, `txn_${'0'.repeat(32)}`] }, { headers: who }))
      .data.items
  expect([await several(headers), await several(ofBen), await several(stranger)]).toEqual([[sent], [received], []])
  expect(sent).toMatchObject({ ...shared, type: 'sent', fullName: 'Ben Lee', email: ben.handle, balance: 875_00 })
  expect(received).toMatchObject({
    ...shared,
    type: 'received',
    fullName: 'Ana Ruiz',
    email: ana.handle,
    balance: 25_00,
  })
  for (const row of [sent, received]) {
    expect(row?.date).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(row?.paymentDate).toBe(row?.date)
  }
})

test('a search looks through a bounded part of the history, says how far it came, and goes on from there', async () => {
  const { ana, headers } = await aSender()
  const rows = 12_000
  await withClient(app.database.superuserUrl, (client) =>
    client.query(
      `insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, reference, search_text, created_at)
       select $1, gen_random_uuid(), 'sent', 'COMPLETED', 'wallet', -1, n, 'R' || n,
              case when n in (3, 11000) then 'needle' else 'hay' end, $2::timestamptz - n * interval '1 second'
         from generate_series(1, $3::int) as n`,
      [ana.id, new Date('2026-01-10T00:00:00Z'), rows],
    ),
  )
  const first = (await list(headers, { search: 'needle' })).data
  expect(first).toMatchObject({ end: false, searchedTo: '2026-01-09T22:36:40.000Z', items: [{ amount: 3 }] })
  const second = (await list(headers, { last: first.last })).data
  expect(second).toMatchObject({ items: [], end: false, searchedTo: '2026-01-09T21:13:20.000Z' })
  const third = (await list(headers, { last: second.last })).data
  expect(third).toMatchObject({ items: [{ amount: 11_000 }], end: true, last: null })
  expect(third).not.toHaveProperty('searchedTo')
  const full = (await list(headers, { search: 'hay', limit: 5 })).data
  expect(full).toMatchObject({
    end: false,
    items: [{ amount: 1 }, { amount: 2 }, { amount: 4 }, { amount: 5 }, { amount: 6 }],
  })
  expect(full).not.toHaveProperty('searchedTo')
})

import { type Invoice, MAX_CENTS, uuidOf } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildArchive } from '#features/exports/build-archive.ts'
import type { PayableNeed } from '#features/payments/index.ts'
import { systemKey } from '#features/payments/index.ts'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, type UserOptions } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto } from '#test/upload.ts'
import { invoicesTasks } from './close-invoices.ts'

const app = appOfFile()
const DAY_MS = 86_400_000

const aPerson = async (options: UserOptions = { tier: 0 }) => {
  const user = await aUser(app.services, options)
  const bearerOf = async () => (await signedIn(app.services, user)).authorization.slice('Bearer '.length)
  return { ...user, bearer: await bearerOf(), bearerOf }
}
type Person = Awaited<ReturnType<typeof aPerson>>
const aPair = async () =>
  Promise.all([aPerson({ tier: 0, fullName: 'Ana Ruiz' }), aPerson({ tier: 1, fullName: 'Ben Lee' })])

const product = async ({ bearer }: Person, name: string, price: number, image?: string) =>
  (await app.call('addProduct64', { name, price, ...(image !== undefined && { image }) }, { bearer })).data

type CreateInput = Omit<Parameters<typeof app.call<'createInvoice'>>[1] & object, 'toUser'>
const create = (from: Person, to: Pick<Person, 'userId'>, more: Partial<CreateInput> = {}) =>
  app.call(
    'createInvoice',
    { toUser: to.userId, ...(more.products ? {} : { type: 'custom', amount: 50_00, note: 'work' }), ...more } as never,
    { bearer: from.bearer },
  )
const anInvoice = async (from: Person, to: Person, more: Partial<CreateInput> = {}) =>
  (await create(from, to, more)).data.invoiceId
const listed = async ({ bearer }: Person, query: Record<string, string> = {}) =>
  (await app.raw('listInvoices', query, { bearer })).data as { items: Invoice[]; last: string | null; end: boolean }
const get = async ({ bearer }: Person, invoiceId: string) =>
  (await app.call('getInvoice', { invoiceId: invoiceId as never }, { bearer })).data
const act = (key: 'declineInvoice' | 'cancelInvoice' | 'remindInvoice', { bearer }: Person, invoiceId: string) =>
  app.call(key, { invoiceId: invoiceId as never }, { bearer })

/** What a payment of it would do to the invoice, without the money. */
const post = async (
  need: 'begin' | 'pay' | 'stop' | 'refund',
  issuer: Person,
  payer: Person,
  id: string,
  more = {},
) => {
  const attempt = {
    paidFor: { kind: 'invoice', issuerId: issuer.id, id: uuidOf(id, 'inv') ?? '' },
    payerId: payer.id,
    movementId: newId(),
    amountCents: 50_00n,
    ...more,
  }
  const asked = { [need]: attempt, ...(need === 'begin' && { follows: null }) } as unknown as PayableNeed
  const transferId = newId()
  const outcome = await app.services.ledger.post({
    ownerId: payer.id,
    key: systemKey('test', transferId),
    requestHash: transferId,
    kind: 'test.paid',
    transferId,
    participants: { ...forParticipant({ name: 'invoices', load: () => null }, asked) },
    legs: [],
  })
  return { movementId: attempt.movementId, accepted: outcome.accepted }
}
/** What they read in their list of notices, with the invoice that it is about. */
const toldOf = async ({ bearer }: Person) => {
  await app.runJobs()
  const { items } = (await app.raw('listNotifications', { limit: '50' }, { bearer })).data as {
    items: { kind: string; variant: string; objectId: string | null }[]
  }
  return items.map(({ kind, variant, objectId }) => [kind, variant, objectId])
}
const eventsOf = async ({ bearer }: Person) =>
  (await app.call('livePoll', { after: '0' }, { bearer })).data.events.filter(({ event }) => event === 'invoice')

test('API-39 an invoice comes to the prices of the catalogue, a repeated product counts as often, and both sides see one and the same', async () => {
  const [ana, ben] = await aPair()
  const bread = await product(ana, 'Sourdough', 7_50, (await aPhoto()).toString('base64'))
  const roll = await product(ana, 'Roll', 1_25)
  const made = await create(ana, ben, { products: [bread.id, roll.id, bread.id], dueDate: '2099-01-01' } as never)
  expect(made).toMatchObject({ code: 'invalidRequest', details: { field: 'dueDate' } })
  const { status, data } = await create(ana, ben, { products: [bread.id, roll.id, bread.id] })
  expect(status).toBe(200)
  expect(data).toEqual({
    invoiceId: expect.stringMatching(/^inv_/),
    reference: 'INV-000001',
    amount: 16_25,
    state: 'toPay',
  })
  const lines = [
    { productId: bread.id, name: 'Sourdough', price: 7_50, quantity: 2, amount: 15_00, image: bread.image },
    { productId: roll.id, name: 'Roll', price: 1_25, quantity: 1, amount: 1_25, image: null },
  ]
  const shared = {
    ...data,
    invoiceId: undefined,
    type: 'product',
    note: 'Sourdough × 2, Roll',
    products: lines,
    version: 1,
  }
  const [sent, received] = [await get(ana, data.invoiceId), await get(ben, data.invoiceId)]
  for (const row of [sent, received]) expect({ ...row, invoiceId: undefined }).toMatchObject(shared)
  expect(sent.acts).toEqual(['cancel', 'remind'])
  expect(received.acts).toEqual(['pay', 'decline'])

  // Later changes of the catalogue do not reach it, and whoever is to pay may see the picture.
  await app.call(
    'updateProduct',
    { productId: bread.id, name: 'Rye', price: 9_00, image: null },
    { bearer: ana.bearer },
  )
  await app.call('deleteProducts', { ids: [roll.id] }, { bearer: ana.bearer })
  await app.runJobs()
  expect((await get(ben, data.invoiceId)).products).toEqual(lines)
  const look = ({ bearer }: Person) =>
    fetch(`${app.url}${bread.image}`, { headers: { authorization: `Bearer ${bearer}` } })
  const stranger = await aPerson()
  expect([(await look(ana)).status, (await look(ben)).status, (await look(stranger)).status]).toEqual([200, 200, 404])
  expect(await eventsOf(ben)).toMatchObject([{ data: { id: data.invoiceId, version: 1 } }])
  expect(await eventsOf(ana)).toHaveLength(1)
})

test('API-39 what does not fit together is refused, by the code of its field', async () => {
  const [ana, ben] = await aPair()
  const { id } = await product(ana, 'Tea', 3_00)
  const { id: foreign } = await product(ben, 'Coffee', 3_00)
  const dear = await product(ana, 'Gold', MAX_CENTS)
  const unknown = `prd_${newId().replaceAll('-', '')}`
  const cases: [Record<string, unknown>, string][] = [
    [{}, 'invalidProducts'],
    [{ products: [] }, 'invalidProducts'],
    [{ products: 'tea' }, 'invalidProducts'],
    [{ products: Array.from({ length: 101 }, () => id) }, 'invalidProducts'],
    [{ products: [id, foreign] }, 'invalidProductId'],
    [{ products: [unknown] }, 'invalidProductId'],
    [{ products: ['tea'] }, 'invalidProductId'],
    [{ products: [id], amount: 1 }, 'invalidAmount'],
    [{ products: [dear.id, dear.id] }, 'invalidAmount'],
    [{ type: 'gift', products: [id] }, 'invalidType'],
    [{ type: 'custom', products: [id], amount: 1, note: 'x' }, 'invalidProducts'],
    [{ type: 'custom', note: 'x' }, 'invalidAmount'],
    [{ type: 'custom', amount: 0, note: 'x' }, 'invalidAmount'],
    [{ type: 'custom', amount: 1.5, note: 'x' }, 'invalidAmount'],
    [{ type: 'custom', amount: 1, note: 'x', currency: 'EUR' }, 'invalidCurrency'],
    [{ type: 'custom', amount: 1, note: 'x'.repeat(281) }, 'invalidNote'],
    [{ products: [id], dueDate: '2026-02-30' }, 'invalidRequest'],
    [{ products: [id], dueDate: '2020-01-01' }, 'invalidRequest'],
  ]
  for (const [more, code] of cases)
    expect(
      await app.raw('createInvoice', { toUser: ben.userId, ...more }, { bearer: ana.bearer }),
      JSON.stringify(more),
    ).toMatchObject({ code })
  expect((await listed(ana)).items).toEqual([])
  expect((await listed(ben)).items).toEqual([])
})

test('V-26 whatever pays for a product or service needs a note: a send, a payment by card, and an invoice of an amount', async () => {
  const [ana, ben] = await aPair()
  const goods = { toUser: ana.userId, amount: 1_01, currency: 'USD', purpose: 'goods' }
  for (const key of ['sendInApp', 'startCheckout'] as const)
    for (const note of [{}, { note: '' }, { note: '  ' }])
      expect(
        await app.raw(key, { ...goods, ...note }, { key: newId(), bearer: ben.bearer }),
        `${key} ${JSON.stringify(note)}`,
      ).toMatchObject({ status: 400, code: 'invalidNote' })
  for (const note of [undefined, '', '  ', '\n'])
    expect(await create(ana, ben, { type: 'custom', amount: 1, note } as never)).toMatchObject({ code: 'invalidNote' })
  expect(await create(ana, ben, { type: 'custom', amount: 1, note: 'A lesson' })).toMatchObject({ status: 200 })
})

test('only another person who can receive is invoiced', async () => {
  const ana = await aPerson()
  const [unverified, closed] = [await aPerson({ tier: -1, emailVerified: true }), await aPerson()]
  await app.services.db.deleteFrom('directory').where('owner_id', '=', closed.id).execute()
  const nobody = { userId: `usr_${newId().replaceAll('-', '')}` as const }
  expect(await create(ana, ana)).toMatchObject({ status: 422, code: 'invalidUser' })
  expect(await create(ana, unverified)).toMatchObject({ code: 'invalidUser' })
  expect(await create(ana, closed)).toMatchObject({ code: 'invalidUser' })
  expect(await create(ana, nobody)).toMatchObject({ code: 'userNotFound' })
})

test('a person who was blocked is neither invoiced nor reminded, in either direction, and has no name on the invoices of who blocked', async () => {
  const [ana, ben] = await aPair()
  const [sent, received] = [await anInvoice(ana, ben), await anInvoice(ben, ana)]
  await app.call('block', { userId: ben.userId }, { bearer: ana.bearer })
  const no = { status: 422, code: 'invalidUser' }
  for (const [from, to, id] of [
    [ana, ben, sent],
    [ben, ana, received],
  ] as const) {
    expect(await create(from, to)).toMatchObject(no)
    expect(await act('remindInvoice', from, id)).toMatchObject(no)
  }
  const hidden = { blocked: true, fullName: null, email: null, image: null, business: false }
  for (const row of [...(await listed(ana)).items, await get(ana, sent)]) expect(row).toMatchObject(hidden)
  expect(await get(ben, sent)).toMatchObject({ blocked: false, fullName: 'Ana Ruiz' })
  expect((await act('declineInvoice', ana, received)).status).toBe(200)
  await app.call('unblock', { userId: ben.userId }, { bearer: ana.bearer })
  expect(await get(ana, sent)).toMatchObject({ blocked: false, fullName: 'Ben Lee' })
  expect((await create(ana, ben)).status).toBe(200)
})

test('fifty invoices made at once have fifty numbers without a gap, and a refused one takes none', async () => {
  const [ana, ben] = await aPair()
  const { id } = await product(ana, 'Tea', 3_00)
  const unknown = `prd_${newId().replaceAll('-', '')}` as const
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => create(ana, ben, { products: n % 6 === 5 ? [id, unknown] : [id] })),
  )
  // As many as one caller may have under way; the others come again.
  const made = answers.filter(({ status }) => status === 200)
  while (made.length < 50) {
    // oxlint-disable-next-line no-await-in-loop
    made.push(await create(ana, ben, { products: [id] }))
  }
  expect(made.map(({ data }) => data.reference).toSorted()).toEqual(
    Array.from({ length: 50 }, (_, n) => `INV-${String(n + 1).padStart(6, '0')}`),
  )
  // Another issuer counts for themselves.
  expect((await create(ben, ana)).data.reference).toBe('INV-000001')
})

test('an invoice of products whose prices have changed since its issuer looked is refused with what they come to now', async () => {
  const [ana, ben] = await aPair()
  const bread = await product(ana, 'Bread', 4_50)
  const products = [bread.id, bread.id]
  await app.call('updateProduct', { productId: bread.id, price: 5_00 }, { bearer: ana.bearer })
  const body = { toUser: ben.userId, products, expectedAmount: 9_00, draftId: newId() }
  expect(await app.raw('createInvoice', body, { bearer: ana.bearer })).toMatchObject({
    status: 400,
    code: 'invalidAmount',
    details: { reason: 'priceChanged', amountCents: 10_00 },
  })
  expect((await listed(ana)).items).toEqual([])
  expect(await create(ana, ben, { ...body, expectedAmount: 10_00 })).toMatchObject({
    data: { amount: 10_00, reference: 'INV-000001' },
  })
})

test('a draft that is sent twice, also at once, makes one invoice; with something else in it, none', async () => {
  const [ana, ben] = await aPair()
  const draftId = newId()
  const answers = await Promise.all([1, 2, 3].map(() => create(ana, ben, { draftId })))
  const ids = new Set(answers.map(({ data }) => data.invoiceId))
  expect(ids.size).toBe(1)
  expect((await listed(ana)).items).toHaveLength(1)
  expect(await create(ana, ben, { draftId, note: 'other work' })).toMatchObject({
    status: 409,
    code: 'idempotencyConflict',
  })
  // Ids of drafts are each person's own.
  expect((await create(ben, ana, { draftId })).status).toBe(200)
  expect((await create(ana, ben, { draftId: newId() })).data.reference).toBe('INV-000002')
})

test('EF-07 EF-08 a row of the list has every field on both sides; it was sent by one and received by the other', async () => {
  const [ana, ben] = await aPair()
  const { id } = await product(ana, 'Tea', 3_00)
  const { invoiceId } = (await create(ana, ben, { products: [id] })).data
  await post('pay', ana, ben, invoiceId, { amountCents: 3_00n })
  const [[sent], [received]] = [(await listed(ana)).items, (await listed(ben)).items]
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
  const shared = {
    id: invoiceId,
    amount: 3_00,
    currency: 'USD',
    date: at,
    updatedAt: at,
    from: ana.userId,
    to: ben.userId,
    image: null,
    products: [{ productId: id, name: 'Tea', price: 3_00, quantity: 1, amount: 3_00, image: null }],
    state: 'paid',
    type: 'product',
    reference: 'INV-000001',
    paymentDate: at,
  }
  expect(sent).toMatchObject({ ...shared, was: 'sent', fullName: 'Ben Lee', email: ben.handle })
  expect(received).toMatchObject({ ...shared, was: 'received', fullName: 'Ana Ruiz', email: ana.handle })
})

test('EF-11 API-40 EC-42 a list is narrowed by side, state and days, alone and together, and paged without a gap', async () => {
  const [ana, ben, eve] = [...(await aPair()), await aPerson()]
  const made: string[] = []
  for (let n = 0; n < 6; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    made.push(await (n % 3 === 2 ? anInvoice(ben, ana) : anInvoice(ana, ben)))
    app.clock.advance(DAY_MS)
    // Sessions do not last a day.
    // oxlint-disable-next-line no-await-in-loop
    for (const person of [ana, ben, eve]) person.bearer = await person.bearerOf()
  }
  await act('declineInvoice', ben, made[0]!)
  await post('begin', ana, ben, made[1]!)
  const ids = async (who: Person, query: Record<string, string>) => (await listed(who, query)).items.map(({ id }) => id)
  const newest = made.toReversed()
  const of = (...at: number[]) => at.map((n) => made[n])
  expect(await ids(ana, {})).toEqual(newest)
  expect(await ids(ben, { mode: 'all' })).toEqual(newest)
  expect(await ids(eve, {})).toEqual([])
  expect(await ids(ana, { mode: 'sent' })).toEqual(of(4, 3, 1, 0))
  expect(await ids(ben, { mode: 'sent' })).toEqual(of(5, 2))
  expect(await ids(ana, { mode: 'received' })).toEqual(of(5, 2))
  expect(await ids(ana, { state: 'declined' })).toEqual(of(0))
  expect(await ids(ana, { state: 'processing' })).toEqual(of(1))
  expect(await ids(ana, { state: 'unpaid', mode: 'sent' })).toEqual(of(4, 3, 1))
  expect(await ids(ana, { state: 'unpaid' })).toEqual(newest.slice(0, 5))
  const dayOf = async (n: number) => (await get(ana, made[n]!)).date.slice(0, 10)
  const headers = { 'time-zone': 'UTC', authorization: `Bearer ${ana.bearer}` }
  const between = async (query: Record<string, string>) =>
    ((await app.raw('listInvoices', query, { headers })).data as { items: Invoice[] }).items.map(({ id }) => id)
  const [first, last] = [await dayOf(1), await dayOf(4)]
  expect(await between({ fromDate: first })).toEqual(newest.slice(0, 5))
  expect(await between({ toDate: last })).toEqual(newest.slice(1))
  expect(await between({ fromDate: first, toDate: last, mode: 'sent', state: 'unpaid' })).toEqual(of(4, 3, 1))
  expect(await between({ fromDate: first, toDate: last, limit: '2' })).toEqual(of(4, 3))

  const pages: string[] = []
  let cursor: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop
    const page = await listed(ana, { limit: '2', mode: 'all', ...(cursor && { last: cursor }) })
    pages.push(...page.items.map(({ id }) => id))
    expect(page.items.length).toBeLessThanOrEqual(2)
    cursor = page.last
    expect(page.end).toBe(cursor === null)
  } while (cursor)
  expect(pages).toEqual(newest)
  const { last: sealed } = await listed(ana, { limit: '2', mode: 'sent' })
  const refused = async (who: Person, query: Record<string, string>) =>
    (await app.raw('listInvoices', query, { bearer: who.bearer })).code
  expect(await ids(ana, { limit: '2', last: sealed! })).toEqual(of(1, 0))
  expect(await refused(ben, { last: sealed! })).toBe('invalidRequest')
  expect(await refused(ana, { last: sealed!, mode: 'received' })).toBe('invalidRequest')
  expect(await refused(ana, { last: 'x' })).toBe('invalidRequest')
  for (const limit of ['0', '-1', '101', 'ten', '1.5']) expect(await refused(ana, { limit })).toBe('invalidLimit')
  for (const query of ['mode', 'state']) expect(await refused(ana, { [query]: 'mine' })).toBe('invalidType')
  expect(await refused(ana, { fromDate: last, toDate: first })).toBe('invalidRequest')
})

test('RD-03 every change of an invoice is an event of both sides, by id and version', async () => {
  const [ana, ben] = await aPair()
  const id = await anInvoice(ana, ben)
  for (const side of [ana, ben]) expect(await eventsOf(side)).toMatchObject([{ event: 'invoice', data: { id } }])
  await act('remindInvoice', ana, id)
  await post('pay', ana, ben, id)
  const { version } = await get(ben, id)
  for (const side of [ana, ben]) {
    const seen = await eventsOf(side)
    expect(seen.at(-1)).toMatchObject({ event: 'invoice', data: { id, version } })
    expect(seen).toHaveLength(3)
  }
})

test('C-02 without a limit a page has ten', async () => {
  const [ana, ben] = await aPair()
  for (let n = 0; n < 11; n += 1) await anInvoice(ana, ben) // oxlint-disable-line no-await-in-loop
  const page = await listed(ana)
  expect([page.items.length, page.end]).toEqual([10, false])
})

test('API-41 ST-21 an invoice is declined by its payer, once, and only while it is to be paid', async () => {
  const [ana, ben, eve] = [...(await aPair()), await aPerson()]
  const id = await anInvoice(ana, ben)
  const no = { status: 409, code: 'invalidInvoice' }
  for (const other of [ana, eve]) expect(await act('declineInvoice', other, id)).toMatchObject(no)
  const unknown = `inv_${newId().replaceAll('-', '')}`
  expect(await act('declineInvoice', ben, unknown)).toMatchObject(no)
  const answers = await Promise.all([1, 2, 3].map(() => act('declineInvoice', ben, id)))
  expect(answers.map(({ code }) => code ?? 'declined').toSorted()).toEqual([
    'declined',
    'invalidInvoice',
    'invalidInvoice',
  ])
  expect(answers.find(({ code }) => !code)?.data).toEqual({ invoiceId: id, state: 'declined' })
  for (const side of [ana, ben]) expect(await get(side, id)).toMatchObject({ state: 'declined', version: 2, acts: [] })
  expect(await eventsOf(ana)).toMatchObject([{ data: { id, version: 1 } }, { data: { id, version: 2 } }])

  const paid = await anInvoice(ana, ben)
  const begun = await anInvoice(ana, ben)
  await post('pay', ana, ben, paid)
  const { movementId } = await post('begin', ana, ben, begun)
  for (const one of [paid, begun]) expect(await act('declineInvoice', ben, one)).toMatchObject(no)
  expect(await act('declineInvoice', ben, begun)).toMatchObject({ details: { reason: 'processing' } })
  await post('stop', ana, ben, begun, { movementId })
  expect((await act('declineInvoice', ben, begun)).status).toBe(200)
})

test('X-19 an invoice is cancelled by its issuer, only while it is to be paid; its payer is told, and it takes no payment any more', async () => {
  const [ana, ben] = await aPair()
  const id = await anInvoice(ana, ben)
  const no = { status: 409, code: 'invalidInvoice' }
  expect(await act('cancelInvoice', ben, id)).toMatchObject(no)
  const [cancelled, paid] = await Promise.all([act('cancelInvoice', ana, id), post('pay', ana, ben, id)])
  // Whichever came first, the other found it changed.
  expect([cancelled.status === 200, paid.accepted].filter(Boolean)).toHaveLength(1)
  const other = await anInvoice(ana, ben)
  expect(await act('cancelInvoice', ana, other)).toMatchObject({ data: { state: 'cancelled' } })
  expect(await act('cancelInvoice', ana, other)).toMatchObject({ ...no, details: { reason: 'cancelled' } })
  expect((await post('pay', ana, ben, other)).accepted).toBe(false)
  expect((await post('begin', ana, ben, other)).accepted).toBe(false)
  for (const payMethod of ['wallet', 'card', 'paypal', 'zelle'])
    expect(
      await app.raw('payInvoice', { invoiceId: other, payMethod }, { key: newId(), bearer: ben.bearer }),
    ).toMatchObject(no)
  expect(await toldOf(ben)).toContainEqual(['invoice', 'cancelled', other])
  expect(await get(ben, other)).toMatchObject({ state: 'cancelled', acts: [] })
  expect(await eventsOf(ben)).toContainEqual(expect.objectContaining({ data: { id: other, version: 2 } }))
})

test('of fifty payments at once one takes the invoice, and fifty refunds never give back more than was paid', async () => {
  const [ana, ben] = await aPair()
  const id = await anInvoice(ana, ben)
  const paid = await Promise.all(Array.from({ length: 50 }, () => post('pay', ana, ben, id)))
  expect(paid.filter(({ accepted }) => accepted)).toHaveLength(1)
  const refunds = await Promise.all(
    Array.from({ length: 50 }, () => post('refund', ana, ben, id, { amountCents: 3_00n })),
  )
  expect(refunds.filter(({ accepted }) => accepted)).toHaveLength(16)
  for (const side of [ana, ben]) expect(await get(side, id)).toMatchObject({ state: 'paid', refunded: 48_00 })
  expect((await get(ana, id)).acts).toEqual(['refund'])
  expect((await post('refund', ana, ben, id, { amountCents: 2_00n })).accepted).toBe(true)
  expect((await get(ana, id)).acts).toEqual([])
})

test('X-20 an invoice is overdue once its due date has passed wherever one is, the same in list, detail and export, and for both sides', async () => {
  const [ana, ben] = await aPair()
  const day = (ahead: number) => new Date(app.clock.now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10)
  const [due, paid, under] = [
    await anInvoice(ana, ben, { dueDate: day(1) }),
    await anInvoice(ana, ben, { dueDate: day(1) }),
    await anInvoice(ana, ben, { dueDate: day(1) }),
  ]
  const never = await anInvoice(ana, ben)
  const tell = (id: string) => {
    const ref = { issuerId: ana.id, invoiceId: uuidOf(id, 'inv') ?? '' }
    return invoicesTasks(app.services)['invoices.tell-overdue'](ref)
  }
  const seen = async () => {
    const overdue: Record<string, boolean[]> = {}
    for (const person of [ana, ben]) {
      person.bearer = await person.bearerOf() // oxlint-disable-line no-await-in-loop
      // oxlint-disable-next-line no-await-in-loop
      for (const row of (await listed(person)).items) {
        const detail = await get(person, row.id) // oxlint-disable-line no-await-in-loop
        ;(overdue[row.id] ??= []).push(row.overdue, detail.overdue)
      }
      // oxlint-disable-next-line no-await-in-loop
      const zip = unzipSync(await buildArchive(app.services, person.id))
      for (const row of JSON.parse(strFromU8(zip['invoices.json']!)) as { id: string; overdue: boolean }[])
        overdue[row.id]?.push(row.overdue)
    }
    return overdue
  }
  const all = (value: boolean) => [value, value, value, value, value, value]
  await post('pay', ana, ben, paid)
  // Up to noon UTC of the day after it is still that day somewhere.
  const noon = Date.parse(`${day(2)}T12:00:00Z`)
  app.clock.advance(noon - app.clock.now().getTime() - 5_000)
  await tell(due)
  expect(await seen()).toEqual({ [due]: all(false), [paid]: all(false), [under]: all(false), [never]: all(false) })
  const { movementId } = await post('begin', ana, ben, under)
  app.clock.advance(6_000)
  expect(await seen()).toEqual({ [due]: all(true), [paid]: all(false), [under]: all(true), [never]: all(false) })
  // The news comes once, and of what is being paid only when that came to nothing.
  for (const id of [due, due, paid, under]) await tell(id) // oxlint-disable-line no-await-in-loop
  expect(await get(ben, due)).toMatchObject({ version: 2 })
  expect(await get(ben, under)).toMatchObject({ state: 'processing', version: 2 })
  await post('stop', ana, ben, under, { movementId })
  await tell(under)
  expect(await get(ben, under)).toMatchObject({ state: 'toPay', overdue: true, version: 4 })
})

test('X-21 a reminder is sent once in 24 hours and three times in all, then tooManyRequests; its payer is told; only of what is to be paid', async () => {
  const [ana, ben] = await aPair()
  const id = await anInvoice(ana, ben)
  expect(await act('remindInvoice', ben, id)).toMatchObject({ status: 409, code: 'invalidInvoice' })
  const answers = await Promise.all([1, 2, 3].map(() => act('remindInvoice', ana, id)))
  expect(answers.map(({ code }) => code ?? 'sent').toSorted()).toEqual(['sent', 'tooManyRequests', 'tooManyRequests'])
  const again = await act('remindInvoice', ana, id)
  expect(again).toMatchObject({ status: 429, code: 'tooManyRequests' })
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(86_000)
  const once = await get(ana, id)
  expect(once).toMatchObject({ acts: ['cancel'], reminders: { sent: 1, left: 2 }, version: 2 })
  for (const sent of [2, 3]) {
    app.clock.advance(
      Date.parse(once.reminders.nextAt ?? '') + (sent - 2) * (DAY_MS + 5_000) - app.clock.now().getTime() + 1_000,
    )
    ana.bearer = await ana.bearerOf() // oxlint-disable-line no-await-in-loop
    // oxlint-disable-next-line no-await-in-loop
    expect(await act('remindInvoice', ana, id)).toMatchObject({ data: { reminders: { sent, left: 3 - sent } } })
  }
  app.clock.advance(10 * DAY_MS)
  ana.bearer = await ana.bearerOf()
  ben.bearer = await ben.bearerOf()
  const fourth = await act('remindInvoice', ana, id)
  expect(fourth).toMatchObject({ status: 429, code: 'tooManyRequests', details: { reason: 'remindersUsedUp' } })
  expect(await get(ana, id)).toMatchObject({ reminders: { sent: 3, left: 0, nextAt: null }, acts: ['cancel'] })
  expect((await toldOf(ben)).filter(([, variant, of]) => variant === 'reminded' && of === id)).toHaveLength(3)
  const declined = await anInvoice(ana, ben)
  await act('declineInvoice', ben, declined)
  expect(await act('remindInvoice', ana, declined)).toMatchObject({
    code: 'invalidInvoice',
    details: { reason: 'declined' },
  })
})

test('PM-03 without both contacts verified nothing is asked of invoices, nor of the catalogue', async () => {
  const [nobody, noPhone] = [await aPerson({ tier: -1 }), await aPerson({ tier: -1, emailVerified: true })]
  const id = `inv_${'0'.repeat(32)}`
  const calls = [
    ['createInvoice', { toUser: nobody.userId }],
    ['listInvoices', {}],
    ['getInvoice', { invoiceId: id }],
    ['invoicePdf', { invoiceId: id }],
    ['declineInvoice', { invoiceId: id }],
    ['cancelInvoice', { invoiceId: id }],
    ['remindInvoice', { invoiceId: id }],
    ['payInvoice', { invoiceId: id, payMethod: 'wallet' }],
    ['refundInvoice', { invoiceId: id }],
    ['listProducts', undefined],
    ['addProduct64', { name: 'Tea', price: 3_00 }],
    ['deleteProducts', { ids: [`prd_${'0'.repeat(32)}`] }],
  ] as const
  for (const [call, input] of calls) {
    expect(await app.raw(call, input, { bearer: nobody.bearer, key: newId() }), call).toMatchObject({
      status: 403,
      code: 'emailNotVerified',
    })
    expect(await app.raw(call, input, { bearer: noPhone.bearer, key: newId() }), call).toMatchObject({
      status: 403,
      code: 'kycRequired',
      details: { missing: ['phone'] },
    })
  }
})

test('whoever closes their account takes back what they asked for and declines what they were asked for; the other side sees no name', async () => {
  const [ana, ben] = await aPair()
  const [sent, received, paid, begun] = [
    await anInvoice(ana, ben),
    await anInvoice(ben, ana),
    await anInvoice(ana, ben),
    await anInvoice(ana, ben),
  ]
  await product(ana, 'Tea', 3_00, (await aPhoto()).toString('base64'))
  await post('pay', ana, ben, paid)
  const { movementId } = await post('begin', ana, ben, begun)
  const closing = await app.call('closeAccount', {}, { bearer: ana.bearer })
  expect(closing.status).toBe(200)
  await app.runJobs()
  const states = async () =>
    Object.fromEntries(
      (await listed(ben)).items.map(({ id, state, fullName, blocked }) => [id, [state, fullName, blocked]]),
    )
  expect(await states()).toEqual({
    [sent]: ['cancelled', null, true],
    [received]: ['declined', null, true],
    [paid]: ['paid', null, true],
    [begun]: ['processing', null, true],
  })
  // A payment under way is waited for, and then its invoice ends too.
  await post('stop', ana, ben, begun, { movementId })
  await invoicesTasks(app.services)['invoices.close']({ ownerId: ana.id })
  expect((await states())[begun]).toEqual(['cancelled', null, true])
  const products = await app.services.db.selectFrom('products').selectAll().where('owner_id', '=', ana.id).execute()
  expect(products.map((row) => row.deleted_at !== null)).toEqual([true])
  const pictures = await app.services.db.selectFrom('pictures').selectAll().where('owner_id', '=', ana.id).execute()
  expect(pictures).toEqual([])
})

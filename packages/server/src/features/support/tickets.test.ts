import { uuidOf } from '@puente/contract'
import { expect, test } from 'vitest'
import { readTicketCase, readTicketQueue } from '#features/operations/index.ts'
import { newId } from '#platform/ids.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { supportOrdersIn } from '#test/support-orders.ts'

const app = appOfFile()
const orders = supportOrdersIn(app)

const headersOf = (user: TestUser) => signedIn(app.services, user)
const create = async (user: TestUser, change: object = {}) =>
  app.call(
    'createTicket',
    { module: 'account', description: 'My name is wrong', ...change },
    { headers: await headersOf(user) },
  )
const get = async (user: TestUser, ticketId: string) =>
  app.call('getTicket', { ticketId } as never, { headers: await headersOf(user) })
const bare = (ticketId: string) => uuidOf(ticketId, 'tkt') ?? ''

test('P-21 API-43 a ticket is created and stands in the queue of operators, who read it with a reason that its writer sees', async () => {
  const ana = await aUser(app.services)
  const { data, status } = await create(ana)
  expect(status).toBe(200)
  expect(data.ticketId).toMatch(/^tkt_/)
  const queue = await readTicketQueue(orders.context())
  expect(queue.find(({ ticketId }) => ticketId === bare(data.ticketId))).toMatchObject({
    handle: ana.handle,
    module: 'account',
  })
  const asked = { id: bare(data.ticketId), reason: '' }
  await expect(readTicketCase(orders.context(), orders.as('rosa'), asked)).rejects.toThrow('A reason is needed')
  const read = await readTicketCase(orders.context(), orders.as('rosa'), { ...asked, reason: 'answering' })
  expect(read.messages.map(({ text }) => text)).toEqual(['My name is wrong'])
  const log = await app.call('accessLog', {}, { headers: await headersOf(ana) })
  expect(log.data.items).toMatchObject([
    { role: 'support', what: 'supportTicket', why: 'support', reference: data.ticketId },
  ])
})

test('EF-17 EC-42 EC-44 an unknown module is invalidType, and no, only spaces or too many words invalidDescription', async () => {
  const ana = await aUser(app.services)
  expect(await create(ana, { module: 'weather' })).toMatchObject({ status: 400, code: 'invalidType' })
  expect(await create(ana, { module: undefined })).toMatchObject({ status: 400, code: 'invalidType' })
  for (const description of [undefined, '', '  \n ', 'x'.repeat(2001)])
    expect(await create(ana, { description })).toMatchObject({ status: 400, code: 'invalidDescription' })
  expect((await create(ana, { description: 'x'.repeat(2000) })).status).toBe(200)
})

test('the same words again are the same ticket until it is answered; ten others a day, and not more', async () => {
  const ana = await aUser(app.services)
  const first = await create(ana)
  expect((await create(ana)).data).toEqual(first.data)
  await orders.run({ act: 'answer', id: bare(first.data.ticketId), text: 'Done' })
  expect((await create(ana)).data).not.toEqual(first.data)
})

test('an answer is told in the list and by mail, and a reply opens the ticket again', async () => {
  const ana = await aUser(app.services, { tier: 0 })
  const { data } = await create(ana)
  expect(await orders.run({ act: 'ask', id: bare(data.ticketId), text: 'Which name is right?' })).toBe('done')
  await app.runJobs()
  const headers = await headersOf(ana)
  const notices = await app.call('listNotifications', {}, { headers })
  expect(notices.data.items).toMatchObject([
    { kind: 'support', variant: 'asked', objectType: 'ticket', objectId: data.ticketId },
    { kind: 'support', variant: 'messageReceived', objectType: 'ticket', objectId: data.ticketId },
  ])
  expect((await get(ana, data.ticketId)).data).toMatchObject({
    state: 'waitingForYou',
    messages: [{ from: 'you' }, { from: 'support', text: 'Which name is right?' }],
  })
  const replied = await app.call('replyTicket', { ticketId: data.ticketId, description: 'Ana María' }, { headers })
  expect(replied.data).toMatchObject({ state: 'open', version: 3 })
  expect(await orders.run({ act: 'close', id: bare(data.ticketId) })).toBe('done')
  expect(await orders.run({ act: 'close', id: bare(data.ticketId) })).toBe('closed')
  expect(
    (await app.call('replyTicket', { ticketId: data.ticketId, description: 'One more thing' }, { headers })).data.state,
  ).toBe('open')
  const list = await app.call('listTickets', {}, { headers })
  expect(list.data).toMatchObject({
    items: [{ id: data.ticketId, state: 'open', excerpt: 'My name is wrong' }],
    end: true,
  })
})

test('a ticket is tied to a transaction of its writer alone, and nobody else reads or answers it', async () => {
  const [ana, ben, eve] = [
    await aVerifiedUser(app.services),
    await aVerifiedUser(app.services),
    await aVerifiedUser(app.services),
  ]
  await withBalance(app.services, ana, 50_00)
  const send = { toUser: ben.userId, amount: 10_00, currency: 'USD' } as const
  const { data: sent } = await app.call('sendInApp', send, { headers: await headersOf(ana), key: newId() })
  const { transactionId } = sent
  expect(await create(eve, { transactionId })).toMatchObject({ status: 404, code: 'invalidTransactionId' })
  const { data } = await create(ben, { transactionId, concerns: { type: 'limit', code: 'L-08' } })
  expect((await get(ben, data.ticketId)).data).toMatchObject({
    transactionId,
    concerns: { type: 'limit', code: 'L-08' },
  })
  expect(await get(ana, data.ticketId)).toMatchObject({ status: 404, code: 'notFound' })
  const reply = { ticketId: data.ticketId, description: 'hello' } as never
  expect(await app.call('replyTicket', reply, { headers: await headersOf(eve) })).toMatchObject({
    status: 404,
    code: 'notFound',
  })
})

test('what was written is nowhere in the tables as it was written', async () => {
  const ana = await aUser(app.services)
  const { data } = await create(ana, { description: 'A secret about my dog' })
  await orders.run({ act: 'answer', id: bare(data.ticketId), text: 'A secret about our cat' })
  for (const table of ['support_messages', 'support_orders', 'audit_log'] as const) {
    const rows = await app.services.db.selectFrom(table).selectAll().execute()
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/A secret about/)
  }
})

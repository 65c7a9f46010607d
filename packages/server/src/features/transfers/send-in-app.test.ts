import { expect, test } from 'vitest'
import { aUser, aVerifiedUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

const someone = async (tier: -1 | 0 | 1 | 2, balanceCents = 0, fullName = 'Ana Ruiz') => {
  const user = await aUser(app.services, { tier, fullName })
  if (balanceCents > 0) await withBalance(app.services, user, balanceCents)
  return user
}
const headersOf = (user: Pick<TestUser, 'id'>) => signedIn(app.services, user)

const send = async (from: Pick<TestUser, 'id'>, body: Record<string, unknown>, key: string = newId()) =>
  app.raw('sendInApp', { currency: 'USD', ...body }, { key, headers: await headersOf(from) }) as ReturnType<
    typeof app.call<'sendInApp'>
  >
const balanceOf = async (user: Pick<TestUser, 'id'>) =>
  (await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })).availableCents
const list = async (user: Pick<TestUser, 'id'>) =>
  (await app.call('listTransactions', { limit: 20 }, { headers: await headersOf(user) })).data.items

test('API-24: a send moves the money at once and once, is free, and both sides see it with their balance after it', async () => {
  const [ana, ben] = [await someone(1, 500_00, 'Ana Ruiz'), await someone(1, 0, 'Ben Lee')]
  const [key, body] = [newId(), { toUser: ben.userId, amount: 100_00, note: 'for lunch' }]
  const answer = await send(ana, body, key)
  expect((await send(ana, body, key)).data).toEqual(answer.data)
  expect(await send(ana, { ...body, amount: 99_00 }, key)).toMatchObject({ code: 'idempotencyConflict' })
  expect(await send(ana, { ...body, toUser: ana.userId })).toMatchObject({ code: 'invalidUser' })
  expect(answer).toMatchObject({
    status: 200,
    data: {
      state: 'COMPLETED',
      fee: 0,
      totalCharge: 100_00,
      balance: 400_00,
      reference: expect.stringMatching(/^PU-[2-9A-HJ-KMNP-Z]{8}$/),
    },
  })
  expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([400_00n, 100_00n])
  const [sent] = await list(ana)
  const [received] = await list(ben)
  const shared = {
    id: answer.data.transactionId,
    state: 'COMPLETED',
    method: 'wallet',
    from: ana.userId,
    to: ben.userId,
    fromName: 'Ana Ruiz',
    toName: 'Ben Lee',
    amount: 100_00,
    currency: 'USD',
    fee: 0,
    puenteFee: 0,
    note: 'for lunch',
    reference: answer.data.reference,
    paymentDate: expect.any(String),
  }
  expect(sent).toMatchObject({ ...shared, type: 'sent', balance: 400_00, fullName: 'Ben Lee', email: ben.handle })
  expect(received).toMatchObject({ ...shared, type: 'received', balance: 100_00, fullName: 'Ana Ruiz' })
  expect(sent?.involves.toSorted()).toEqual([ana.userId, ben.userId].toSorted())
  // One transfer of two entries, written at one moment.
  const { rows: entries } = await app.services.db.pool.query(
    `select entries.owner_id as owner, entries.amount_cents as cents, count(*) over (partition by transfer_id, created_at)::int as legs
       from entries where kind = 'send.in-app' and owner_id = any($1::uuid[]) order by entries.amount_cents`,
    [[ana.id, ben.id]],
  )
  expect(entries).toEqual([
    { owner: ana.id, cents: -100_00n, legs: 2 },
    { owner: ben.id, cents: 100_00n, legs: 2 },
  ])
})

test('a handle names the receiver as well as an id does', async () => {
  const [ana, ben] = [await someone(1, 10_00), await someone(0)]
  expect((await send(ana, { toUser: ben.handle, amount: 1_00 })).data.state).toBe('COMPLETED')
  expect(await balanceOf(ben)).toBe(100n)
})

test('ST-10, PM-05: without verified contacts or tier 1 nothing moves', async () => {
  const ben = await someone(1)
  const noMail = await aUser(app.services, { tier: 0, emailVerified: false })
  const noPhone = await aUser(app.services, { tier: 0, phoneVerified: false })
  expect(await send(noMail, { toUser: ben.userId, amount: 1 })).toMatchObject({ status: 403, code: 'emailNotVerified' })
  expect(await send(noPhone, { toUser: ben.userId, amount: 1 })).toMatchObject({
    status: 403,
    code: 'kycRequired',
    details: { missing: ['phone'] },
  })
  const verified = await someone(0, 5_00)
  expect(await send(verified, { toUser: ben.userId, amount: 1 })).toMatchObject({
    status: 403,
    code: 'kycRequired',
    details: { missing: ['tier1'] },
  })
  expect(await balanceOf(verified)).toBe(5_00n)
})

test('EC-40: oneself, people who cannot receive, closed accounts and people blocked either way are invalidUser; no name at all is invalidTo', async () => {
  const ana = await someone(1, 5_00)
  const unfinished = await someone(-1)
  expect(await send(ana, { toUser: ana.userId, amount: 1 })).toMatchObject({ status: 422, code: 'invalidUser' })
  expect(await send(ana, { toUser: ana.handle, amount: 1 })).toMatchObject({ code: 'invalidUser' })
  expect(await send(ana, { toUser: unfinished.userId, amount: 1 })).toMatchObject({ status: 422, code: 'invalidUser' })
  const gone = await someone(1)
  expect(await app.raw('closeAccount', {}, { headers: await headersOf(gone), key: newId() })).toMatchObject({
    status: 200,
  })
  expect(await send(ana, { toUser: gone.userId, amount: 1 })).toMatchObject({ code: 'invalidUser' })
  for (const isBlocker of [true, false]) {
    const other = await someone(1)
    const [blocker, blocked] = isBlocker ? [ana, other] : [other, ana]
    const blocking = await app.raw('block', { userId: blocked.userId }, { headers: await headersOf(blocker) })
    expect(blocking).toMatchObject({ status: 200 })
    expect(await send(ana, { toUser: other.userId, amount: 1 })).toMatchObject({ status: 422, code: 'invalidUser' })
  }
  expect(await send(ana, { amount: 1 })).toMatchObject({ status: 400, code: 'invalidTo' })
})

test('EC-07 userNotFound: a user id and a username that are no one’s, to send to or to look up, are answered so, in the words of each language', async () => {
  const ana = await someone(1, 5_00)
  const lookUp = async (publicTransactionId: string) =>
    app.raw('publicProfile', { publicTransactionId }, { headers: await headersOf(ana) })
  const refused = { status: 404, code: 'userNotFound' }
  for (const toUser of [`usr_${'0'.repeat(32)}`, 'nobody-at-all'])
    expect(await send(ana, { toUser, amount: 1 })).toMatchObject(refused)
  expect(await lookUp('nobody-at-all')).toMatchObject(refused)
  expect(await lookUp(ana.handle)).toMatchObject({ status: 200 })
  for (const [lang, message] of [
    ['en-US', 'Receiver not found'],
    ['es-US', 'No encontramos a esa persona'],
    ['ko-KR', '받는 분을 찾지 못했어요'],
  ] as const) {
    const reader = await aUser(app.services, { tier: 1, lang })
    expect(await send(reader, { toUser: 'nobody-at-all', amount: 1 })).toMatchObject({ ...refused, body: { message } })
  }
})

test('EC-39: a payment for goods needs a note, and no note is longer than 280 characters', async () => {
  const [ana, ben] = [await someone(1, 5_00), await someone(1)]
  const toUser = ben.userId
  expect(await send(ana, { toUser, amount: 1, purpose: 'goods' })).toMatchObject({ status: 400, code: 'invalidNote' })
  expect(await send(ana, { toUser, amount: 1, note: 'x'.repeat(281) })).toMatchObject({ code: 'invalidNote' })
  expect(await send(ana, { toUser, amount: 1, purpose: 'goods', note: 'a chair' })).toMatchObject({ status: 200 })
})

test('EC-35, EC-36: another currency and an amount that is no whole number of cents are refused, as is a total that differs', async () => {
  const [ana, ben] = [await someone(1, 5_00), await someone(1)]
  const toUser = ben.userId
  expect(await send(ana, { toUser, amount: 1, currency: 'EUR' })).toMatchObject({
    status: 400,
    code: 'invalidCurrency',
  })
  for (const amount of [0, -1, 1.5, '1', null])
    expect(await send(ana, { toUser, amount })).toMatchObject({ code: 'invalidAmount' })
  expect(await send(ana, { toUser, amount: 1_00, expectedTotalCharge: 1_01 })).toMatchObject({
    code: 'invalidAmount',
    details: { reason: 'quoteChanged', totalCharge: 1_00 },
  })
})

test('EC-54: more than what can be spent is refused, and a frozen account moves nothing out', async () => {
  const [ana, ben] = [await someone(1, 1_00), await someone(1)]
  expect(await send(ana, { toUser: ben.userId, amount: 1_01 })).toMatchObject({
    status: 422,
    code: 'senderUnsufficientFunds',
  })
  await app.services.db.updateTable('users').set({ status: 'frozen' }).where('owner_id', '=', ana.id).execute()
  expect(await send(ana, { toUser: ben.userId, amount: 1 })).toMatchObject({ status: 403, code: 'accountRestricted' })
  expect(await balanceOf(ana)).toBe(1_00n)
})

test('a limit at its edge lets exactly one of several parallel sends through', async () => {
  const [ana, ben] = [await someone(2, 9000_00), await someone(1)]
  expect(await send(ana, { toUser: ben.userId, amount: 2400_00 })).toMatchObject({ status: 200 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(ana, { toUser: ben.userId, amount: 100_00 })))
  expect(answers.map(({ code }) => code ?? 'sent').toSorted()).toEqual([
    'limitExceeded',
    'limitExceeded',
    'limitExceeded',
    'sent',
  ])
  expect(await balanceOf(ana)).toBe(6500_00n)
})

test('sends in both directions at once neither block one another nor lose a cent', async () => {
  const [ana, ben] = [await someone(2, 100_00), await someone(2, 100_00)]
  const answers = await Promise.all(
    [0, 1, 2].flatMap(() => [
      send(ana, { toUser: ben.userId, amount: 10_00 }),
      send(ben, { toUser: ana.userId, amount: 1_00 }),
    ]),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([73_00n, 127_00n])
})

test('RD-01 ST-15: both sides hear of it at once, and each reads their own row, balance and limits', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 5_00)
  const answer = await send(ana, { toUser: ben.userId, amount: 2_00 })
  const eventsOf = async (user: TestUser) =>
    (await app.call('livePoll', { after: '0' }, { headers: await headersOf(user) })).data.events
  const seen = await eventsOf(ben)
  expect(seen.map(({ event }) => event)).toEqual(expect.arrayContaining(['transaction', 'wallet', 'frequents']))
  const id = answer.data.transactionId
  expect(seen.find(({ event }) => event === 'transaction')?.data).toEqual({ id, version: 1 })
  expect((await eventsOf(ana)).map(({ event }) => event)).toEqual(
    expect.arrayContaining(['transaction', 'wallet', 'limits', 'frequents']),
  )
  // What the screens read then.
  const readBy = async (user: TestUser) => {
    const headers = await headersOf(user)
    const { items } = (await app.call('getTransactions', { transactionIds: [id] }, { headers })).data
    return { items, wallet: (await app.call('wallet', undefined, { headers })).data }
  }
  expect(await readBy(ana)).toEqual({ items: await list(ana), wallet: { USD: 3_00, held: { USD: 0 } } })
  expect(await readBy(ben)).toEqual({ items: await list(ben), wallet: { USD: 2_00, held: { USD: 0 } } })
})

test('what was sent is answered alike again, whatever would stand in its way by now', async () => {
  const [ana, ben] = [await someone(1, 10_00), await someone(1)]
  const [key, body] = [newId(), { toUser: ben.userId, amount: 1_00 }]
  const first = await send(ana, body, key)
  await app.services.db.updateTable('users').set({ tier: 0 }).where('owner_id', '=', ana.id).execute()
  const again = await send(ana, body, key)
  expect(again).toMatchObject({ status: 200, data: first.data })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await send(ana, { ...body, amount: 2_00 }, key)).toMatchObject({ code: 'idempotencyConflict' })
  expect(await send(ana, body)).toMatchObject({ code: 'kycRequired' })
  expect(await balanceOf(ana)).toBe(9_00n)
})

test('a send leaves one line in the audit trail, with the money or not at all', async () => {
  const [ana, ben] = [await someone(1, 1_00), await someone(1)]
  await send(ana, { toUser: ben.userId, amount: 1_01 })
  await send(ana, { toUser: ben.userId, amount: 1_00 })
  const trail = await app.services.db.selectFrom('audit_log').selectAll().where('actor_id', '=', ana.id).execute()
  expect(trail).toMatchObject([
    { action: 'transfer.sent', actor_kind: 'user', object_type: 'movement', result: 'done' },
  ])
})

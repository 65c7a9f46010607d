/** Payments by Zelle from beginning to end: the bank is played, the list is read over its wire, the books are real. */
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { creditByOperator } from './operator-acts.ts'
import { pollFeed } from './poll-feed.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What the bank lists must be what our books say, and all accounts together nothing. */
const expectBooksToAgree = async (): Promise<void> => {
  const listed = await app.control<{ amountCents: number; state: string }[]>('GET', '/zelle/credits')
  const posted = listed.filter(({ state }) => state === 'posted').reduce((sum, line) => sum + line.amountCents, 0)
  const { rows } = await app.services.db.pool.query<{ account: string; cents: string }>(
    'select account, sum(balance_cents) as cents from accounts group by account',
  )
  const of = (account: string) => Number(rows.find((row) => row.account === account)?.cents ?? 0)
  expect(of('settlement:zelle')).toBe(-posted)
  expect(rows.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
}
const suspense = async (): Promise<number> => {
  const { rows } = await app.services.db.pool.query<{ cents: string }>(
    `select coalesce(sum(balance_cents), 0) as cents from accounts where account = 'suspense:unmatched'`,
  )
  return Number(rows[0]?.cents)
}

/** Time passes here and at the bank. */
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms)
  await app.control('POST', '/clock/advance', { seconds: ms / 1_000 })
}
const poll = () => pollFeed(app.services)
const two = async () => ({
  ana: await aUser(app.services, { tier: 1, fullName: 'Ana López' }),
  ben: await aUser(app.services, { tier: 1, fullName: 'Ben Lee' }),
})
const headersOf = deposits.headersOf
const intent = async (from: TestUser, to: TestUser, more: object = {}) =>
  app.call(
    'zelleIntent',
    { toUser: to.userId, amount: 100_00, currency: 'USD', note: 'Dinner', ...more },
    { key: newId(), headers: await headersOf(from) },
  )
const numbers = (() => {
  let last = 100_000_000
  return { next: () => String((last += 1)) }
})()
const arrive = async (more: object = {}): Promise<string> => {
  const credit = { reference: numbers.next(), amountCents: 100_00, senderName: 'ANA LOPEZ', ...more }
  return (await app.control<{ id: string }>('POST', '/zelle/credits', credit)).id
}
const send = async (from: TestUser, to: TestUser, confirmation: string, more: object = {}, key: string = newId()) =>
  app.call(
    'sendZelle',
    { toUser: to.userId, amount: 100_00, currency: 'USD', note: '', confirmation, fullName: 'Ana Lopez', ...more },
    { key, headers: await headersOf(from) },
  )
const confirm = async (user: TestUser, transactionId: string, confirmation: string, fullName = 'Ana Lopez') =>
  app.call(
    'confirmZelle',
    { transactionId: transactionId as `txn_${string}`, confirmation, fullName },
    { key: newId(), headers: await headersOf(user) },
  )
const rowOf = deposits.rowOf
const transactionOf = (details: Record<string, unknown> | undefined): string => String(details?.['transactionId'])

beforeEach(async () => {
  await app.control('DELETE', '/faults')
})

test('a credit with the code and the exact amount completes a send by itself, once, whoever paid it', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  expect(data).toMatchObject({ amount: 100_00, fee: 0, totalCharge: 100_00, payTo: { address: 'pay@puente.test' } })
  expect(data.zelleSecretToken).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(data.qrText).toContain(`memo=${data.zelleSecretToken}`)
  expect(await rowOf(ana, data.transactionId)).toMatchObject({
    state: 'PENDING',
    type: 'sent',
    method: 'zelle',
    payBy: data.expiresAt,
  })
  await arrive({ memo: `lunch ${data.zelleSecretToken.toLowerCase()}`, senderName: 'Somebody Else' })
  await poll()
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED', payBy: null })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  await expectBooksToAgree()
})

test('API-25 a send by number is found late, and later completes by itself; a number used elsewhere is refused, and somebody else’s is answered like an unknown one', async () => {
  const { ana, ben } = await two()
  const reference = numbers.next()
  const early = await send(ana, ben, reference)
  expect(early).toMatchObject({
    status: 422,
    code: 'zelleNotFound',
    details: { transactionId: expect.stringMatching(/^txn_/) },
  })
  const id = transactionOf(early.details)
  expect(await rowOf(ana, id)).toMatchObject({ state: 'PENDING' })
  await arrive({ reference })
  await poll()
  expect(await rowOf(ana, id)).toMatchObject({ state: 'COMPLETED' })
  expect(await send(ana, ben, reference)).toMatchObject({ status: 400, code: 'invalidConfirmationNumber' })
  const foreign = await send(ben, ana, reference)
  const unknown = await send(ben, ana, numbers.next())
  expect(foreign.code).toBe('zelleNotFound')
  expect([unknown.status, unknown.code, Object.keys(unknown.details ?? {})]).toEqual([
    foreign.status,
    foreign.code,
    Object.keys(foreign.details ?? {}),
  ])
  await expectBooksToAgree()
})

test('API-25 EC-64 the same send under the same number and a new key looks again while it waits, and goes on with that one payment', async () => {
  const { ana, ben } = await two()
  const reference = numbers.next()
  const [first = '', ...others] = (
    await Promise.all(Array.from({ length: 3 }, () => send(ana, ben, reference, { fullName: 'Ana' })))
  ).map(({ details }) => transactionOf(details))
  expect([first, ...others]).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^txn_/)))
  expect(new Set([first, ...others]).size).toBe(1)
  for (const other of [{ amount: 100_01 }, { toUser: (await two()).ben.userId }])
    expect(await send(ana, ben, reference, other)).toMatchObject({ status: 400, code: 'invalidConfirmationNumber' })
  await arrive({ reference })
  await poll()
  // The name did not agree so far.
  expect(await rowOf(ana, first)).toMatchObject({ state: 'PENDING' })
  const again = await send(ana, ben, reference)
  expect(again.data).toMatchObject({ transactionId: first, state: 'COMPLETED', fee: 0, totalCharge: 100_00 })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  const row = app.services.db.selectFrom('zelle_intents').select('tries').where('owner_id', '=', ana.id)
  expect(await row.execute()).toEqual([{ tries: 1 }])
})

test.each(['sendZelle', 'confirmZelle'] as const)(
  'X-01 %s that found no money is refused again under its key, whatever has come since',
  async (operation) => {
    const { ana, ben } = await two()
    const reference = numbers.next()
    const { transactionId } = operation === 'sendZelle' ? {} : (await intent(ana, ben)).data
    const key = newId()
    const given = { confirmation: reference, fullName: 'Ana Lopez' }
    const body = transactionId ? { transactionId } : { toUser: ben.userId, amount: 100_00, currency: 'USD' }
    const call = async () => app.raw(operation, { ...body, ...given }, { key, headers: await headersOf(ana) })
    const first = await call()
    expect(first).toMatchObject({ status: 422, code: 'zelleNotFound' })
    const said = ({ status, code, details, body }: typeof first) => [status, code, details, body['message']]
    expect(said(await call())).toEqual(said(first))
    await arrive({ reference })
    await poll()
    expect(await rowOf(ana, transactionOf(first.details))).toMatchObject({ state: 'COMPLETED' })
    const late = await call()
    expect(said(late)).toEqual(said(first))
    expect(late.headers['idempotent-replayed']).toBe('true')
  },
)

test('a number whose money is here already completes in the same call, and its repeat says the same', async () => {
  const { ana, ben } = await two()
  const reference = numbers.next()
  await arrive({ reference, senderName: 'LOPEZ ANA' })
  await poll()
  const key = newId()
  const body = { toUser: ben.userId, amount: 100_00, currency: 'USD', confirmation: reference, fullName: 'Ana López' }
  const call = async () => app.call('sendZelle', body as never, { key, headers: await headersOf(ana) })
  const first = await call()
  expect(first.data).toMatchObject({ state: 'COMPLETED', totalCharge: 100_00 })
  expect((await call()).data).toEqual(first.data)
  expect(await deposits.balanceOf(ben)).toBe(100_00)
})

test('two people claim one number at once: one credit', async () => {
  const { ana, ben } = await two()
  const reference = numbers.next()
  const ids = [await send(ana, ben, reference), await send(ben, ana, reference)].map(({ details }) =>
    transactionOf(details),
  )
  await arrive({ reference })
  await poll()
  await Promise.all([poll(), poll(), confirm(ana, ids[0] ?? '', reference), confirm(ben, ids[1] ?? '', reference)])
  const states = [(await rowOf(ana, ids[0] ?? '')).state, (await rowOf(ben, ids[1] ?? '')).state]
  expect(states.toSorted()).toEqual(['COMPLETED', 'PENDING'])
  expect((await deposits.balanceOf(ana)) + (await deposits.balanceOf(ben))).toBe(100_00)
  await expectBooksToAgree()
})

test.each([
  ['short', { amountCents: 99_99 }],
  ['over', { amountCents: 100_01 }],
])(
  'a credit with the code that is %s puts the payment on hold for a person, and lies in suspense',
  async (_what, more) => {
    const { ana, ben } = await two()
    const { data } = await intent(ana, ben)
    const before = await suspense()
    await arrive({ memo: data.zelleSecretToken, ...more })
    // One that is cut off before it puts the payment on hold is followed by another.
    await pollUntil('zelle.held')
    await poll()
    expect(await rowOf(ana, data.transactionId)).toMatchObject({
      state: 'ON HOLD',
      holdReason: 'zelleMismatch',
      cancellable: false,
      received: more.amountCents,
    })
    expect(await deposits.balanceOf(ben)).toBe(0)
    expect((await suspense()) - before).toBe(more.amountCents)
    expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ code: 'invalidTransactionId' })
    // The exact amount that follows completes it all the same; the other one stays.
    await arrive({ memo: data.zelleSecretToken })
    await poll()
    expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
    expect((await suspense()) - before).toBe(more.amountCents)
    await expectBooksToAgree()
  },
)

test('a credit under the number and another name is nobody’s: late after half an hour, over after two days, its money in suspense', async () => {
  const { ana, ben } = await two()
  const before = await suspense()
  const reference = numbers.next()
  await arrive({ reference, senderName: 'Ana María López' })
  await poll()
  const id = transactionOf((await send(ana, ben, reference)).details)
  await pass(31 * MINUTE_MS)
  await deposits.sweep(ana)
  expect(await rowOf(ana, id)).toMatchObject({ state: 'ON HOLD', holdReason: 'zelleNotSeen' })
  await pass(48 * HOUR_MS)
  await deposits.sweep(ana)
  // The list was not read since: what came in time may still be told.
  expect(await rowOf(ana, id)).toMatchObject({ state: 'ON HOLD' })
  await poll()
  await deposits.sweep(ana)
  expect(await rowOf(ana, id)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  expect((await suspense()) - before).toBe(100_00)
  await expectBooksToAgree()
})

test('money that comes half an hour late completes what is on hold, and money for what has ended lies in suspense', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  const reference = numbers.next()
  expect(await confirm(ana, data.transactionId, reference)).toMatchObject({ code: 'zelleNotFound' })
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING', payBy: null })
  await pass(31 * MINUTE_MS)
  await deposits.sweep(ana)
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'ON HOLD', holdReason: 'zelleNotSeen' })
  await arrive({ reference })
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  const other = (await intent(ana, ben)).data
  expect(await deposits.cancel(ana, other.transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
  const before = await suspense()
  await arrive({ memo: other.zelleSecretToken })
  await poll()
  expect(await rowOf(ana, other.transactionId)).toMatchObject({ state: 'CANCELLED' })
  expect((await suspense()) - before).toBe(100_00)
  await expectBooksToAgree()
})

test('a number that is given after the end finds what was paid before it; without that the answer is that the payment is over', async () => {
  const { ana, ben } = await two()
  const [paid, unread, unpaid] = [await intent(ana, ben), await intent(ana, ben), await intent(ana, ben)]
  const reference = numbers.next()
  await arrive({ reference })
  await pass(48 * HOUR_MS)
  // The list was not read since: what came in time may still be told.
  expect(await confirm(ana, unread.data.transactionId, numbers.next())).toMatchObject({ code: 'zelleNotFound' })
  await poll()
  expect(await confirm(ana, paid.data.transactionId, reference)).toMatchObject({ data: { state: 'COMPLETED' } })
  expect(await confirm(ana, unpaid.data.transactionId, numbers.next())).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await rowOf(ana, unpaid.data.transactionId)).toMatchObject({ cancelReason: 'expired', payBy: null })
  await deposits.sweep(ana)
  expect(await rowOf(ana, unread.data.transactionId)).toMatchObject({ state: 'CANCELLED', payBy: null })
  await expectBooksToAgree()
})

test('a deposit by Zelle fills the own balance, and paying it twice leaves the second payment in suspense', async () => {
  const { ana } = await two()
  const before = await suspense()
  const { data } = await deposits.start(ana, { method: 'zelle' })
  expect(data).toMatchObject({ tipo: 'zelle', fee: 0, zelle: { totalCharge: 100_00, address: 'pay@puente.test' } })
  await arrive({ memo: data.zelle?.memo })
  await arrive({ memo: data.zelle?.memo })
  await poll()
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED', type: 'deposit' })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
  expect((await suspense()) - before).toBe(100_00)
  await expectBooksToAgree()
})

test('a pending credit is waited for and counts once when it is posted; one that the bank takes back is a person’s to decide', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  const credit = await arrive({ memo: data.zelleSecretToken, pending: true })
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  await app.control('POST', `/zelle/credits/${credit}/post`)
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  await expectBooksToAgree()
  const other = (await intent(ana, ben)).data
  const gone = await arrive({ memo: other.zelleSecretToken, pending: true })
  await poll()
  await app.control('POST', `/zelle/credits/${gone}/remove`)
  await poll()
  expect(await rowOf(ana, other.transactionId)).toMatchObject({ state: 'ON HOLD', holdReason: 'zelleMismatch' })
})

const take = (credit: string) => app.control('POST', `/zelle/credits/${credit}/remove`)
const newestOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await headersOf(user) })).data.items[0]
const walletOf = (user: TestUser) => app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
/** As if the process ended before it posted what is of this kind. */
const pollUntil = (kind: string) => {
  const { ledger } = app.services
  const post: typeof ledger.post = (command) =>
    command.kind === kind ? Promise.reject(new Error('the power is gone')) : ledger.post(command)
  return pollFeed({ ...app.services, ledger: { ...ledger, post } }).catch(() => {})
}

test('a credit that the bank takes back after it was credited is taken back here, once: what is left of it, and the payer owes the rest', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  const before = await suspense()
  const credit = await arrive({ memo: data.zelleSecretToken })
  await poll()
  await withBalance(app.services, ben, -30_00)
  const owed = await deposits.houseOf('receivable:user', ana)
  await take(credit)
  await Promise.all([poll(), poll()])
  await poll()
  expect(await newestOf(ben)).toMatchObject({
    type: 'reversal',
    state: 'COMPLETED',
    method: 'zelle',
    amount: 70_00,
    balance: 0,
    linkedId: data.transactionId,
    returnStep: 'takenBack',
  })
  const { returnStep, timeline } = await deposits.rowOf(ana, data.transactionId)
  expect([returnStep, timeline.at(-1)]).toMatchObject(['takenBack', { step: 'takenBack', amount: 100_00 }])
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
  expect((await deposits.houseOf('receivable:user', ana)) - owed).toBe(-30_00)
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'refunded' }])
  expect(await deposits.usedBy(ana)).toEqual({ free: 0, cents: 0, broken: [] })
  expect((await suspense()) - before).toBe(0)
  await expectBooksToAgree()
})

test('a credit that the bank lists again after it was taken back is in the books again, and operators decide whose it is', async () => {
  const { ana } = await two()
  const before = await suspense()
  const { data } = await deposits.start(ana, { method: 'zelle' })
  const credit = await arrive({ memo: data.zelle?.memo })
  await poll()
  await take(credit)
  await poll()
  await app.control('POST', `/zelle/credits/${credit}/list-again`)
  await Promise.all([poll(), poll()])
  await poll()
  // It was given back once, and came to an end as that: money that comes and goes is for a person.
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect((await suspense()) - before).toBe(100_00)
  await expectBooksToAgree()
  // And once more.
  await take(credit)
  await poll()
  expect((await suspense()) - before).toBe(0)
  await expectBooksToAgree()
  // Between two looks it came to the same as before.
  await app.control('POST', `/zelle/credits/${credit}/list-again`)
  await poll()
  await take(credit)
  await app.control('POST', `/zelle/credits/${credit}/list-again`)
  await poll()
  expect((await suspense()) - before).toBe(100_00)
  await expectBooksToAgree()
})

test('a process that ends while it takes back is followed by another, and one whose credit was not noted is taken back as well', async () => {
  const { ana } = await two()
  const before = await suspense()
  const { data } = await deposits.start(ana, { method: 'zelle' })
  const credit = await arrive({ memo: data.zelle?.memo })
  await poll()
  const noted = app.services.db.updateTable('zelle_credits').set({ ended_as: null, ended_at: null })
  await noted.where('claim_owner_id', '=', ana.id).execute()
  await take(credit)
  await pollUntil('deposit.reversal')
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 100_00n })
  expect(await newestOf(ana)).toMatchObject({ type: 'reversal', state: 'ON HOLD', linkedId: data.transactionId })
  await poll()
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
  expect((await suspense()) - before).toBe(0)
  await expectBooksToAgree()
})

test('a credit that was found, and that the bank takes back before it is credited, is a person’s to decide', async () => {
  const { ana } = await two()
  const before = await suspense()
  const { data } = await deposits.start(ana, { method: 'zelle' })
  const credit = await arrive({ memo: data.zelle?.memo })
  await pollUntil('deposit.zelle')
  await take(credit)
  await poll()
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'ON HOLD', holdReason: 'zelleMismatch' })
  expect([await deposits.balanceOf(ana), (await suspense()) - before]).toEqual([0, 0])
  await expectBooksToAgree()
})

test('what operators credited of another amount is taken back as much', async () => {
  const { ana, ben } = await two()
  const before = await suspense()
  const { data } = await intent(ana, ben)
  const credit = await arrive({ memo: data.zelleSecretToken, amountCents: 90_00 })
  await poll()
  const [{ id } = { id: '' }] = await app.services.db
    .selectFrom('zelle_credits')
    .select('id')
    .where('claim_owner_id', '=', ana.id)
    .execute()
  expect(await creditByOperator(app.services, { orderId: newId(), creditId: id })).toBe('done')
  expect(await deposits.balanceOf(ana)).toBe(90_00)
  await take(credit)
  await poll()
  expect(await newestOf(ana)).toMatchObject({ type: 'reversal', amount: 90_00, linkedId: data.transactionId })
  expect([await deposits.balanceOf(ana), (await suspense()) - before]).toEqual([0, 0])
  await expectBooksToAgree()
})

test('five numbers for one payment; the same number again is no other try', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  const first = numbers.next()
  for (const number of [first, first, ...Array.from({ length: 4 }, numbers.next)])
    expect(await confirm(ana, data.transactionId, number)).toMatchObject({ status: 422, code: 'zelleNotFound' })
  expect(await confirm(ana, data.transactionId, numbers.next())).toMatchObject({ status: 429 })
  const shown = await app.call('zellePayment', { transactionId: data.transactionId }, { headers: await headersOf(ana) })
  expect(shown.data).toMatchObject({ state: 'PENDING', triesLeft: 0, instructions: { memo: data.zelleSecretToken } })
})

test('of numbers that are given at once no more are looked at than one payment has tries', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  for (let n = 0; n < 3; n += 1) await confirm(ana, data.transactionId, numbers.next())
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(ana, data.transactionId, numbers.next())))
  const ofCode = (wanted: string) => answers.filter(({ code }) => code === wanted)
  expect([ofCode('zelleNotFound').length, ofCode('tooManyRequests').length]).toEqual([2, 2])
  const row = app.services.db.selectFrom('zelle_intents').select('tries').where('owner_id', '=', ana.id)
  expect(await row.execute()).toEqual([{ tries: 5 }])
})

test('V-15 a number has nine to twelve digits', async () => {
  const { ana, ben } = await two()
  for (const wrong of ['12345678', '1234567890123', '12345678a', ''])
    expect(await send(ana, ben, wrong)).toMatchObject({ status: 400, code: 'invalidConfirmationNumber' })
  for (const right of ['900000001', '900000000012'])
    expect(await send(ana, ben, right)).toMatchObject({ code: 'zelleNotFound' })
})

test('a number is given for the intent that its code names, with the same amount and receiver', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  const token = { zelleSecretToken: data.zelleSecretToken }
  expect(await send(ana, ben, numbers.next(), { ...token, amount: 99_00 })).toMatchObject({
    code: 'invalidTransactionId',
  })
  expect(await send(ben, ana, numbers.next(), token)).toMatchObject({ code: 'invalidTransactionId' })
  const reference = numbers.next()
  await arrive({ reference })
  await poll()
  expect((await send(ana, ben, reference, token)).data).toMatchObject({
    transactionId: data.transactionId,
    state: 'COMPLETED',
  })
})

test('the cursor is kept with what was read: a poll that fails in between loses no credit', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  await arrive({ memo: data.zelleSecretToken })
  await app.control('POST', '/faults', { provider: 'plaid', fault: 'cutMidBody', times: 1 })
  await expect(poll()).rejects.toMatchObject({ name: 'ProviderError' })
  await Promise.all([poll(), poll(), poll()])
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  await expectBooksToAgree()
})

test('Plaid’s event has the list read, without anybody asking', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  await arrive({ memo: data.zelleSecretToken })
  await expect
    .poll(
      async () => {
        await app.runJobs()
        return (await rowOf(ana, data.transactionId)).state
      },
      { timeout: 8_000 },
    )
    .toBe('COMPLETED')
})

test('a claim that could not be credited holds up nobody else, is touched by no other person’s call, and is credited later', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  await arrive({ memo: data.zelleSecretToken })
  const deposit = (await deposits.start(ben, { method: 'zelle' })).data
  await arrive({ memo: deposit.zelle?.memo })
  await pollUntil('send.zelle')
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  expect(await rowOf(ben, deposit.transactionId)).toMatchObject({ state: 'COMPLETED' })
  // Another person's call sees to its own payment alone.
  const other = (await intent(ben, ana)).data
  expect(await confirm(ben, other.transactionId, numbers.next())).toMatchObject({ code: 'zelleNotFound' })
  await deposits.sweep(ben)
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ben)).toBe(200_00)
  await expectBooksToAgree()
})

test('a payment whose money is found, and not in the books yet, neither expires nor can be cancelled', async () => {
  const { ana, ben } = await two()
  const { data } = await intent(ana, ben)
  const before = await suspense()
  await arrive({ memo: data.zelleSecretToken })
  const { ledger } = app.services
  const refused = { accepted: false, refusal: { code: 'accountClosed' }, replayed: false } as const
  const post: typeof ledger.post = async (command) =>
    command.kind === 'zelle-credit.arrived' ? refused : ledger.post(command)
  await pollFeed({ ...app.services, ledger: { ...ledger, post } })
  expect(await suspense()).toBe(before)
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ code: 'invalidTransactionId' })
  await pass(48 * HOUR_MS + MINUTE_MS)
  await app.services.db.updateTable('zelle_feeds').set({ read_at: app.clock.now() }).execute()
  await deposits.sweep(ana)
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  await poll()
  expect(await rowOf(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  await expectBooksToAgree()
})

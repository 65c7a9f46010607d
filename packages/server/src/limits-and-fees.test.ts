/**
 * The rows of limits and of the fee schedule as people meet them, over every way that money goes: what a quote says, what
 * passes at the edge of a row, and which row refuses the next cent.
 */
import { type EndpointKey, type FeeOperation, STORED_LANGUAGES } from '@puente/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveLimitOverride, makeOperator, proposeOverride } from '#features/operations/index.ts'
import type { OperatorContext } from '#features/operations/require-operator.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { bankIn } from '#test/bank.ts'
import { aUser, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const bank = bankIn(app)
const DAY_MS = 86_400_000
const STORED = Object.values(STORED_LANGUAGES)

/** Ways to pay: what a quote calls it, and the call. The other one gets the money of a send. */
type Way = { opFee: FeeOperation; operation: EndpointKey; body: (to: Parties) => object }
type Parties = { user: TestUser; payee: TestUser; recipientId?: string }

const toPayee = ({ payee }: Parties) => ({ toUser: payee.userId, currency: 'USD' })
const inApp: Way = { opFee: 'in-app', operation: 'sendInApp', body: toPayee }
const card: Way = { opFee: 'stripe', operation: 'startCheckout', body: toPayee }
const zelle: Way = { opFee: 'zelle', operation: 'zelleIntent', body: toPayee }
const paypal: Way = { opFee: 'paypal', operation: 'placePaypalOrder', body: toPayee }
const toBank: Way = {
  opFee: 'bank',
  operation: 'withdrawBank',
  body: ({ recipientId }) => ({ recipientId, currency: 'USD' }),
}
const toPaypal: Way = {
  opFee: 'paypalWithdraw',
  operation: 'withdrawPaypal',
  body: () => ({ email: 'ana@example.com', fullName: 'Ana Rey', currency: 'USD' }),
}

const someone = async (tier: 0 | 1 | 2, dollars = 0): Promise<Parties> => {
  const user = await aUser(app.services, { tier })
  if (dollars > 0) await withBalance(app.services, user, dollars * 100)
  return { user, payee: await aUser(app.services, { tier: 2 }) }
}
/** The same with an account at a bank that is no longer new. */
const withBank = async (parties: Parties): Promise<Parties> => ({
  ...parties,
  recipientId: await bank.aRecipient(parties.user),
})
const quote = async ({ user }: Parties, opFee: string, amount: number) =>
  (await app.call('feeAmount', { amount, opFee }, { headers: await bank.headersOf(user) })).data
const pay = async (parties: Parties, way: Way, amount: number, key: string = newId()) =>
  app.raw(way.operation, { ...way.body(parties), amount }, { key, headers: await bank.headersOf(parties.user) })

/** It is quoted as passing, and passes. */
const passes = async (parties: Parties, way: Way, amount: number): Promise<void> => {
  expect(await quote(parties, way.opFee, amount)).toMatchObject({ LimitExceeded: false })
  expect(await pay(parties, way, amount)).toMatchObject({ status: 200 })
}
/** It is quoted as exceeding the row, and refused with it; what is left of the row is said. */
const isOver = async (parties: Parties, way: Way, amount: number, row: string, leftCents: number) => {
  const { LimitExceeded, limit } = await quote(parties, way.opFee, amount)
  expect({ LimitExceeded, limit }).toMatchObject({ LimitExceeded: true, limit: { row, leftCents } })
  const refused = await pay(parties, way, amount)
  const code = row === 'L-12' ? 'maxWithdrawLimitReached' : 'limitExceeded'
  const passes = { freesAt: limit?.freesAt, freesCents: limit?.freesCents, mostCents: limit?.mostCents }
  expect(refused).toMatchObject({ status: 422, code, details: { row, leftCents, ...passes } })
  return new Date(String(refused.details?.['freesAt']))
}
/** How many days after the first payment that counts. */
const daysAfterFirst = async ({ user }: Parties, at: Date): Promise<number> => {
  const used = app.services.db.selectFrom('limit_usage').select('at').where('owner_id', '=', user.id)
  const first = await used.orderBy('at').executeTakeFirstOrThrow()
  return (at.getTime() - first.at.getTime()) / DAY_MS
}
/** Time passes here and at the providers. */
const pass = async (ms: number): Promise<void> => {
  const seconds = Math.ceil(ms / 1_000)
  app.clock.advance(seconds * 1_000)
  await app.control('POST', '/clock/advance', { seconds })
}
const nextDay = () => pass(DAY_MS + 1_000)
/** The moment at which part of a row is free again. */
const waitUntil = (at: Date) => pass(Math.max(at.getTime() - app.clock.now().getTime(), 0))

let operators: { ctx: OperatorContext; secrets: Record<'ana' | 'ben', string> }
beforeAll(async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  const ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  const ana = await makeOperator(ctx, 'ana', null)
  operators = { ctx, secrets: { ana, ben: await makeOperator(ctx, 'ben', null) } }
})
afterAll(() => operators.ctx.db.close())

/** Two operators lift rows of one person so far that others decide. */
const lift = async ({ user }: Parties, ...rows: string[]): Promise<void> => {
  const { ctx, secrets } = operators
  const endsAt = new Date(Date.now() + 360 * DAY_MS)
  for (const row of rows) {
    const asked = { handle: user.handle, row, amountCents: 100_000_00n, reason: 'requested', note: 'a test', endsAt }
    const digest = await proposeOverride(ctx, { name: 'ana', secret: secrets.ana }, asked)
    await approveLimitOverride(ctx, { name: 'ben', secret: secrets.ben }, digest)
  }
}

/** Of each tier, its rows: what they count, over which window, and how much of it goes, in cents. */
const ROWS: Record<0 | 1 | 2, [row: string, operation: string, window: string, cents: number][]> = {
  0: [
    ['L-01', 'outside', 'transaction', 25_000],
    ['L-02', 'outside', '30d', 100_000],
    ['L-03', 'balance', 'always', 100_000],
    ['L-10', 'card', 'transaction', 1_000_000],
    ['L-13', 'zelle', '24h', 250_000],
    ['L-14', 'zelle', '30d', 2_000_000],
  ],
  1: [
    ['L-04', 'outgoing', 'transaction', 100_000],
    ['L-05', 'outgoing', '30d', 1_000_000],
    ['L-08', 'inApp', '24h', 250_000],
    ['L-09', 'inApp', '7d', 2_000_000],
    ['L-10', 'card', 'transaction', 1_000_000],
    ['L-11', 'withdraw', '24h', 250_000],
    ['L-12', 'withdraw', '7d', 1_000_000],
    ['L-13', 'zelle', '24h', 250_000],
    ['L-14', 'zelle', '30d', 2_000_000],
    ['L-15', 'deposit', 'transaction', 100_000],
    ['L-16', 'deposit', '30d', 1_000_000],
  ],
  2: [
    ['L-06', 'outgoing', 'transaction', 1_000_000],
    ['L-07', 'outgoing', '30d', 2_000_000],
    ['L-08', 'inApp', '24h', 250_000],
    ['L-09', 'inApp', '7d', 2_000_000],
    ['L-10', 'card', 'transaction', 1_000_000],
    ['L-11', 'withdraw', '24h', 250_000],
    ['L-12', 'withdraw', '7d', 1_000_000],
    ['L-13', 'zelle', '24h', 250_000],
    ['L-14', 'zelle', '30d', 2_000_000],
    ['L-17', 'deposit', 'transaction', 1_000_000],
    ['L-18', 'deposit', '30d', 2_000_000],
  ],
}

test.each([0, 1, 2] as const)('API-16 V-29 the rows of tier %i are in force as they are laid down', async (tier) => {
  const { user } = await someone(tier)
  const { data } = await app.call('limits', undefined, { headers: await bank.headersOf(user) })
  const rows = data.rows.map(({ row, operation, window, limitCents }) => [row, operation, window, limitCents])
  expect(rows).toEqual(ROWS[tier])
})

test('PM-12 V-29 at tier 1 $1,000 go at a time and $10,000 in a month, until the first are thirty days old', async () => {
  const ana = await someone(1, 12_000)
  await isOver(ana, inApp, 1_000_01, 'L-04', 1_000_00)
  for (let turn = 0; turn < 10; turn += 1) {
    await passes(ana, inApp, 1_000_00)
    if (turn % 2 === 1) await nextDay()
  }
  for (const way of [inApp, card, zelle, paypal])
    expect(await daysAfterFirst(ana, await isOver(ana, way, 101, 'L-05', 0))).toBe(30)
  await waitUntil(await isOver(ana, inApp, 1, 'L-05', 0))
  await passes(ana, inApp, 1_000_00)
})

test('before the identity is verified $250 of outside money go at a time and $1,000 in a month, and nothing else', async () => {
  for (const way of [card, zelle, paypal]) {
    const ana = await someone(0)
    await isOver(ana, way, 250_01, 'L-01', 250_00)
    await passes(ana, way, 250_00)
  }
  const ben = await someone(0)
  for (const way of [card, zelle, paypal, card]) await passes(ben, way, 250_00)
  const freesAt = await isOver(ben, zelle, 101, 'L-02', 0)
  expect(await daysAfterFirst(ben, freesAt)).toBe(30)
  await waitUntil(freesAt)
  await passes(ben, zelle, 101)
  expect(await quote(ben, 'in-app', 1)).toMatchObject({ LimitExceeded: true, limit: { limitCents: 0 } })
  expect(await pay(ben, inApp, 1)).toMatchObject({ status: 403, code: 'kycRequired' })
})

test('PM-13 V-29 at tier 2 $10,000 go at a time and $20,000 in a month', async () => {
  const ana = await someone(2)
  await isOver(ana, paypal, 10_000_01, 'L-06', 10_000_00)
  for (let turn = 0; turn < 2; turn += 1) await passes(ana, card, 10_000_00)
  for (const way of [card, paypal]) expect(await daysAfterFirst(ana, await isOver(ana, way, 101, 'L-07', 0))).toBe(30)
})

test('PM-14 V-29 in the app $2,500 go in a day, and $20,000 in a week where the day allows more', async () => {
  const ana = await someone(2, 21_000)
  await isOver(ana, inApp, 2_500_01, 'L-08', 2_500_00)
  await passes(ana, inApp, 2_500_00)
  const nextDayAt = await isOver(ana, inApp, 1, 'L-08', 0)
  expect(await daysAfterFirst(ana, nextDayAt)).toBe(1)
  await waitUntil(nextDayAt)
  await passes(ana, inApp, 1)
  const ben = await someone(2, 21_000)
  // Of two rows with nothing left the longer one is named: the month's would hide the week's.
  await lift(ben, 'L-08', 'L-07')
  await passes(ben, inApp, 10_000_00)
  await passes(ben, inApp, 9_999_99)
  expect(await daysAfterFirst(ben, await isOver(ben, inApp, 2, 'L-09', 1))).toBe(7)
  await passes(ben, inApp, 1)
})

test('PM-15 V-29 a card pays $10,000 at a time, and not a cent more', async () => {
  const ana = await someone(2)
  // Both rows allow the same; neither has a window.
  const { limit } = await quote(ana, 'stripe', 10_000_01)
  expect(limit?.row).toMatch(/^L-(10|06)$/)
  await isOver(ana, card, 10_000_01, limit?.row ?? '', 10_000_00)
  await passes(ana, card, 10_000_00)
})

test('PM-16 EC-63 V-29 $2,500 are withdrawn in a day and $10,000 in a week, to the bank and to PayPal together', async () => {
  const ana = await withBank(await someone(2, 20_000))
  for (const way of [toBank, toPaypal]) await isOver(ana, way, 2_500_01, 'L-11', 2_500_00)
  for (let day = 0; day < 4; day += 1) {
    await passes(ana, toBank, 1_500_00)
    if (day === 3) break
    await passes(ana, toPaypal, 1_000_00)
    for (const way of [toBank, toPaypal]) {
      const freesAt = await isOver(ana, way, 20_00, 'L-11', 0)
      if (day === 0) expect(await daysAfterFirst(ana, freesAt)).toBe(1)
    }
    await nextDay()
  }
  await nextDay()
  for (const way of [toBank, toPaypal]) await isOver(ana, way, 1_000_01, 'L-12', 1_000_00)
  await passes(ana, toPaypal, 1_000_00)
  const freesAt = await isOver(ana, toBank, 20_00, 'L-12', 0)
  expect(await daysAfterFirst(ana, freesAt)).toBe(7)
  const { body } = await pay(ana, toBank, 20_00)
  expect(body.message).toMatch(/^Your remaining weekly withdrawal amount is \$0\.00/)
  await waitUntil(freesAt)
  await passes(ana, toBank, 20_00)
})

test('PM-17 V-29 by Zelle $2,500 go in a day, and $20,000 in a month where other rows allow more', async () => {
  const ana = await someone(2)
  await lift(ana, 'L-07')
  await isOver(ana, zelle, 2_500_01, 'L-13', 2_500_00)
  for (let day = 0; day < 8; day += 1) {
    await passes(ana, zelle, 2_500_00)
    if (day === 7) break
    const tomorrow = await isOver(ana, zelle, 1, 'L-13', 0)
    if (day === 0) expect(await daysAfterFirst(ana, tomorrow)).toBe(1)
    await nextDay()
  }
  const freesAt = await isOver(ana, zelle, 1, 'L-14', 0)
  expect(await daysAfterFirst(ana, freesAt)).toBe(30)
  await waitUntil(freesAt)
  await passes(ana, zelle, 2_500_00)
})

test('V-17 V-18 C-12 a withdrawal is of $20 to $10,000, to the bank as to PayPal, and says so in the language of its owner', async () => {
  const words = {
    'en-US': ['The minimum withdrawal is $20', 'Amount should not exceed $10,000'],
    'es-US': ['El retiro mínimo es de $20', 'El monto no debe superar los $10,000'],
    'ko-KR': ['$20부터 출금할 수 있어요', '$10,000까지만 출금할 수 있어요'],
  } as const
  for (const lang of STORED)
    for (const way of [toBank, toPaypal]) {
      const user = await aUser(app.services, { tier: 2, lang })
      await withBalance(app.services, user, 11_000_00)
      const ana = await withBank({ user, payee: user })
      const [tooLittle, tooMuch] = words[lang]
      const refused = { status: 400, code: 'invalidAmount' }
      expect(await pay(ana, way, 19_99)).toMatchObject({ ...refused, body: { message: tooLittle } })
      expect(await pay(ana, way, 10_000_01)).toMatchObject({ ...refused, body: { message: tooMuch } })
      // Past this rule it meets the limit of its day.
      expect(await pay(ana, way, 10_000_00)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-11' } })
      expect(await pay(ana, way, 20_00)).toMatchObject({ status: 200 })
    }
})

/** Operations as a quote knows them, amount and fee, in cents. */
const FEES: [FeeOperation[], number, number][] = [
  [['in-app'], 100_00, 0],
  [['zelle'], 49, 0],
  [['zelle'], 50, 1],
  [['zelle'], 100_00, 1_00],
  [['zelle'], 123_49, 1_23],
  [['zelle'], 123_50, 1_24],
  [['zelle'], 2_500_00, 25_00],
  [['stripe', 'paypal'], 1_01, 33],
  [['stripe', 'paypal'], 10_00, 59],
  [['stripe', 'paypal'], 100_00, 3_20],
  [['stripe', 'paypal'], 123_45, 3_88],
  [['stripe', 'paypal'], 10_000_00, 290_30],
  [['bank', 'paypalWithdraw'], 20_00, 1_80],
  [['bank', 'paypalWithdraw'], 100_00, 3_00],
  [['bank', 'paypalWithdraw'], 566_99, 10_00],
  [['bank', 'paypalWithdraw'], 567_00, 10_01],
  [['bank', 'paypalWithdraw'], 999_99, 16_50],
  [['bank', 'paypalWithdraw'], 1_000_00, 10_00],
  [['bank', 'paypalWithdraw'], 2_500_00, 25_00],
  [['bank', 'paypalWithdraw'], 10_000_00, 100_00],
]

test('P-13 C-13 C-14 every example of the schedule is quoted to the cent, once the free operations are used up', async () => {
  const ana: Parties = { ...(await someone(2)), user: await bank.aWithdrawer() }
  for (const [operations, amount, fee] of FEES)
    for (const opFee of operations) {
      const quoted = { amount, fee, puenteFee: fee, totalCharge: amount + fee, totalSend: amount, waived: false }
      expect({ opFee, ...(await quote(ana, opFee, amount)) }).toMatchObject({ opFee, ...quoted })
    }
})

const outsideWays = [card, zelle, paypal, toBank, toPaypal]

/** What is taken, or asked of the bank or provider, for a payment: its hold, or its amount over there. */
const takenFor = async (parties: Parties, way: Way): Promise<number> => {
  if (way === toBank || way === toPaypal) return (await bank.balanceOf(parties.user)).held
  const rows = app.services.db.selectFrom('provider_operations').where('owner_id', '=', parties.user.id)
  const { amount_cents, fee_cents } = await rows.select(['amount_cents', 'fee_cents']).executeTakeFirstOrThrow()
  return Number(amount_cents) + Number(fee_cents)
}

test.each(outsideWays)('API-21 $operation charges what was quoted as $opFee, free or not, to the cent', async (way) => {
  const amounts = fc.integer({ min: 20_00, max: 400_00 })
  await fc.assert(
    fc.asyncProperty(amounts, fc.constantFrom(0, 3), async (amount, freeUsed) => {
      const parties = await withBank(await someone(2, 500))
      const { id } = parties.user
      const used = Array.from({ length: freeUsed }, () => ({ owner_id: id, movement_id: newId(), at: new Date() }))
      if (used.length > 0) await app.services.db.insertInto('free_operations').values(used).execute()
      const { fee, totalCharge } = await quote(parties, way.opFee, amount)
      expect(fee > 0).toBe(freeUsed === 3)
      const asQuoted = { ...way, body: (to: Parties) => ({ ...way.body(to), expectedTotalCharge: totalCharge }) }
      const { data } = await pay(parties, asQuoted, amount)
      expect(data).toMatchObject({ fee, totalCharge })
      expect(await takenFor(parties, way)).toBe(totalCharge)
    }),
    {
      numRuns: 3,
      examples: [
        [123_45, 3],
        [123_45, 0],
      ],
    },
  )
})

test('P-12 C-15 a send in the app is free, by each of its names', async () => {
  const ana = await someone(1)
  for (const opFee of ['in-app', 'puente', 'wallet'])
    expect(await quote(ana, opFee, 100_00)).toMatchObject({ fee: 0, totalCharge: 100_00, totalSend: 100_00 })
})

test('P-24 C-16 the first three operations that have a fee are free of it; one that is cancelled gives its place back', async () => {
  const ana = await withBank(await someone(2, 1_000))
  const quoted = async () => {
    const { fee, waived, scheduledFee, freeLeft } = await quote(ana, 'zelle', 100_00)
    return { fee, waived, scheduledFee, freeLeft }
  }
  const free = (freeLeft: number) => ({ fee: 0, waived: true, scheduledFee: 1_00, freeLeft })
  const charged = { fee: 1_00, waived: false, scheduledFee: 1_00, freeLeft: 0 }
  const cancel = async (way: Way) => {
    const { data } = await pay(ana, way, 100_00)
    const { transactionId } = data as { transactionId: string }
    return () => bank.cancel(ana.user, bank.refOf(transactionId))
  }
  expect(await quoted()).toEqual(free(3))
  await passes(ana, inApp, 10_00)
  await passes(ana, zelle, 49)
  expect(await quoted()).toEqual(free(3))
  await passes(ana, toPaypal, 100_00)
  expect(await quoted()).toEqual(free(2))
  const giveUp = await cancel(card)
  expect(await quoted()).toEqual(free(1))
  await passes(ana, paypal, 100_00)
  expect(await quoted()).toEqual(charged)
  expect((await pay(ana, zelle, 100_00)).data).toMatchObject({ fee: 1_00, totalCharge: 101_00 })
  expect(await giveUp()).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await quoted()).toEqual(free(1))
})

test('P-24 C-16 of ten sends at once exactly three are free', async () => {
  const ana = await someone(2)
  /** Only so many calls of one person are taken at a time; the others say so and come again under their key. */
  const send = async (key: string): Promise<number> => {
    const { code, data } = await pay(ana, zelle, 10_00, key)
    return code === 'tooManyRequests' ? send(key) : (data as { fee: number }).fee
  }
  const fees = await Promise.all(Array.from({ length: 10 }, () => send(newId())))
  expect(fees.filter((fee) => fee === 0)).toHaveLength(3)
  expect(fees.filter((fee) => fee === 10)).toHaveLength(7)
})

/**
 * It is refused until a moment, and passes from it on: to the second, and as the quote says. What the named row has then is what the
 * refusal has announced.
 */
const passesOnlyAt = async (parties: Parties, way: Way, amount: number, row: string) => {
  const { limit } = await quote(parties, way.opFee, amount)
  const refused = await pay(parties, way, amount)
  const { freesAt, freesCents, leftCents } = refused.details as {
    freesAt: string
    freesCents: number
    leftCents: number
  }
  expect(refused).toMatchObject({ status: 422, details: { row } })
  expect(limit).toMatchObject({ row, freesAt, freesCents, leftCents })
  const at = new Date(freesAt)
  const wait = Math.floor((at.getTime() - app.clock.now().getTime()) / 1_000) * 1_000
  await pass(wait - 1_000)
  expect(await pay(parties, way, amount)).toMatchObject({ status: 422, details: { freesAt } })
  await waitUntil(at)
  const then = (await quote(parties, way.opFee, leftCents + freesCents + 1)).limit
  if (then?.row === row) expect(then.leftCents).toBe(leftCents + freesCents)
  expect(await pay(parties, way, amount)).toMatchObject({ status: 200 })
}
const HOUR_MS = DAY_MS / 24

test('X-30 a limit names the moment at which this very amount passes, over a day, a week and a month, however many payments have to be old enough', async () => {
  const day = await someone(1, 5_000)
  for (const dollars of [300, 1_000, 600, 500]) {
    await passes(day, inApp, dollars * 100)
    await pass(HOUR_MS)
  }
  // 100 are left; 300 free first, which is too little.
  await passesOnlyAt(day, inApp, 900_00, 'L-08')

  const week = await withBank(await someone(2, 25_000))
  for (const dollars of [1_000, 1_500, 2_500, 2_500, 2_400]) {
    await passes(week, toBank, dollars * 100)
    await pass(dollars === 1_000 ? HOUR_MS : DAY_MS + 1_000)
  }
  await passesOnlyAt(week, toBank, 2_000_00, 'L-12')

  const month = await someone(1, 25_000)
  for (const dollars of [400, 700, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 800]) {
    await passes(month, inApp, dollars * 100)
    await pass(DAY_MS / 2 + 1_000)
  }
  await passesOnlyAt(month, inApp, 1_000_00, 'L-05')
  const never = await pay(month, inApp, 1_000_01)
  expect(never).toMatchObject({ status: 422, details: { freesAt: null, mostCents: 1_000_00 } })
})

test('a refusal of a limit is the same however often it is asked for, and of several at once each says when it passes', async () => {
  const ana = await someone(1, 5_000)
  await passes(ana, inApp, 1_000_00)
  await pass(HOUR_MS)
  await passes(ana, inApp, 1_000_00)
  const key = newId()
  const first = await pay(ana, inApp, 600_00, key)
  expect(first).toMatchObject({ status: 422, details: { row: 'L-08', leftCents: 500_00, freesCents: 1_000_00 } })
  await pass(HOUR_MS)
  expect(await pay(ana, inApp, 600_00, key)).toMatchObject({ status: 422, details: first.details })
  const many = await Promise.all([300_00, 300_00, 300_00].map((amount) => pay(ana, inApp, amount)))
  const refused = many.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(2)
  for (const one of refused) expect(one).toMatchObject({ status: 422, details: { freesAt: expect.any(String) } })
})

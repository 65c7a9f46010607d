import { createLedger, forParticipant, WALLET } from '@puente/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { newId } from '#platform/ids.ts'
import { OPERATION_GROUPS } from './limit-state-rules.ts'
import { limitsParticipant } from './limits-participant.ts'
import { partiesParticipant } from './parties-participant.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const headersOf = (user: TestUser) => signedIn(app.services, user)
const quote = async (user: TestUser, input: Record<string, unknown>) =>
  app.raw('feeAmount', input, { headers: await headersOf(user) }) as ReturnType<typeof app.call<'feeAmount'>>
const limitsOf = async (user: TestUser) =>
  (await app.call('limits', undefined, { headers: await headersOf(user) })).data

test("API-16: every row of the tier with limit, used, left and when it frees up, and the next tier's beside it", async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, ana, 500_00)
  await app.call(
    'sendInApp',
    { toUser: ben.userId, amount: 40_00, currency: 'USD' },
    { key: newId(), headers: await headersOf(ana) },
  )
  const { tier, rows, nextTier, nextRows } = await limitsOf(ana)
  expect([tier, nextTier]).toEqual([1, 2])
  expect(rows.map(({ row }) => row)).toEqual(
    ['04', '05', '08', '09', '10', '11', '12', '13', '14', '15', '16'].map((row) => `L-${row}`),
  )
  expect(rows.find(({ row }) => row === 'L-08')).toMatchObject({
    operation: 'inApp',
    window: '24h',
    limitCents: 2500_00,
    usedCents: 40_00,
    leftCents: 2460_00,
    freesAt: expect.any(String),
  })
  expect(nextRows.find(({ row }) => row === 'L-07')).toMatchObject({ limitCents: 20_000_00, usedCents: 40_00 })
})

test('the cap of an unverified wallet shows its balance as used', async () => {
  const ana = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, ana, 300_00)
  const { rows } = await limitsOf(ana)
  expect(rows.find(({ row }) => row === 'L-03')).toMatchObject({
    window: 'always',
    usedCents: 300_00,
    leftCents: 700_00,
    freesAt: null,
  })
})

test('an unverified person has no rows and sees those of the first step', async () => {
  const { tier, rows, nextRows } = await limitsOf(await aUser(app.services))
  expect([tier, rows]).toEqual([-1, []])
  expect(nextRows.map(({ row }) => row)).toEqual(['L-01', 'L-02', 'L-03', 'L-10', 'L-13', 'L-14'])
})

test('EF-02: a quote has amount, fee, tier, totals, what is waived and the row that decides', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  expect(await quote(ana, { amount: 100_00, opFee: 'in-app' })).toMatchObject({
    status: 200,
    data: {
      LimitExceeded: false,
      amount: 100_00,
      fee: 0,
      puenteFee: 0,
      tier: 1,
      totalCharge: 100_00,
      totalSend: 100_00,
      waived: false,
      freeLeft: 3,
    },
  })
  expect(await quote(ana, { amount: 100_00, opFee: 'zelle' })).toMatchObject({
    data: { fee: 0, scheduledFee: 1_00, waived: true, totalCharge: 100_00 },
  })
  const used = [1, 2, 3].map(() => ({ owner_id: ana.id, movement_id: newId(), at: new Date() }))
  await app.services.db.insertInto('free_operations').values(used).execute()
  expect(await quote(ana, { amount: 100_00, opFee: 'zelle' })).toMatchObject({
    data: { amount: 100_00, fee: 1_00, tier: 1, waived: false, totalCharge: 101_00, totalSend: 100_00 },
  })
})

test('over a row a quote is answered, not refused: LimitExceeded with the row', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  expect(await quote(ana, { amount: 1000_01, opFee: 'puente' })).toMatchObject({
    status: 200,
    data: { LimitExceeded: true, limit: { row: 'L-04', limitCents: 1000_00 } },
  })
  expect(await quote(ana, { amount: 1000_00, opFee: 'wallet' })).toMatchObject({ data: { LimitExceeded: false } })
  expect(await quote(ana, { amount: 1000_01, opFee: 'card', deposit: true })).toMatchObject({
    data: { limit: { row: 'L-15' } },
  })
})

test('EF-01: whether a limit stops it is always said, with the row that decides, also where nothing may move at all', async () => {
  const nobody = await aUser(app.services)
  const newcomer = await aUser(app.services, { tier: 0 })
  const ana = await aUser(app.services, { tier: 1 })
  expect(await quote(ana, { amount: 1000_00, opFee: 'wallet' })).toMatchObject({ data: { LimitExceeded: false } })
  expect(await quote(ana, { amount: 1000_01, opFee: 'wallet' })).toMatchObject({
    data: { LimitExceeded: true, limit: { row: 'L-04' } },
  })
  const stopped = { data: { LimitExceeded: true, limit: { row: expect.any(String), limitCents: 0, leftCents: 0 } } }
  expect(await quote(newcomer, { amount: 1, opFee: 'in-app' })).toMatchObject(stopped)
  expect(await quote(newcomer, { amount: 1, opFee: 'bank' })).toMatchObject(stopped)
  expect(await quote(newcomer, { amount: 250_00, opFee: 'card' })).toMatchObject({ data: { LimitExceeded: false } })
  expect(await quote(newcomer, { amount: 250_01, opFee: 'card' })).toMatchObject({
    data: { LimitExceeded: true, limit: { row: 'L-01' } },
  })
  expect(await quote(nobody, { amount: 1, opFee: 'card' })).toMatchObject(stopped)
  expect(await quote(nobody, { amount: 1, opFee: 'card', deposit: true })).toMatchObject(stopped)
  expect(await quote(newcomer, { amount: 200, opFee: 'card', deposit: true })).toMatchObject({
    data: { LimitExceeded: false },
  })
})

test('once the free operations are used up the schedule is charged, with a hint where more would cost less', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  await app.services.db
    .insertInto('free_operations')
    .values([1, 2, 3].map(() => ({ owner_id: ana.id, movement_id: newId(), at: new Date() })))
    .execute()
  expect(await quote(ana, { amount: 100_00, opFee: 'zelle' })).toMatchObject({
    data: { fee: 1_00, totalCharge: 101_00, waived: false, freeLeft: 0, hint: null },
  })
  const withdrawing = { amount: 567_00, opFee: 'bank' }
  expect(await quote(ana, withdrawing)).toMatchObject({ data: { fee: 10_01, hint: null } })
  await withBalance(app.services, ana, 1020_00)
  expect(await quote(ana, withdrawing)).toMatchObject({ data: { fee: 10_01, hint: { cheaperAtCents: 1000_00 } } })
})

test('EC-36, EC-42: an amount that is none and an operation that is none are refused', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  expect(await quote(ana, { amount: 1.5, opFee: 'zelle' })).toMatchObject({ status: 400, code: 'invalidAmount' })
  expect(await quote(ana, { amount: 1, opFee: 'pigeon' })).toMatchObject({ status: 400, code: 'invalidType' })
  expect(await quote(ana, { amount: 1, opFee: 'bank', deposit: true })).toMatchObject({ code: 'invalidType' })
})

test('P7, T9: fifty operations at once, in two processes, use what a row has left and not a cent more', async () => {
  const { services } = app
  const [ana, ben] = [await aUser(services, { tier: 1 }), await aUser(services, { tier: 1 })]
  await withBalance(services, ana, 5000_00)
  const other = createLedger({ pool: services.db.pool, participants: [partiesParticipant, limitsParticipant] })
  const post = (amountCents: bigint, n: number) => {
    const [movementId, ownerId] = [newId(), ana.id]
    return (n % 2 === 0 ? services.ledger : other).post({
      ownerId,
      key: movementId,
      requestHash: movementId,
      kind: 'test.edge',
      transferId: movementId,
      participants: {
        ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 1 } }),
        ...forParticipant(limitsParticipant, {
          take: { ownerId, movementId, amountCents, operations: OPERATION_GROUPS['in-app'].send },
        }),
      },
      legs: [
        { ownerId, account: WALLET, amountCents: -amountCents },
        { ownerId: ben.id, account: WALLET, amountCents },
      ],
    })
  }
  // 520 dollars are left of the day's 2,500: ten times 50 fit, and no eleventh.
  for (const n of [0, 1]) expect(await post(990_00n, n)).toMatchObject({ accepted: true })
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => post(50_00n, n)))
  await other.close()
  expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(10)
  for (const outcome of outcomes.filter(({ accepted }) => !accepted))
    expect(outcome).toMatchObject({ refusal: { code: 'limitExceeded', details: { row: 'L-08', limitCents: 2500_00 } } })
  const { rows } = await limitsOf(ana)
  expect(rows.find(({ row }) => row === 'L-08')).toMatchObject({ usedCents: 2480_00, leftCents: 20_00 })
})

/** What lets a withdrawal to PayPal through, and what it costs. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, type TestUser, withBalance } from '#test/factories.ts'
import { scriptedPayouts } from '#test/payouts.ts'
import { challengeIn, proved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'

const app = appOfFile()
const withdrawals = withdrawalsIn(app)
let payouts = scriptedPayouts()
beforeEach(() => {
  payouts = scriptedPayouts()
  app.services.payouts = { ...app.services.payouts, paypal: payouts }
})

const GOOD = { email: 'ana@example.com', fullName: 'Ana Rey', amount: 100_00, currency: 'USD' }
type More = Record<string, unknown>
const withdraw = async (user: TestUser, more: More = {}, key: string = newId(), headers: Record<string, string> = {}) =>
  app.raw(
    'withdrawPaypal',
    { ...GOOD, ...more },
    { key, headers: { ...(await withdrawals.headersOf(user)), ...headers } },
  )
/** A person at tier 2 with so many dollars, whose free operations are used up. */
const aRich = async (dollars: number): Promise<TestUser> => {
  const user = await withdrawals.aWithdrawer()
  await withBalance(app.services, user, dollars * 100)
  return user
}

let ana: TestUser
beforeAll(async () => {
  ana = await withdrawals.aWithdrawer()
})

const forms: [string, More, string, object][] = [
  ['without an amount', { amount: undefined }, 'invalidAmount', {}],
  ['below $20', { amount: 19_99 }, 'invalidAmount', { reason: 'withdrawMinimum' }],
  ['above $10,000', { amount: 10_000_01 }, 'invalidAmount', { reason: 'withdrawMaximum' }],
  ['without an email', { email: undefined }, 'invalidEmail', {}],
  ['with a malformed email', { email: 'ana.example.com' }, 'invalidEmail', {}],
  ['without a currency', { currency: undefined }, 'invalidCurrency', {}],
  ['in another currency', { currency: 'EUR' }, 'invalidCurrency', {}],
  ['without a name', { fullName: undefined }, 'fullNameMissing', {}],
  ['with an empty name', { fullName: '' }, 'fullNameMissing', {}],
  ['with a name of one letter', { fullName: 'A' }, 'invalidFullName', {}],
  ['with a name of signs', { fullName: 'An@ Rey' }, 'invalidName', {}],
  ['with too long a note', { note: 'n'.repeat(281) }, 'invalidNote', {}],
  ['with another total than it costs', { expectedTotalCharge: 100_00 }, 'invalidAmount', { reason: 'quoteChanged' }],
]

test.each(forms)('a withdrawal %s is refused, and nothing is set aside', async (_what, more, code, details) => {
  expect(await withdraw(ana, more)).toMatchObject({ code, ...(Object.keys(details).length > 0 && { details }) })
  expect(await withdrawals.balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
})

test('EC-54 a withdrawal that only its fee takes over what there is is refused, and nothing is set aside', async () => {
  expect(await withdraw(ana, { amount: 990_00 })).toMatchObject({ status: 422, code: 'senderUnsufficientFunds' })
  expect(await withdrawals.balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
})

test('EF-20: a withdrawal takes amount, email, currency and name, and each that is missing has its code', async () => {
  const user = await withdrawals.aWithdrawer()
  const codes = []
  for (const missing of Object.keys(GOOD)) codes.push((await withdraw(user, { [missing]: undefined })).code)
  expect(codes).toEqual(['invalidEmail', 'fullNameMissing', 'invalidAmount', 'invalidCurrency'])
  expect(await withdraw(user)).toMatchObject({ status: 200, data: { state: 'PENDING' } })
})

test('who has not proved their identity, or whose account is frozen, withdraws nothing', async () => {
  const newcomer = await aUser(app.services, { tier: 0 })
  expect(await withdraw(newcomer)).toMatchObject({ code: 'kycRequired', details: { missing: ['tier1'] } })
  const frozen = await withdrawals.aWithdrawer()
  await app.services.db.updateTable('users').set({ status: 'frozen' }).where('owner_id', '=', frozen.id).execute()
  expect(await withdraw(frozen)).toMatchObject({ code: 'accountRestricted', details: { reason: 'frozen' } })
})

test('a rail that an operator has switched off says so before the limits and the balance do', async () => {
  const { db } = app.services
  const off = { name: 'rail:paypal', is_on: false } as never
  await db.insertInto('switches').values(off).execute()
  try {
    expect(await withdraw(ana, { amount: 9_999_00 })).toMatchObject({
      code: 'serviceUnavailable',
      details: { rail: 'paypal' },
    })
  } finally {
    await db.updateTable('switches').set({ is_on: true }).where('name', '=', 'rail:paypal').execute()
  }
})

const fees: [number, number][] = [
  [20_00, 1_80],
  [567_00, 10_01],
  [1_000_00, 10_00],
]

test.each(fees)('%i cents cost %i, set aside beside them', async (amount, fee) => {
  const user = await aRich(5_000)
  expect(await withdraw(user, { amount, expectedTotalCharge: amount + fee })).toMatchObject({
    status: 200,
    data: { fee, totalCharge: amount + fee, balance: 6_000_00 - amount - fee, expected: null },
  })
  expect((await withdrawals.balanceOf(user)).held).toBe(amount + fee)
})

test('the first three operations cost nothing, and a withdrawal given back gives its place back', async () => {
  const user = await withdrawals.aWithdrawer({ free: true })
  await app.runJobs()
  payouts.failNext('declined', 'before')
  expect(await withdraw(user)).toMatchObject({ data: { fee: 0, totalCharge: 100_00 } })
  await app.runJobs()
  const charged = []
  for (let n = 0; n < 4; n += 1) charged.push(((await withdraw(user)).data as { fee: number }).fee)
  expect(charged).toEqual([0, 0, 0, 3_00])
})

test('a withdrawal always asks who it is, and the proof is for this address, amount and cost, once', async () => {
  app.services.config.secondFactor = 'acts'
  try {
    const user = await withdrawals.aWithdrawer()
    const headers = await withdrawals.headersOf(user)
    const call = (more: More, key: string, token?: string) =>
      withdraw(user, { amount: 20_00, ...more }, key, { ...headers, ...(token !== undefined && { 'step-up': token }) })
    const key = newId()
    const refused = await call({}, key)
    expect(challengeIn(refused)).toMatchObject({
      intent: {
        operation: 'withdrawPaypal',
        rail: 'paypal',
        payee: 'Ana Rey (ana@example.com)',
        amount: 20_00,
        currency: 'USD',
        totalCharge: 21_80,
      },
    })
    const token = await proved({ app, user, headers }, refused)
    expect(await call({ amount: 20_01 }, newId(), token)).toMatchObject({ code: 'stepUpRequired' })
    expect(await call({ email: 'eve@example.com' }, newId(), token)).toMatchObject({ code: 'stepUpRequired' })
    expect(await call({}, key, token)).toMatchObject({ status: 200 })
    expect(await call({}, newId(), token)).toMatchObject({ code: 'stepUpRequired' })
  } finally {
    app.services.config.secondFactor = 'off'
  }
})

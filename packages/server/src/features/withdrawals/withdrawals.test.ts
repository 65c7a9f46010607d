/** The way of a withdrawal over any rail, with a provider that says what it is told to. */
import { transactionId } from '@puente/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import { scriptedPayouts } from '#test/payouts.ts'
import { appOfFile } from '#test/suite.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'
import { PAYPAL } from './paypal-rail.ts'
import { settlePayoutEvent } from './settle-payout-event.ts'

const app = appOfFile()
const withdrawals = withdrawalsIn(app)
let payouts = scriptedPayouts()
beforeEach(() => {
  payouts = scriptedPayouts()
  app.services.payouts = { ...app.services.payouts, paypal: payouts }
})

const WHOLE = { balance: 1_000_00, held: 0 }
const HELD = { balance: 1_000_00, held: 103_00 }
const GONE = { balance: 897_00, held: 0 }

/** The provider tells of a transfer, and we ask about it. */
const tell = (ref: string, objectId = `item_${ref}`) =>
  settlePayoutEvent(app.services, PAYPAL, { provider: 'paypal', eventId: ref, objectId, type: 'said' })

const settled = async (more: { free?: boolean } = {}) => {
  const user = await withdrawals.aWithdrawer(more)
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  payouts.say(ref, { outcome: 'settled' })
  await tell(ref)
  return { user, ref }
}

test('amount and fee are set aside before anybody hears of it, sent once, and gone when it has arrived', async () => {
  const user = await withdrawals.aWithdrawer()
  const [before, income] = [
    await withdrawals.houseOf('settlement:paypal', user),
    await withdrawals.houseOf('income:fees', user),
  ]
  const ref = await withdrawals.takeOn(user)
  expect(payouts.sends).toBe(0)
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({
    type: 'withdraw',
    state: 'PENDING',
    method: 'paypal',
    amount: 100_00,
    fee: 3_00,
    cancellable: true,
    payee: 'Ana Rey',
  })
  await app.runJobs()
  expect(payouts.sends).toBe(1)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'PENDING', cancellable: false })
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  payouts.say(ref, { outcome: 'settled' })
  await withdrawals.sweep(user)
  await withdrawals.sweep(user)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'COMPLETED', balance: 897_00 })
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
  expect((await withdrawals.houseOf('settlement:paypal', user)) - before).toBe(100_00)
  expect((await withdrawals.houseOf('income:fees', user)) - income).toBe(3_00)
  expect(await withdrawals.payoutOf(ref)).toEqual(expect.objectContaining({ state: 'settled', attempts: 1, body: {} }))
})

test('where it goes is sealed: the table does not show it', async () => {
  const user = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(user)
  expect(
    JSON.stringify(await withdrawals.payoutOf(ref), (_key, value) =>
      typeof value === 'bigint' ? `${value}` : (value as unknown),
    ),
  ).not.toContain('example.com')
  await app.runJobs()
})

test('what the provider refuses gives amount, fee, limits and the free place back', async () => {
  const user = await withdrawals.aWithdrawer({ free: true })
  payouts.failNext('invalid', 'before')
  const ref = await withdrawals.takeOn(user)
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 100_00 })
  await app.runJobs()
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
  const headers = await withdrawals.headersOf(user)
  const quote = await app.call('feeAmount', { amount: 100_00, opFee: 'paypalWithdraw' } as never, { headers })
  expect(quote.data).toMatchObject({ waived: true, freeLeft: 3 })
  const limits = await app.call('limits' as never, undefined as never, { headers })
  expect(JSON.stringify(limits.body)).not.toContain('"usedCents":10000')
})

test('an answer that is lost is looked for, and what was made is adopted, never made twice', async () => {
  const user = await withdrawals.aWithdrawer()
  payouts.failNext('unknownOutcome', 'after')
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitUnknown' })
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  await withdrawals.sweep(user, 1)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitUnknown' })
  await withdrawals.sweep(user, 1)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitted', attempts: 1 })
  payouts.say(ref, { outcome: 'settled' })
  await withdrawals.sweep(user)
  expect(payouts.made.size).toBe(1)
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
})

test('that there is none is proved by two looks two minutes apart; then it is sent again', async () => {
  const user = await withdrawals.aWithdrawer()
  payouts.failNext('unknownOutcome', 'before')
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  await withdrawals.sweep(user, 2)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitUnknown', attempts: 1 })
  await withdrawals.sweep(user, 1)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitUnknown', attempts: 1 })
  await withdrawals.sweep(user, 1)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'queued', attempts: 1 })
  await withdrawals.sweep(user)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitted', attempts: 2 })
  expect(payouts.made.size).toBe(1)
})

test('a provider that cannot tell leaves it on hold for a person, and the money set aside, however long it takes', async () => {
  const user = await withdrawals.aWithdrawer()
  payouts.failNext('unknownOutcome', 'before')
  payouts.unknown = 'cannotTell'
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  await withdrawals.sweep(user, 2)
  await sweepPayments(app.services)
  // Its owner reads when it is asked about again: within the hour.
  const unknown = await withdrawals.rowOf(user, ref)
  expect(unknown).toMatchObject({ state: 'ON HOLD', holdReason: 'providerUnknown' })
  const aheadMs = Date.parse(String(unknown.looksAgainAt)) - app.clock.now().getTime()
  expect(aheadMs > 0 && aheadMs <= 3_600_000).toBe(true)
  // Once it can be asked about no more, it is with us, and we get one alert.
  const said: string[] = []
  vi.spyOn(app.services.log, 'error').mockImplementation(((_: unknown, message: string) => said.push(message)) as never)
  await withdrawals.sweep(user, 40 * 24 * 60)
  await withdrawals.sweep(user, 60)
  vi.restoreAllMocks()
  expect(said.filter((message) => message.endsWith('operators have to find out'))).toHaveLength(1)
  const left = await withdrawals.rowOf(user, ref)
  expect(left).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
  expect(left).not.toHaveProperty('looksAgainAt')
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  expect(payouts.sends).toBe(1)
})

test('a provider that has taken nothing is told again', async () => {
  const user = await withdrawals.aWithdrawer()
  payouts.failNext('unavailable', 'before')
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'queued' })
  await withdrawals.sweep(user)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitted' })
})

test('what comes back after it had arrived is credited once with its fee, as a row of its own', async () => {
  const { user, ref } = await settled()
  payouts.say(ref, { outcome: 'returned', reason: 'REFUNDED' })
  await Promise.all([tell(ref), tell(ref), tell(ref)])
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
  const rows = await withdrawals.rowsOf(user)
  expect(rows).toMatchObject([
    { type: 'reversal', state: 'COMPLETED', amount: 103_00, returnReason: 'REFUNDED', linkedId: transactionId(ref) },
    { type: 'withdraw', state: 'COMPLETED' },
  ])
  expect(await withdrawals.houseOf('settlement:paypal', user)).toBeTypeOf('number')
})

test('no event has to come: the sweep finds what came back long after it had arrived, and gives it back once', async () => {
  const { user, ref } = await settled()
  const watched = () =>
    app.services.db.selectFrom('open_operations').select('ref').where('owner_id', '=', user.id).execute()
  payouts.say(ref, { outcome: 'returned', reason: 'REVERSED' })
  await sweepPayments(app.services)
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
  app.clock.advance(61 * 60_000)
  await sweepPayments(app.services)
  await withdrawals.sweep(user)
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
  expect(await withdrawals.rowsOf(user)).toHaveLength(2)
  expect(await watched()).toEqual([])
})

test('ninety days later nothing but an event tells that it came back', async () => {
  const { user, ref } = await settled()
  await withdrawals.sweep(user, 91 * 24 * 60)
  payouts.say(ref, { outcome: 'returned' })
  await withdrawals.sweep(user)
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
})

test('what comes back with another amount than went is kept apart as it is, and its owner sees that it is looked at', async () => {
  for (const cents of [60_00, 250_00]) {
    const { user, ref } = await settled()
    const before = await withdrawals.houseOf('suspense:unmatched', user)
    payouts.say(ref, { outcome: 'returned', amountCents: BigInt(cents) })
    await Promise.all([tell(ref), tell(ref)])
    await tell(ref)
    expect(await withdrawals.balanceOf(user)).toEqual(GONE)
    expect((await withdrawals.houseOf('suspense:unmatched', user)) - before).toBe(cents)
    expect(await withdrawals.rowsOf(user)).toMatchObject([
      { type: 'reversal', state: 'ON HOLD', holdReason: 'underReview', amount: cents, linkedId: transactionId(ref) },
      { type: 'withdraw', state: 'COMPLETED' },
    ])
  }
})

test.each(['settled', 'unclaimed'] as const)(
  'a second object that brings money back of one that was %s is kept apart; the first is credited, and no more',
  async (from) => {
    const user = await withdrawals.aWithdrawer()
    const ref = await withdrawals.takeOn(user)
    await app.runJobs()
    payouts.say(ref, { outcome: from })
    await tell(ref)
    payouts.say(ref, { outcome: 'returned' })
    await tell(ref)
    expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
    const before = await withdrawals.houseOf('suspense:unmatched', user)
    payouts.say(ref, { returnId: `second_${ref}` })
    await tell(ref)
    await tell(ref)
    expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
    expect((await withdrawals.houseOf('suspense:unmatched', user)) - before).toBe(100_00)
    expect((await withdrawals.rowsOf(user))[0]).toMatchObject({ type: 'reversal', state: 'ON HOLD', amount: 100_00 })
  },
)

test('what comes back for a closed account is kept for its owner, not credited', async () => {
  const { user, ref } = await settled()
  const before = await withdrawals.houseOf('liability:unclaimed', user)
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
  payouts.say(ref, { outcome: 'returned' })
  await tell(ref)
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
  expect((await withdrawals.houseOf('liability:unclaimed', user)) - before).toBe(103_00)
})

test('what comes back by order of law is kept apart, and its owner sees that it is under review', async () => {
  const { user, ref } = await settled()
  const before = await withdrawals.houseOf('liability:blocked', user)
  payouts.say(ref, { outcome: 'blocked', reason: 'R16' })
  await tell(ref)
  payouts.say(ref, { outcome: 'returned' })
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
  expect((await withdrawals.houseOf('liability:blocked', user)) - before).toBe(100_00)
  expect((await withdrawals.rowsOf(user))[0]).toMatchObject({ type: 'reversal', state: 'ON HOLD', amount: 103_00 })
})

test('a provider that names another amount, reference or currency moves nothing, and a person has to look', async () => {
  for (const lie of [{ amountCents: 100_01n }, { currency: 'eur' }, { ref: null }]) {
    const user = await withdrawals.aWithdrawer()
    const ref = await withdrawals.takeOn(user)
    await app.runJobs()
    payouts.say(ref, { ...lie, outcome: 'settled' })
    await withdrawals.sweep(user)
    expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'providerUnknown' })
    expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  }
})

test('a word that nobody knows decides nothing, and the next one that is known goes on', async () => {
  const user = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  payouts.say(ref, { outcome: 'unrecognised' })
  await withdrawals.sweep(user)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'providerUnknown' })
  payouts.say(ref, { outcome: 'accepted' })
  await withdrawals.sweep(user)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'PENDING', holdReason: null })
  payouts.say(ref, { outcome: 'blocked' })
  await withdrawals.sweep(user)
  payouts.say(ref, { outcome: 'returned' })
  await withdrawals.sweep(user)
  // What is blocked is given back by no event.
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
})

test('a person calls back what nobody has claimed, and cannot call back what is on its way', async () => {
  const user = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  expect(await withdrawals.cancel(user, ref)).toMatchObject({ code: 'invalidTransactionId' })
  payouts.say(ref, { outcome: 'unclaimed', returnsAt: new Date('2026-12-24T00:00:00Z') })
  await withdrawals.sweep(user)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({
    state: 'PENDING',
    unclaimed: true,
    cancellable: true,
    returnsAt: '2026-12-24T00:00:00.000Z',
  })
  // The same again, or with another day, is no other step.
  payouts.say(ref, { outcome: 'unclaimed', returnsAt: new Date('2026-12-25T00:00:00Z') })
  await withdrawals.sweep(user)
  const { timeline, returnsAt } = await withdrawals.rowOf(user, ref)
  expect([timeline.map(({ step }) => step), returnsAt]).toEqual([['pending', 'unclaimed'], '2026-12-25T00:00:00.000Z'])
  expect(await withdrawals.cancel(user, ref)).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'cancelledByUser' })
  expect(await withdrawals.balanceOf(user)).toEqual(WHOLE)
})

test('a frozen account sends nothing; once it is open again the withdrawal goes on', async () => {
  const user = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(user)
  const setStatus = (status: string) =>
    app.services.db.updateTable('users').set({ status }).where('owner_id', '=', user.id).execute()
  await setStatus('frozen')
  await app.runJobs()
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'held' })
  expect(payouts.sends).toBe(0)
  await setStatus('open')
  await withdrawals.sweep(user)
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitted' })
})

/** What a return code can mean, and where the money lies then: in the wallet again, or in an account of the house. */
const returns = [
  ['returned', 'liability:unclaimed', 103_00],
  ['blocked', 'liability:blocked', 100_00],
  ['review', 'suspense:unmatched', 100_00],
] as const
const setStatusOf = (user: { id: string }, status: string) =>
  app.services.db.updateTable('users').set({ status }).where('owner_id', '=', user.id).execute()

test.each(returns.flatMap((one) => (['closed', 'frozen'] as const).map((status) => [...one, status] as const)))(
  'what comes back as %s (%s, %i cents) to an account that is %s meanwhile lies in one place, however often it is told',
  async (outcome, account, cents, status) => {
    const { user, ref } = await settled()
    await setStatusOf(user, status)
    const before = await withdrawals.houseOf(account, user)
    payouts.say(ref, { outcome, isBack: true, reason: 'R01' })
    await Promise.all([tell(ref), tell(ref)])
    await tell(ref)
    const isCredited = outcome === 'returned' && status === 'frozen'
    expect(await withdrawals.balanceOf(user)).toEqual(isCredited ? WHOLE : GONE)
    expect((await withdrawals.houseOf(account, user)) - before).toBe(isCredited ? 0 : cents)
  },
)

test.each(returns)('what operators were left with and comes back as %s after all is decided once', async (outcome) => {
  const user = await withdrawals.aWithdrawer()
  payouts.failNext('unknownOutcome', 'before')
  payouts.unknown = 'cannotTell'
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  await withdrawals.sweep(user, 40 * 24 * 60)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
  payouts.made.set(ref, {
    providerId: `po_${ref}`,
    otherIds: [`item_${ref}`],
    ref,
    outcome,
    amountCents: 100_00n,
    currency: 'usd',
    returnId: `item_${ref}`,
    reason: 'R01',
    returnsAt: null,
    raw: 'SCRIPTED',
    isBack: true,
  })
  await Promise.all([tell(ref), tell(ref)])
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual(outcome === 'returned' ? WHOLE : HELD)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: outcome === 'returned' ? 'CANCELLED' : 'ON HOLD' })
})

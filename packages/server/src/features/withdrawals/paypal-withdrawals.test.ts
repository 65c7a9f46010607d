/** Withdrawals to PayPal as PayPal tells of them: what its account shows is what the ledger has. */
import { beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { appOfFile } from '#test/suite.ts'
import type { TestUser } from '#test/factories.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'

const app = appOfFile()
const withdrawals = withdrawalsIn(app)
beforeEach(async () => {
  await app.control('DELETE', '/faults')
  // Events of the test before would use up the faults of this one.
  await app.runJobs()
  await app.control('POST', '/paypal/payouts/duplicates', { named: true })
})

type Act = 'succeed' | 'fail' | 'unclaim' | 'hold' | 'block' | 'return' | 'refund' | 'reverse' | 'deny'
type Seen = { ref: string; receiver: string; amountCents: number; status: string; id: string }

const PAYOUTS = '/wire/paypal/v1/payments/payouts'
const WHOLE = { balance: 1_000_00, held: 0 }
const HELD = { balance: 1_000_00, held: 103_00 }
const GONE = { balance: 897_00, held: 0 }
const HOUR_S = 3_600

/** Asked for over HTTP, as its owner does; the ref of it. PayPal waits to be told how it ends. */
const withdraw = async (user: TestUser, more: Record<string, unknown> = {}) => {
  const email = `${newId()}@example.com`
  const body = { email, fullName: 'Ana Rey', amount: 100_00, currency: 'USD', ...more }
  await app.control('POST', '/paypal/payouts/next', { outcome: 'wait', match: body.email })
  const answer = await app.raw('withdrawPaypal', body, { key: newId(), headers: await withdrawals.headersOf(user) })
  const { transactionId = '' } = (answer.data ?? {}) as { transactionId?: string }
  return { answer, ref: withdrawals.movementIdOf(transactionId) }
}
const seen = async (ref: string) =>
  (await app.control<Seen[]>('GET', '/paypal/payouts')).filter((payout) => payout.ref === ref)
const paidOut = async (ref: string) => {
  const book = await app.control<{ kind: string; amountCents: number }[]>('GET', `/book?provider=paypal&ref=${ref}`)
  return book.reduce((sum, { kind, amountCents }) => sum + (kind === 'payout' ? amountCents : -amountCents), 0)
}
const act = (ref: string, what: Act) => app.control('POST', `/paypal/payouts/${ref}/${what}`, {})
const fault = (name: string, more: object = {}) =>
  app.control('POST', '/faults', { provider: 'paypal', fault: name, times: 1, path: PAYOUTS, ...more })

/** None of PayPal's events arrives. */
const silent = () => app.control('POST', '/faults', { provider: 'paypal', fault: 'dropWebhook', times: 50 })

const sent = async (more: Record<string, unknown> = {}) => {
  const user = await withdrawals.aWithdrawer()
  const { ref } = await withdraw(user, more)
  await app.runJobs()
  return { user, ref }
}
const told = async (what: Act, { user, ref }: { user: TestUser; ref: string }) => {
  await act(ref, what)
  await withdrawals.sweep(user)
  return withdrawals.rowOf(user, ref)
}

test('P-15: a withdrawal to PayPal debits amount and fee, and PayPal shows a payout to the email', async () => {
  const user = await withdrawals.aWithdrawer()
  const { answer, ref } = await withdraw(user, { email: 'ana@example.com' })
  expect(answer).toMatchObject({
    status: 200,
    data: { state: 'PENDING', fee: 3_00, totalCharge: 103_00, balance: 897_00, expected: null },
  })
  await app.runJobs()
  expect(await seen(ref)).toMatchObject([{ receiver: 'ana@example.com', amountCents: 100_00, status: 'PENDING' }])
  expect(await told('succeed', { user, ref })).toMatchObject({ state: 'COMPLETED', balance: 897_00, payee: 'Ana Rey' })
  expect(await withdrawals.balanceOf(user)).toEqual(GONE)
  expect(await paidOut(ref)).toBe(100_00)
})

test('API-30: the money goes out over PayPal, and what PayPal fails or denies is given back whole', async () => {
  const paid = await sent()
  await told('succeed', paid)
  expect(await withdrawals.balanceOf(paid.user)).toEqual(GONE)
  expect(await seen(paid.ref)).toHaveLength(1)
  for (const what of ['fail', 'deny'] as const) {
    const failed = await sent()
    expect(await told(what, failed)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
    expect(await withdrawals.balanceOf(failed.user)).toEqual(WHOLE)
    expect(await paidOut(failed.ref)).toBe(0)
  }
})

test('what nobody claims is pending, shows the day on which it comes back, and is given back then', async () => {
  const payout = await sent()
  const row = await told('unclaim', payout)
  expect(row).toMatchObject({ state: 'PENDING', unclaimed: true, cancellable: true })
  expect(Date.parse(row.returnsAt ?? '') - Date.now()).toBeGreaterThan(29.9 * 24 * HOUR_S * 1_000)
  expect(await withdrawals.balanceOf(payout.user)).toEqual(HELD)
  await app.control('POST', '/clock/advance', { seconds: 30 * 24 * HOUR_S + 60 })
  await withdrawals.sweep(payout.user)
  expect(await withdrawals.rowOf(payout.user, payout.ref)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'unclaimed',
  })
  expect(await withdrawals.balanceOf(payout.user)).toEqual(WHOLE)
  expect(await paidOut(payout.ref)).toBe(0)
})

test('what nobody claimed can still be claimed, or called back; never both', async () => {
  const claimed = await sent()
  await told('unclaim', claimed)
  await act(claimed.ref, 'succeed')
  // Our page still shows it as unclaimed when its owner presses.
  expect(await withdrawals.cancel(claimed.user, claimed.ref)).toMatchObject({ code: 'invalidTransactionId' })
  expect(await withdrawals.rowOf(claimed.user, claimed.ref)).toMatchObject({ state: 'COMPLETED' })
  expect(await withdrawals.balanceOf(claimed.user)).toEqual(GONE)
  const back = await sent()
  await told('unclaim', back)
  expect(await withdrawals.cancel(back.user, back.ref)).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await withdrawals.rowOf(back.user, back.ref)).toMatchObject({ cancelReason: 'cancelledByUser' })
  expect(await withdrawals.balanceOf(back.user)).toEqual(WHOLE)
  expect(await paidOut(back.ref)).toBe(0)
})

test('money that comes back later is a row of its own, credited once, whatever PayPal calls it', async () => {
  for (const what of ['refund', 'reverse'] as const) {
    const payout = await sent()
    await told('succeed', payout)
    await act(payout.ref, what)
    await app.runJobs()
    await expect.poll(async () => app.runJobs().then(() => withdrawals.balanceOf(payout.user))).toEqual(WHOLE)
    expect(await withdrawals.rowsOf(payout.user)).toMatchObject([
      { type: 'reversal', state: 'COMPLETED', amount: 103_00 },
      { type: 'withdraw', state: 'COMPLETED' },
    ])
    expect(await paidOut(payout.ref)).toBe(0)
  }
})

test('what PayPal holds or blocks is on hold, and its money stays set aside', async () => {
  const held = await sent()
  expect(await told('hold', held)).toMatchObject({ state: 'ON HOLD', holdReason: 'providerReview' })
  expect(await told('succeed', held)).toMatchObject({ state: 'COMPLETED' })
  const blocked = await sent()
  expect(await told('block', blocked)).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
  expect(await withdrawals.balanceOf(blocked.user)).toEqual(HELD)
})

test('a word that PayPal never used before, and an amount that is not ours, decide nothing', async () => {
  for (const lie of ['unknownStatus', 'wrongAmount']) {
    const payout = await sent()
    await act(payout.ref, 'succeed')
    await fault(lie)
    await withdrawals.sweep(payout.user)
    expect(await withdrawals.rowOf(payout.user, payout.ref)).toMatchObject({ holdReason: 'providerUnknown' })
    expect(await withdrawals.balanceOf(payout.user)).toEqual(HELD)
    await withdrawals.sweep(payout.user)
    expect(await withdrawals.balanceOf(payout.user)).toEqual(GONE)
  }
})

const unanswered: [string, object][] = [
  ['error500', {}],
  ['error500', { after: true }],
  ['cutMidBody', {}],
]

test.each(unanswered)(
  'whatever a lost answer was (%s %o), there is one payout, found by its id',
  async (name, more) => {
    const user = await withdrawals.aWithdrawer()
    await silent()
    await fault(name, more)
    const { ref } = await withdraw(user)
    await app.runJobs()
    expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitUnknown' })
    expect(await withdrawals.balanceOf(user)).toEqual(HELD)
    await withdrawals.sweep(user, 2)
    expect(await seen(ref)).toHaveLength(1)
    await told('succeed', { user, ref })
    expect(await withdrawals.balanceOf(user)).toEqual(GONE)
    expect(await paidOut(ref)).toBe(100_00)
  },
)

test('a refusal of a repeated id that does not say whose it is leaves it on hold, until an event names it', async () => {
  const user = await withdrawals.aWithdrawer()
  await silent()
  await app.control('POST', '/paypal/payouts/duplicates', { named: false })
  await fault('error500', { after: true })
  const { ref } = await withdraw(user)
  await app.runJobs()
  await withdrawals.sweep(user, 2)
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'providerUnknown' })
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  await app.control('DELETE', '/faults')
  await act(ref, 'succeed')
  await expect.poll(async () => app.runJobs().then(() => withdrawals.balanceOf(user))).toEqual(GONE)
  expect(await paidOut(ref)).toBe(100_00)
})

test('a process that ends before its call, or after it, leaves a withdrawal that the sweep brings to one payout', async () => {
  const { paypal } = app.services.payouts
  const crashes = [
    () => new Promise<never>(() => {}),
    async (...asked: Parameters<typeof paypal.send>) => {
      await paypal.send(...asked)
      return new Promise<never>(() => {})
    },
  ]
  for (const send of crashes) {
    const user = await withdrawals.aWithdrawer()
    const { ref } = await withdraw(user)
    app.services.payouts = { ...app.services.payouts, paypal: { ...paypal, send } }
    void withdrawals.sweep(user)
    await expect.poll(async () => (await withdrawals.payoutOf(ref)).state).toBe('submitting')
    if (send !== crashes[0]) await expect.poll(() => seen(ref)).toHaveLength(1)
    app.services.payouts = { ...app.services.payouts, paypal }
    // The dead process holds its lease until it runs out.
    await withdrawals.sweep(user)
    await withdrawals.sweep(user, 2)
    await withdrawals.sweep(user, 2)
    await withdrawals.sweep(user)
    expect(await seen(ref)).toHaveLength(1)
    await told('succeed', { user, ref })
    expect(await withdrawals.balanceOf(user)).toEqual(GONE)
    expect(await paidOut(ref)).toBe(100_00)
  }
})

test('events in any order, more than once, or not at all come to the same end', async () => {
  for (const name of ['duplicateWebhook', 'reorderWebhooks', 'dropWebhook']) {
    const user = await withdrawals.aWithdrawer()
    await app.control('POST', '/faults', { provider: 'paypal', fault: name, times: 3 })
    const { ref } = await withdraw(user)
    await app.runJobs()
    await told('succeed', { user, ref })
    await app.runJobs()
    expect(await withdrawals.balanceOf(user)).toEqual(GONE)
    expect(await withdrawals.rowsOf(user)).toHaveLength(1)
  }
})

test('twenty copies of one call are one withdrawal, and one payout', async () => {
  const user = await withdrawals.aWithdrawer()
  const [key, headers] = [newId(), await withdrawals.headersOf(user)]
  const body = { email: 'ana@example.com', fullName: 'Ana Rey', amount: 100_00, currency: 'USD' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.raw('withdrawPaypal', body, { key, headers })))
  const ids = new Set(answers.map(({ data }) => (data as { transactionId: string }).transactionId))
  expect(ids.size).toBe(1)
  await app.runJobs()
  expect(await seen(withdrawals.movementIdOf([...ids][0] ?? ''))).toHaveLength(1)
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
})

test('a withdrawal that its provider turns away waits with its money set aside, and is sent later', async () => {
  const user = await withdrawals.aWithdrawer()
  await fault('reject')
  const { ref } = await withdraw(user)
  await app.runJobs()
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'queued' })
  expect(await withdrawals.balanceOf(user)).toEqual(HELD)
  await vi.waitFor(
    async () => {
      await withdrawals.sweep(user)
      expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'submitted' })
    },
    { timeout: 5_000, interval: 300 },
  )
})

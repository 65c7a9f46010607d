/** Reports as the providers themselves give them, over the sandbox, held against what the same day left in our books. */
import { uuidOf } from '@puente/contract'
import { readTrialBalance } from '@puente/ledger'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { PaypalTransaction } from '#providers/paypal/port.ts'
import type { ReportLine } from '#providers/report.ts'
import { bankIn } from '#test/bank.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'
import { insertRun, listOpenDifferences, type Run } from './differences-store.ts'
import { reconcileRail } from './reconcile-rail.ts'
import { reportOf } from './reports.ts'

const app = appOfFile({ SECOND_FACTOR: 'off' })
const bank = bankIn(app)
const deposits = depositsIn(app)
const DAY_MS = 86_400_000
beforeEach(() => app.control('DELETE', '/faults'))

/** Reads the reports of a week later, so that nothing can be still on its way; of today, or of the day so long ago. */
const reconcile = async (rail: Run['rail'], more: Partial<Services> = {}, agoMs = 0) => {
  const now = app.clock.now().getTime() - agoMs
  const run: Run = { id: newId(), rail, from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) }
  await insertRun(app.services.db, run, { by: 'test', at: app.clock.now() })
  const clock = { ...app.clock, offsetMs: () => app.clock.offsetMs() + 7 * DAY_MS }
  return reconcileRail({ ...app.services, clock, ...more }, run)
}
const open = async () =>
  (await listOpenDifferences(app.services.db, 100)).map(({ what, subject, theirsCents, oursCents }) => ({
    what,
    subject,
    theirsCents,
    oursCents,
  }))

const linesOf = (rail: Run['rail']): Promise<ReportLine[]> => {
  const now = app.clock.now().getTime()
  return reportOf(app.services, rail)!.report({ from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) })
}

const sumOf = async (account: string): Promise<bigint> => {
  const { ledger } = app.services
  const balances = await ledger.balancesOf(ledger.houses(account))
  return balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)
}

/** What lies at the provider by its own report is what our books say lies there, its fees taken off; and the books sum to zero. */
const expectOneBalance = async (rail: Run['rail']): Promise<bigint> => {
  const lines = await linesOf(rail)
  const theirs = lines.reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0n)
  expect(await sumOf(`settlement:${rail}`)).toBe(-theirs)
  const { sumCents } = await readTrialBalance(app.services.db.pool, new Date(Date.now() + DAY_MS))
  expect(sumCents).toBe(0n)
  return lines.reduce((sum, { feeCents }) => sum + feeCents, 0n)
}

const refOf = (transactionId: string) => uuidOf(transactionId, 'txn') ?? ''
const eventually = (user: TestUser, cents: object) =>
  expect
    .poll(async () => {
      await app.runJobs()
      return app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
    })
    .toMatchObject(cents)

type Payer = {
  method: 'card' | 'paypal'
  pay: (transactionId: string) => Promise<unknown>
  act: (transactionId: string, action: string, more?: object) => Promise<unknown>
}
const byCard: Payer = {
  method: 'card',
  pay: (id) => deposits.press(id, 'pay'),
  act: (id, action, more = {}) => app.control('POST', `/card/payments/${refOf(id)}/${action}`, more),
}
const byPaypal: Payer = {
  method: 'paypal',
  pay: (id) => app.control('POST', `/paypal/orders/${refOf(id)}/approve`),
  act: (id, action, more = {}) => app.control('POST', `/paypal/orders/${refOf(id)}/${action}`, more),
}

/** A deposit of which a part is refunded, another that is contested or taken back, and a send. */
const aDay = async ({ method, pay, act }: Payer) => {
  const [ana, ben, eva] = [
    await aUser(app.services, { tier: 1 }),
    await aUser(app.services, { tier: 1 }),
    await aUser(app.services, { tier: 1 }),
  ]
  const paidIn = async (user: TestUser) => {
    const { data } = await deposits.start(user, { method })
    await pay(data.transactionId)
    expect(await deposits.settled(user, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
    return data.transactionId
  }
  const [kept, contested] = [await paidIn(ana), await paidIn(eva)]
  const body = { toUser: ben.userId, amount: 50_00, currency: 'USD' } as const
  const call = method === 'card' ? ('startCheckout' as const) : ('placePaypalOrder' as const)
  const { data } = await app.call(call, body, { key: newId(), headers: await deposits.headersOf(ana) })
  await pay(data.transactionId)
  await deposits.settled(ana, data.transactionId)
  await act(kept, 'refund', { amountCents: 30_00 })
  await eventually(ana, { balanceCents: 70_00n, heldCents: 0n })
  return { ana, eva, contested, sent: data.transactionId }
}

const withoutOneAndAnotherChanged = <T extends { amountCents: bigint }>(lines: T[], idOf: (line: T) => string) => {
  const [gone, changed] = lines.filter(({ amountCents }) => amountCents > 0n)
  if (!gone || !changed) throw new Error('a day has two payments')
  const told = lines.filter((line) => line !== gone)
  return {
    told: told.map((line) => (line === changed ? { ...line, amountCents: line.amountCents - 1n } : line)),
    goneCents: gone.amountCents,
    changedId: idOf(changed),
    changedCents: changed.amountCents,
  }
}

test('a day of cards agrees line by line, with its disputes open, won and lost; a missing and a changed line are named', async () => {
  const { eva, contested } = await aDay(byCard)
  await byCard.act(contested, 'dispute')
  await eventually(eva, { heldCents: 100_00n })
  expect(await reconcile('card')).toMatchObject({ outcome: 'compared', lines: 5, entries: 5, openDifferences: 0 })
  await byCard.act(contested, 'win')
  await eventually(eva, { heldCents: 0n })
  await byCard.act(contested, 'dispute')
  await byCard.act(contested, 'lose')
  await eventually(eva, { balanceCents: 0n, heldCents: 0n })
  expect(await reconcile('card')).toMatchObject({ outcome: 'compared', lines: 7, entries: 7, openDifferences: 0 })
  expect(await open()).toEqual([])
  const feeCents = await expectOneBalance('card')
  expect(feeCents).toBeGreaterThan(0n)
  expect(await sumOf('expense:provider')).toBe(-feeCents)

  const lines = await linesOf('card')
  const { told, goneCents, changedId, changedCents } = withoutOneAndAnotherChanged<ReportLine>(
    lines,
    ({ objectId }) => objectId,
  )
  const card = { ...app.services.card, report: async () => told }
  expect(await reconcile('card', { card })).toMatchObject({ openDifferences: 2 })
  expect(await open()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'missingThere', theirsCents: null, oursCents: goneCents }),
      { what: 'otherAmount', subject: changedId, theirsCents: changedCents - 1n, oursCents: changedCents },
    ]),
  )
  // Two processes at once, and after all that came before: each line's fee was booked once.
  const twice = await Promise.all([reconcile('card'), reconcile('card')])
  expect(twice).toMatchObject([{ openDifferences: 0 }, { openDifferences: 0 }])
  expect(await sumOf('expense:provider')).toBe(-feeCents)
})

test('a refund that failed is two lines there and two journals here', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await byCard.pay(data.transactionId)
  await deposits.settled(ana, data.transactionId)
  await byCard.act(data.transactionId, 'refund')
  await eventually(ana, { balanceCents: 0n })
  await byCard.act(data.transactionId, 'fail-refund')
  await eventually(ana, { balanceCents: 100_00n })
  await expect
    .poll(async () => {
      await app.runJobs()
      return reconcile('card')
    })
    .toMatchObject({ outcome: 'compared', openDifferences: 0 })
})

test('a day of PayPal agrees line by line, with a refund and a reversal; a missing and a changed line are named', async () => {
  const before = await sumOf('expense:provider')
  const { eva, contested } = await aDay(byPaypal)
  await byPaypal.act(contested, 'reverse')
  await eventually(eva, { balanceCents: 0n, heldCents: 0n })
  expect(await reconcile('paypal')).toMatchObject({ outcome: 'compared', lines: 5, entries: 5, openDifferences: 0 })
  const feeCents = await expectOneBalance('paypal')
  expect(feeCents).toBeGreaterThan(0n)
  expect(await sumOf('expense:provider')).toBe(before - feeCents)

  const { paypal } = app.services
  const lines = await paypal.listTransactions({ since: new Date(Date.now() - DAY_MS), until: new Date() })
  const { told, goneCents, changedId, changedCents } = withoutOneAndAnotherChanged<PaypalTransaction>(
    lines,
    ({ id }) => id,
  )
  const other = { ...paypal, listTransactions: async () => told }
  expect(await reconcile('paypal', { paypal: other })).toMatchObject({ openDifferences: 2 })
  expect(await open()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'missingThere', theirsCents: null, oursCents: goneCents }),
      { what: 'otherAmount', subject: changedId, theirsCents: changedCents - 1n, oursCents: changedCents },
    ]),
  )
})

test('payouts of PayPal agree: paid, given back by their receiver, and unclaimed until they come back', async () => {
  const withdrawals = withdrawalsIn(app)
  const ana = await withdrawals.aWithdrawer()
  const act = (ref: string, action: string) => app.control('POST', `/paypal/payouts/${ref}/${action}`)
  const sent = async (action: string): Promise<string> => {
    await app.control('POST', '/paypal/payouts/next', { outcome: 'wait' })
    const ref = await withdrawals.takeOn(ana)
    await withdrawals.sweep(ana)
    await act(ref, action)
    await withdrawals.sweep(ana)
    return ref
  }
  const [, refunded, unclaimed] = [await sent('succeed'), await sent('succeed'), await sent('unclaim')]
  await act(refunded, 'refund')
  await withdrawals.sweep(ana)
  expect(await reconcile('paypal')).toMatchObject({ outcome: 'compared', openDifferences: 0 })
  await act(unclaimed, 'return')
  await withdrawals.sweep(ana)
  expect(await reconcile('paypal')).toMatchObject({ outcome: 'compared', openDifferences: 0 })
  await expectOneBalance('paypal')
})

test('an unclaimed payout that comes back after thirty days differs on neither day', async () => {
  const withdrawals = withdrawalsIn(app)
  const ana = await withdrawals.aWithdrawer()
  await app.control('POST', '/paypal/payouts/next', { outcome: 'wait' })
  const ref = await withdrawals.takeOn(ana)
  await withdrawals.sweep(ana)
  await app.control('POST', `/paypal/payouts/${ref}/unclaim`)
  await withdrawals.sweep(ana)
  await app.control('POST', '/clock/advance', { seconds: (30 * DAY_MS) / 1000 + 60 })
  app.clock.advance(30 * DAY_MS + 60_000)
  await withdrawals.sweep(ana)
  expect(await withdrawals.rowOf(ana, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'unclaimed' })
  expect((await linesOf('paypal')).map(({ kind }) => kind)).toEqual(['return'])
  // Had it no line there, that would be named.
  const paypal = { ...app.services.paypal, listTransactions: async () => [] } as Services['paypal']
  expect(await reconcile('paypal', { paypal })).toMatchObject({ outcome: 'compared', openDifferences: 1 })
  expect(await reconcile('paypal')).toMatchObject({ outcome: 'compared', lines: 1, openDifferences: 0 })
  expect(await reconcile('paypal', {}, 30 * DAY_MS)).toMatchObject({ outcome: 'compared', openDifferences: 0 })
})

test("Increase's own ledger agrees with ours, with a return; a missing line, one too many and another amount are named, and its charge is booked", async () => {
  const before = await sumOf('expense:provider')
  const ana = await bank.aWithdrawer()
  const to = await bank.aRecipient(ana)
  const settled = async (): Promise<string> => {
    const ref = bank.refOf((await bank.withdraw(ana, to)).data.transactionId)
    await bank.sweep(ana)
    await bank.act(ref, 'submit')
    // It has left over there, and is booked here when it has arrived.
    await bank.sweep(ana)
    expect(await reconcile('bank')).toMatchObject({ outcome: 'compared', openDifferences: 0 })
    await bank.act(ref, 'settle')
    await bank.sweep(ana)
    expect(await bank.rowOf(ana, ref)).toMatchObject({ state: 'COMPLETED' })
    return ref
  }
  const [returned] = [await settled(), await settled(), await settled()]
  await bank.act(returned, 'return', { code: 'R06' })
  await bank.sweep(ana)
  expect(await reconcile('bank')).toMatchObject({ outcome: 'compared', lines: 4, entries: 4, openDifferences: 0 })
  await expectOneBalance('bank')

  const lines = await linesOf('bank')
  const [gone, changed, ...others] = lines.filter(({ kind }) => kind === 'payout').toReversed()
  if (!gone || !changed) throw new Error('three withdrawals went out')
  const back = lines.filter(({ kind }) => kind === 'return')
  const extra = { ...changed, objectId: 'ach_transfer_unknown', ref: null }
  const charge: ReportLine = { ...extra, objectId: 'transaction_charge', kind: 'fee', amountCents: -25n }
  const damaged = [{ ...changed, amountCents: changed.amountCents - 1n }, ...others, ...back, extra, charge]
  const port = { ...app.services.payouts.bank, report: async () => damaged }
  const payouts = { ...app.services.payouts, bank: port }
  expect(await reconcile('bank', { payouts })).toMatchObject({ openDifferences: 3 })
  expect(await open()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'missingThere', theirsCents: null, oursCents: gone.amountCents }),
      { what: 'missingHere', subject: extra.objectId, theirsCents: extra.amountCents, oursCents: null },
      {
        what: 'otherAmount',
        subject: changed.objectId,
        theirsCents: changed.amountCents - 1n,
        oursCents: changed.amountCents,
      },
    ]),
  )
  expect(await sumOf('expense:provider')).toBe(before - 25n)
})

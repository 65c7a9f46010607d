import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepFailedRefund } from '#features/payins/return-lines.ts'
import { settlePayin } from '#features/payins/settle-payin.ts'
import { findPayment } from '#features/payments/index.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { keptEvents } from '#test/inbox.ts'
import { appOfFile } from '#test/suite.ts'
import { settleCardEvent } from './card-event.ts'
import { cardRail } from './card-payins.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const walletOf = (user: TestUser) => app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
const rowsOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await signedIn(app.services, user) })).data.items

/** Ana adds $100 by card. */
const aDeposit = async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  return { ana, ref, transactionId: data.transactionId }
}
/** Ana sends Ben $100 by card, and it has arrived. */
const aSend = async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  const body = { toUser: ben.userId, amount: 100_00, currency: 'USD' } as const
  const { data } = await app.call('startCheckout', body, { key: newId(), headers: await deposits.headersOf(ana) })
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  return { ana, ben, ref, transactionId: data.transactionId }
}
/** What the provider does to the payment; its events come in by themselves. */
const happens = (ref: string, action: string, more: object = {}) =>
  app.control('POST', `/card/payments/${ref}/${action}`, more)
const eventually = async (user: TestUser, cents: object) =>
  expect
    .poll(async () => {
      await app.runJobs()
      return walletOf(user)
    })
    .toMatchObject(cents)

test('what is left of a disputed payment is set aside; lost, it goes back, and the payer owes what was spent', async () => {
  const { ana, ref, transactionId } = await aDeposit()
  const added = async () => {
    const { state, returnStep, timeline } = await deposits.rowOf(ana, transactionId)
    return [state, returnStep, timeline.slice(2).map(({ step, amount = 0 }) => [step, amount])]
  }
  await withBalance(app.services, ana, -30_00)
  const [owed, rail] = [await deposits.houseOf('receivable:user', ana), await deposits.houseOf('settlement:card', ana)]
  await happens(ref, 'dispute')
  await eventually(ana, { balanceCents: 70_00n, heldCents: 70_00n })
  expect((await rowsOf(ana))[0]).toMatchObject({
    type: 'reversal',
    state: 'ON HOLD',
    holdReason: 'disputed',
    amount: 70_00,
    linkedId: transactionId,
    cancellable: false,
  })
  expect(await added()).toEqual(['COMPLETED', 'contested', [['contested', 0]]])
  await happens(ref, 'lose')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'reversal', state: 'COMPLETED', amount: 70_00, balance: 0 })
  const steps = [
    ['contested', 0],
    ['chargedBack', 100_00],
  ]
  expect(await added()).toEqual(['COMPLETED', 'chargedBack', steps])
  expect((await deposits.houseOf('receivable:user', ana)) - owed).toBe(-30_00)
  expect((await deposits.houseOf('settlement:card', ana)) - rail).toBe(100_00)
})

test('a dispute that is won frees what was set aside', async () => {
  const { ana, ref } = await aDeposit()
  await happens(ref, 'dispute')
  await eventually(ana, { heldCents: 100_00n })
  await happens(ref, 'win')
  await eventually(ana, { balanceCents: 100_00n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'reversal', state: 'CANCELLED' })
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'succeeded' }])
})

test('while a dispute is open its money is away from the rail, and back there when it is won', async () => {
  const { ana, ref } = await aDeposit()
  const rail = await deposits.houseOf('settlement:card', ana)
  const clearing = await deposits.houseOf('clearing:card', ana)
  const moved = async () => [
    (await deposits.houseOf('settlement:card', ana)) - rail,
    (await deposits.houseOf('clearing:card', ana)) - clearing,
  ]
  await happens(ref, 'dispute')
  await eventually(ana, { heldCents: 100_00n })
  expect(await moved()).toEqual([100_00, -100_00])
  await happens(ref, 'win')
  await eventually(ana, { heldCents: 0n })
  expect(await moved()).toEqual([0, 0])
})

test('a second dispute after one that was won sets aside what is left again, and is lost like the first', async () => {
  const { ana, ref } = await aDeposit()
  await happens(ref, 'dispute')
  await eventually(ana, { heldCents: 100_00n })
  await happens(ref, 'win')
  await eventually(ana, { heldCents: 0n })
  await withBalance(app.services, ana, -20_00)
  await happens(ref, 'dispute')
  await eventually(ana, { balanceCents: 80_00n, heldCents: 80_00n })
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'disputed' }])
  await happens(ref, 'lose')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  expect((await rowsOf(ana)).slice(0, 2)).toMatchObject([
    { type: 'reversal', state: 'COMPLETED', amount: 80_00 },
    { type: 'reversal', state: 'CANCELLED', amount: 100_00 },
  ])
})

test('a dispute takes the place of a warning, and shows its own amount when it is about less', async () => {
  const { ana, ref, transactionId } = await aDeposit()
  await happens(ref, 'fraud-warning')
  await eventually(ana, { heldCents: 100_00n })
  await happens(ref, 'dispute', { amountCents: 40_00 })
  await eventually(ana, { balanceCents: 100_00n, heldCents: 40_00n })
  expect((await rowsOf(ana)).slice(0, 2)).toMatchObject([
    { type: 'reversal', state: 'ON HOLD', amount: 40_00, holdReason: 'disputed', returnStep: 'contested' },
    { type: 'reversal', state: 'CANCELLED', amount: 100_00, returnStep: 'replaced' },
  ])
  const timeline = ['pending', 'completed', 'warned', 'contested'].map((step) => ({ step }))
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ returnStep: 'contested', timeline })
  await happens(ref, 'lose')
  await eventually(ana, { balanceCents: 60_00n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'reversal', state: 'COMPLETED', amount: 40_00, balance: 60_00 })
})

test('a fraud warning alarms once, and without a dispute what it set aside is free again when none can come any more', async () => {
  const { ana, ben, ref, transactionId } = await aSend()
  const said = vi.spyOn(app.services.log, 'error')
  await happens(ref, 'fraud-warning')
  await eventually(ben, { heldCents: 100_00n })
  expect((await rowsOf(ben))[0]).toMatchObject({
    state: 'ON HOLD',
    holdReason: 'fraudWarning',
    returnStep: 'warned',
    warnedUntil: expect.stringMatching(/Z$/),
  })
  await happens(ref, 'fraud-warning')
  const events = async () => (await keptEvents(app)).filter(({ type }) => type.startsWith('radar.')).slice(-2)
  await expect
    .poll(async () => (await app.runJobs(), (await events()).map(({ outcome }) => outcome)))
    .toEqual(['done', 'done'])
  const alarms = said.mock.calls.filter(([fields]) => (fields as { transferId?: string }).transferId === ref)
  said.mockRestore()
  expect(alarms).toEqual([[expect.objectContaining({ alert: true }), expect.stringContaining('fraud warning')]])
  const objectId = (await findPayment(app.services.db, { ownerId: ana.id, ref }))?.providerPaymentId ?? ''
  const waiting = await app.services.db.pool.query<{ days: number }>(
    `select round(extract(epoch from run_at - now()) / 86400)::int as days from graphile_worker.jobs where key = $1`,
    [`fraud-warning:${objectId}`],
  )
  expect(waiting.rows).toEqual([{ days: 125 }])
  const lookAgain = (days: number) =>
    settleCardEvent(
      { ...app.services, clock: { ...app.services.clock, offsetMs: () => days * 24 * 3_600_000 } },
      { provider: 'stripe', eventId: newId(), objectId, type: 'radar.early_fraud_warning.created' },
    )
  await lookAgain(124)
  expect(await walletOf(ben)).toMatchObject({ heldCents: 100_00n })
  await lookAgain(126)
  await lookAgain(126)
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 100_00n, heldCents: 0n })
  expect((await rowsOf(ben))[0]).toMatchObject({ type: 'reversal', state: 'CANCELLED', returnStep: 'cleared' })
  // It was not disputed, and the notices do not say that it was.
  const timeline = [{ step: 'completed' }, { step: 'warned' }, { step: 'cleared' }]
  expect(await deposits.rowOf(ben, transactionId)).toMatchObject({ returnStep: 'cleared', timeline })
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({
    returnStep: 'cleared',
    timeline: [{ step: 'pending' }, ...timeline],
  })
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'succeeded' }])
  await happens(ref, 'dispute')
  await eventually(ben, { heldCents: 100_00n })
})

test('refunds made at the provider are rows of their own, linked to their payment, and never more than was paid', async () => {
  const { ana, ref, transactionId } = await aDeposit()
  await happens(ref, 'refund', { amountCents: 30_00 })
  await eventually(ana, { balanceCents: 70_00n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({
    type: 'refund',
    state: 'COMPLETED',
    amount: 30_00,
    balance: 70_00,
    linkedId: transactionId,
  })
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'succeeded' }])
  await happens(ref, 'refund')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  expect((await rowsOf(ana)).filter(({ type }) => type === 'refund')).toHaveLength(2)
})

test('a refund that has failed before anything was booked leaves the wallet as it is, and cannot be booked any more', async () => {
  const { ana, ref } = await aDeposit()
  const before = await deposits.houseOf('settlement:card', ana)
  await app.control('POST', '/faults', { provider: 'card', fault: 'dropWebhook', times: 2 })
  await happens(ref, 'refund')
  await happens(ref, 'fail-refund')
  const failed = async () => {
    await app.runJobs()
    return (await keptEvents(app)).findLast(({ type }) => type === 'refund.failed')?.outcome
  }
  await expect.poll(failed).toBe('done')
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 0n })
  expect(await deposits.houseOf('settlement:card', ana)).toBe(before)
})

test('a disputed send takes from the receiver what is left there, and the payer owes the rest', async () => {
  const { ana, ben, ref } = await aSend()
  await withBalance(app.services, ben, -60_00)
  const owed = await deposits.houseOf('receivable:user', ana)
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await eventually(ben, { balanceCents: 0n, heldCents: 0n })
  await expect.poll(async () => (await deposits.houseOf('receivable:user', ana)) - owed).toBe(-60_00)
  expect(await deposits.balanceOf(ana)).toBe(0)
})

test('both sides of a disputed send see where it stands, and the receiver’s row names who had paid', async () => {
  const { ana, ben, ref, transactionId } = await aSend()
  const payerName = (await rowsOf(ben))[0]?.fullName
  const seen = async () => {
    const [theirs, mine] = [await rowsOf(ben), await deposits.rowOf(ana, transactionId)]
    const [row] = theirs
    if (!row) throw new Error('no row')
    const { state, returnStep, fullName, linkedId, consent } = row
    expect({ fullName, linkedId, consent }).toEqual({ fullName: payerName, linkedId: transactionId })
    return [
      state,
      returnStep,
      mine.returnStep,
      mine.timeline.map(({ step, amount = 0 }) => (amount ? [step, amount] : step)),
    ]
  }
  await happens(ref, 'dispute')
  await eventually(ben, { balanceCents: 100_00n, heldCents: 100_00n })
  const paid = ['pending', 'completed', 'contested']
  expect(await seen()).toEqual(['ON HOLD', 'contested', 'contested', paid])
  await happens(ref, 'lose')
  await eventually(ben, { balanceCents: 0n, heldCents: 0n })
  const back = ['chargedBack', 100_00]
  expect(await seen()).toEqual(['COMPLETED', 'chargedBack', 'chargedBack', [...paid, back]])
  await happens(ref, 'win')
  await eventually(ben, { balanceCents: 100_00n, heldCents: 0n })
  expect(await seen()).toEqual(['COMPLETED', 'kept', 'kept', [...paid, back, 'kept']])
  await happens(ref, 'refund', { amountCents: 20_00 })
  await eventually(ben, { balanceCents: 80_00n })
  await happens(ref, 'fail-refund')
  await eventually(ben, { balanceCents: 100_00n })
  const failed = [
    ['refunded', 20_00],
    ['refundFailed', 20_00],
  ]
  expect(await seen()).toEqual(['COMPLETED', 'refundFailed', 'refundFailed', [...paid, back, 'kept', ...failed]])
})

test('the receiver of a send that goes back, and who added money, see on its row how much of it did, and are led there', async () => {
  const told = async (user: TestUser, id: string) => {
    const { returnStep, returns = [], timeline } = await deposits.rowOf(user, id)
    return [returnStep, returns.length, timeline.slice(1).map(({ step, amount = 0 }) => [step, amount])]
  }
  const { ana, ben, ref, transactionId } = await aSend()
  await withBalance(app.services, ben, -60_00)
  await happens(ref, 'dispute')
  await eventually(ben, { balanceCents: 40_00n, heldCents: 40_00n })
  expect(await told(ben, transactionId)).toEqual(['contested', 1, [['contested', 40_00]]])
  await happens(ref, 'lose')
  await eventually(ben, { balanceCents: 0n, heldCents: 0n })
  const lost = [
    ['contested', 40_00],
    ['chargedBack', 40_00],
  ]
  expect(await told(ben, transactionId)).toEqual(['chargedBack', 1, lost])
  const [taken] = await rowsOf(ben)
  expect((await deposits.rowOf(ben, transactionId)).returns).toEqual([taken?.id])
  // Nothing went back out of the balance of who had paid.
  expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ returnStep: 'chargedBack', returns: [] })
  await happens(ref, 'win')
  await eventually(ben, { balanceCents: 40_00n })
  expect(await told(ben, transactionId)).toEqual(['kept', 2, [...lost, ['kept', 40_00]]])

  const spent = await aSend()
  await withBalance(app.services, spent.ben, -100_00)
  await happens(spent.ref, 'refund', { amountCents: 20_00 })
  await expect
    .poll(async () => {
      await app.runJobs()
      return deposits.rowOf(spent.ana, spent.transactionId)
    })
    .toMatchObject({ returnStep: 'refunded' })
  // Of whom nothing was taken, the row says nothing.
  expect(await deposits.rowOf(spent.ben, spent.transactionId)).not.toHaveProperty('returnStep')

  const added = await aDeposit()
  await happens(added.ref, 'dispute')
  await eventually(added.ana, { heldCents: 100_00n })
  await happens(added.ref, 'win')
  await eventually(added.ana, { heldCents: 0n })
  // What was only set aside is no return.
  expect(await deposits.rowOf(added.ana, added.transactionId)).toMatchObject({ returnStep: 'kept', returns: [] })
  await happens(added.ref, 'refund', { amountCents: 20_00 })
  await eventually(added.ana, { balanceCents: 80_00n })
  const [refund] = await rowsOf(added.ana)
  expect((await deposits.rowOf(added.ana, added.transactionId)).returns).toEqual([refund?.id])
})

test('a refund that fails before it has taken what was set aside for it is no dispute that was decided, to nobody', async () => {
  const { ana, ben, ref, transactionId } = await aSend()
  await app.control('POST', '/faults', { provider: 'card', fault: 'dropWebhook', times: 2 })
  await happens(ref, 'refund')
  const { ledger } = app.services
  const post: typeof ledger.post = (command) =>
    command.kind === 'send.refund' ? Promise.reject(new Error('the power is gone')) : ledger.post(command)
  const { providerPaymentId } = (await findPayment(app.services.db, { ownerId: ana.id, ref })) ?? {}
  const event = {
    provider: 'stripe',
    eventId: `evt_${newId()}`,
    objectId: providerPaymentId ?? '',
    type: 'refund.created',
  }
  await expect(settleCardEvent({ ...app.services, ledger: { ...ledger, post } }, event)).rejects.toThrow('power')
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 100_00n, heldCents: 100_00n })
  await happens(ref, 'fail-refund')
  await eventually(ben, { balanceCents: 100_00n, heldCents: 0n })
  expect((await rowsOf(ben))[0]).toMatchObject({ type: 'refund', state: 'CANCELLED', returnStep: 'refundFailed' })
  expect(await deposits.rowOf(ana, transactionId)).not.toHaveProperty('returnStep')
})

/** What each of these accounts has moved since now. */
const watched = async (user: TestUser, ...accounts: string[]) => {
  const read = () => Promise.all(accounts.map((account) => deposits.houseOf(account, user)))
  const before = await read()
  return async () => {
    await app.runJobs()
    return (await read()).map((cents, at) => cents - (before[at] ?? 0))
  }
}

const HELD = { free: 1, cents: 100_00, broken: [] }
const GIVEN_BACK = { free: 0, cents: 0, broken: [] }
const WAIVED = ['income:fees', 'expense:promotion', 'settlement:card'] as const

test('a deposit that goes back gives back its free place, its limits and what was booked for the waived fee, once the last part of it is gone, and once', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const moved = await watched(ana, ...WAIVED)
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  expect(await moved()).toEqual([3_20, -3_20, -100_00])
  await app.control('POST', '/faults', { provider: 'card', fault: 'duplicateWebhook', times: 9 })
  await happens(ref, 'refund', { amountCents: 40_00 })
  await happens(ref, 'dispute')
  await eventually(ana, { balanceCents: 60_00n, heldCents: 60_00n })
  expect(await deposits.usedBy(ana)).toEqual(HELD)
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([0, 0, 0])
  expect(await deposits.usedBy(ana)).toEqual(GIVEN_BACK)
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ state: 'refunded' }])
  // What comes back after that uses it again, as before; lost once more, it is given back once more.
  for (const [act, cents, waived, used] of [
    ['win', -60_00, 3_20, HELD],
    ['lose', 0, 0, GIVEN_BACK],
    ['win', -60_00, 3_20, HELD],
  ] as const) {
    await happens(ref, act)
    await expect.poll(moved).toEqual([waived, 0 - waived, cents])
    expect(await deposits.usedBy(ana)).toEqual(used)
  }
})

test('money that is won back after its free place went to others uses limits and a place again, one more than there are', async () => {
  const { ana, ref } = await aDeposit()
  const before = await deposits.countedOf(ana)
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  const moved = await watched(ana, ...WAIVED)
  for (let place = 0; place < 3; place += 1) await deposits.start(ana, { amount: 10_00 })
  expect(await deposits.usedBy(ana)).toEqual({ free: 3, cents: 30_00, broken: [] })
  await happens(ref, 'win')
  await expect.poll(moved).toEqual([3_20, -3_20, -100_00])
  expect(await deposits.usedBy(ana)).toEqual({ free: 4, cents: 130_00, broken: [] })
  expect(await deposits.countedOf(ana)).toEqual(expect.arrayContaining(before))
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([0, 0, 0])
  expect(await deposits.usedBy(ana)).toEqual({ free: 3, cents: 30_00, broken: [] })
})

test('a dispute that is won gives nothing back of what its payment used', async () => {
  const { ana, ref } = await aDeposit()
  await happens(ref, 'dispute')
  await eventually(ana, { heldCents: 100_00n })
  await happens(ref, 'win')
  await eventually(ana, { balanceCents: 100_00n, heldCents: 0n })
  expect(await deposits.usedBy(ana)).toEqual(HELD)
})

test('a send that was delivered and goes back whole gives its sender back what it used, though its receiver has spent it', async () => {
  const { ana, ben, ref } = await aSend()
  await withBalance(app.services, ben, -60_00)
  expect(await deposits.usedBy(ana)).toEqual(HELD)
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await eventually(ben, { balanceCents: 0n, heldCents: 0n })
  expect(await deposits.usedBy(ana)).toEqual(GIVEN_BACK)
})

test('a dispute that is lost, won on appeal and lost again ends as the provider has it, each time with rows of its own', async () => {
  const { ana, ref, transactionId } = await aDeposit()
  await withBalance(app.services, ana, -30_00)
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'receivable:user')
  await happens(ref, 'dispute')
  await eventually(ana, { heldCents: 70_00n })
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, -30_00])
  await happens(ref, 'win')
  await expect.poll(moved).toEqual([0, 0, 0])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 70_00n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({
    type: 'reversal',
    state: 'COMPLETED',
    amount: 70_00,
    balance: 70_00,
    linkedId: transactionId,
  })
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, -30_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
})

test('a dispute that was won and is lost after all takes what is there by then', async () => {
  const { ana, ref } = await aDeposit()
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'receivable:user')
  await happens(ref, 'dispute')
  await eventually(ana, { heldCents: 100_00n })
  await happens(ref, 'win')
  await eventually(ana, { heldCents: 0n })
  await withBalance(app.services, ana, -40_00)
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, -40_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
})

/** The provider orders what goes back by the second. */
/** Ana adds $100 by card for a fee of $3.20. */
const aDepositWithFee = async () => {
  const ana = await aUser(app.services, { tier: 2 })
  const used = Array.from({ length: 3 }, () => ({ owner_id: ana.id, movement_id: newId(), at: new Date() }))
  await app.services.db.insertInto('free_operations').values(used).execute()
  const { data } = await deposits.start(ana, { expectedTotalCharge: 103_20 })
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  return { ana, ref }
}

test('a win gives back what the loss took, fee included, though a refund before it has failed meanwhile', async () => {
  const { ana, ref } = await aDepositWithFee()
  const accounts = ['settlement:card', 'clearing:card', 'receivable:user', 'income:fees', 'suspense:unmatched'] as const
  const moved = await watched(ana, ...accounts)
  await happens(ref, 'refund', { amountCents: 50_00 })
  await expect.poll(moved).toEqual([50_00, 0, 0, 0, 0])
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([103_20, 0, 0, -3_20, 0])
  await happens(ref, 'fail-refund')
  await expect.poll(moved).toEqual([53_20, 0, 0, -3_20, 0])
  await happens(ref, 'win')
  await expect.poll(moved).toEqual([0, 0, 0, 0, 0])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 0n })
})

test('a refund that fails after it was taken goes back to the person, once, and a later dispute finds the payment whole', async () => {
  const { ana, ref, transactionId } = await aDeposit()
  await withBalance(app.services, ana, -30_00)
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'suspense:unmatched', 'receivable:user')
  await happens(ref, 'refund')
  await expect.poll(moved).toEqual([100_00, 0, 0, -30_00])
  await happens(ref, 'fail-refund')
  await eventually(ana, { balanceCents: 70_00n, heldCents: 0n })
  const { objectId = '' } = (await keptEvents(app)).findLast(({ type }) => type === 'refund.failed') ?? {}
  await settleCardEvent(app.services, {
    provider: 'stripe',
    eventId: `evt_${newId()}`,
    objectId,
    type: 'refund.failed',
  })
  expect(await moved()).toEqual([0, 0, 0, 0])
  const rows = await rowsOf(ana)
  const restored = { type: 'refund', state: 'COMPLETED', amount: 70_00, returnStep: 'refundFailed' }
  expect(rows[0]).toMatchObject({ ...restored, linkedId: transactionId })
  expect(rows.filter(({ type }) => type === 'refund')).toHaveLength(2)
  await happens(ref, 'dispute')
  await eventually(ana, { balanceCents: 70_00n, heldCents: 70_00n })
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, 0, -30_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
})

test('what a dispute of the whole payment took meanwhile is not given back with a refund that fails, but once it is won', async () => {
  const { ana, ref } = await aDeposit()
  const { card } = app.services
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'suspense:unmatched')
  await happens(ref, 'refund', { amountCents: 40_00 })
  await expect.poll(moved).toEqual([40_00, 0, 0])
  const dispute = { objectId: newId(), kind: 'dispute', amountCents: 100_00n, at: 0 } as const
  const [away, back] = [
    { id: newId(), amountCents: -100_00n },
    { id: newId(), amountCents: 100_00n },
  ]
  let stands: { state: 'gone' | 'kept'; lines: (typeof away)[]; raw: string } = {
    state: 'gone',
    lines: [away],
    raw: 'lost',
  }
  app.services.card = {
    ...card,
    listReturns: async (...asked) => [...(await card.listReturns(...asked)), { ...dispute, ...stands }],
  }
  try {
    await happens(ref, 'fraud-warning')
    await expect.poll(moved).toEqual([140_00, -40_00, 0])
    await happens(ref, 'fail-refund')
    await expect.poll(moved).toEqual([100_00, 0, 0])
    expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
    stands = { state: 'kept', lines: [away, back], raw: 'won' }
    await happens(ref, 'fraud-warning')
    await expect.poll(moved).toEqual([0, 0, 0])
    expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 0n })
  } finally {
    app.services.card = card
  }
})

test('a failed refund that is in suspense already, for a person to decide, is not given back as well', async () => {
  const { ana, ref } = await aDeposit()
  const moved = await watched(ana, 'settlement:card', 'suspense:unmatched')
  await happens(ref, 'refund')
  await expect.poll(moved).toEqual([100_00, 0])
  const payment = await findPayment(app.services.db, { ownerId: ana.id, ref })
  const [refund] = await app.services.card.listReturns(payment?.providerPaymentId ?? '')
  if (!payment || !refund) throw new Error('a refund is listed')
  await keepFailedRefund(app.services, cardRail, payment, refund)
  expect(await moved()).toEqual([0, 100_00])
  await happens(ref, 'fail-refund')
  await expect
    .poll(async () => (await app.runJobs(), (await keptEvents(app)).findLast(({ type }) => type === 'refund.failed')))
    .toMatchObject({ outcome: 'done' })
  expect(await moved()).toEqual([0, 100_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n })
})

test('in any order of refunds, failures and disputes a person is out of what went out, and of nothing else', async () => {
  const acts = ['refund', 'fail-refund', 'dispute', 'lose', 'win'] as const
  const history = fc.array(fc.tuple(fc.constantFrom(...acts), fc.constantFrom(20_00, 35_00, 53_20)), {
    minLength: 6,
    maxLength: 9,
  })
  const accounts = ['settlement:card', 'clearing:card', 'suspense:unmatched', 'income:fees', 'receivable:user']
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const { ana, ref } = await aDepositWithFee()
      const moved = await watched(ana, ...accounts)
      const { card } = app.services
      const payment = await findPayment(app.services.db, { ownerId: ana.id, ref })
      const listed = () => card.listReturns(payment?.providerPaymentId ?? '')
      let hasAllGone = false
      /** What the books must say, from what the provider lists. */
      const isRight = async () => {
        const returns = await listed()
        const sum = (states: readonly string[], kind?: string) =>
          returns
            .filter((one) => states.includes(one.state) && (kind ?? one.kind) === one.kind)
            .reduce((cents, { amountCents }) => cents + Number(amountCents), 0)
        const [open, gone] = [sum(['open'], 'dispute'), sum(['gone'])]
        const [rail = 0, clearing = 0, suspense = 0, fees = 0, owed = 0] = await moved()
        const wallet = Number((await walletOf(ana)).balanceCents)
        expect([rail, clearing, suspense]).toEqual([open + gone, 0 - open, 0])
        expect(wallet + owed - 100_00 + fees).toBe(0 - gone)
        expect(fees).toBeLessThanOrEqual(0)
        expect(fees).toBeGreaterThanOrEqual(-3_20)
        hasAllGone ||= gone >= 103_20
        expect(await deposits.usedBy(ana)).toMatchObject({ cents: hasAllGone ? 0 : 100_00 })
      }
      for (const [act, amountCents] of steps) {
        const disputes = (await listed()).filter(({ kind }) => kind === 'dispute')
        // What was won and is lost once more is shown by tests of its own.
        if (act === 'lose' && !disputes.some(({ state }) => state === 'open')) continue
        await happens(ref, act, { amountCents }).catch(() => {})
        await expect.poll(isRight, { timeout: 10_000 }).toBeUndefined()
      }
      for (const one of await listed()) {
        if (one.state === 'kept') continue
        await happens(ref, one.kind === 'refund' ? 'fail-refund' : 'win')
        await expect.poll(isRight, { timeout: 10_000 }).toBeUndefined()
      }
      await eventually(ana, { balanceCents: 100_00n, heldCents: 0n })
      expect(await moved()).toEqual([0, 0, 0, 0, 0])
    }),
    { numRuns: 4 },
  )
})

test('what goes back within one second takes its share in the order in which we heard of it, however it is listed', async () => {
  const { ana, ref } = await aDepositWithFee()
  const { card } = app.services
  let first: string | undefined
  const newestFirst: typeof card.listReturns = async (...asked) => {
    const listed = await card.listReturns(...asked)
    first ??= listed[0]?.objectId
    return listed.toSorted(({ objectId }) => (objectId === first ? 1 : -1))
  }
  app.services.card = { ...card, listReturns: newestFirst }
  try {
    const moved = await watched(ana, 'settlement:card', 'receivable:user', 'income:fees')
    await happens(ref, 'refund', { amountCents: 60_00 })
    await expect.poll(moved).toEqual([60_00, 0, 0])
    await happens(ref, 'refund', { amountCents: 43_20 })
    await expect.poll(moved).toEqual([103_20, 0, -3_20])
    expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
  } finally {
    app.services.card = card
  }
})

test('a chargeback after a refund takes no more from the payer than was paid, and what the provider took beyond it alarms', async () => {
  const { ana, ref } = await aDeposit()
  const { card } = app.services
  await happens(ref, 'refund', { amountCents: 40_00 })
  await eventually(ana, { balanceCents: 60_00n, heldCents: 0n })
  const lost = { objectId: newId(), kind: 'dispute', state: 'gone', amountCents: 100_00n, at: 0, raw: 'lost' } as const
  const lines = [{ id: newId(), amountCents: -100_00n }]
  app.services.card = {
    ...card,
    listReturns: async (...asked) => [...(await card.listReturns(...asked)), { ...lost, lines }],
  }
  const said = vi.spyOn(app.services.log, 'error')
  const moved = await watched(ana, 'clearing:card', 'receivable:user')
  try {
    await happens(ref, 'fraud-warning')
    await eventually(ana, { balanceCents: 0n, heldCents: 0n })
    expect(await moved()).toEqual([-40_00, 0])
    expect(said).toHaveBeenCalledWith(
      expect.objectContaining({ alert: true, transferId: ref, label: lost.objectId }),
      expect.stringContaining('more of a payment went back than was paid'),
    )
  } finally {
    app.services.card = card
    said.mockRestore()
  }
})

test('a win gives back what the loss took, though another dispute of the payment was decided anew in between', async () => {
  const { ana, ref } = await aDeposit()
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'receivable:user')
  await happens(ref, 'dispute', { amountCents: 60_00 })
  await eventually(ana, { heldCents: 60_00n })
  await happens(ref, 'win')
  await eventually(ana, { heldCents: 0n })
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, 0])
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([160_00, 0, -60_00])
  await happens(ref, 'win')
  // What was owed for the other one is paid out of it.
  await eventually(ana, { balanceCents: 40_00n, heldCents: 0n })
  expect(await moved()).toEqual([60_00, 0, 0])
})

test('what comes back after its owner has closed the account is kept for them, not credited', async () => {
  const { ana, ref } = await aDeposit()
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'liability:unclaimed')
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, 0])
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', ana.id).execute()
  await happens(ref, 'win')
  await expect.poll(moved).toEqual([0, 0, 100_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
})

test('a refund that fails after its owner has closed the account is kept for them, once', async () => {
  const { ana, ref } = await aDeposit()
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'liability:unclaimed')
  await happens(ref, 'refund')
  await expect.poll(moved).toEqual([100_00, 0, 0])
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', ana.id).execute()
  await happens(ref, 'fail-refund')
  await expect.poll(moved).toEqual([0, 0, 100_00])
  const { objectId = '' } = (await keptEvents(app)).findLast(({ type }) => type === 'refund.failed') ?? {}
  await settleCardEvent(app.services, {
    provider: 'stripe',
    eventId: `evt_${newId()}`,
    objectId,
    type: 'refund.failed',
  })
  expect(await moved()).toEqual([0, 0, 100_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
})

test('two events of one payment are worked off one after the other, however many work', async () => {
  const { ana, ref } = await aDeposit()
  const { card } = app.services
  const payment = await findPayment(app.services.db, { ownerId: ana.id, ref })
  // Late events of other tests' payments run beside those of this one.
  const isOurs = (objectId: string): boolean => objectId === payment?.providerPaymentId
  const waiting = async () =>
    (await keptEvents(app)).filter(({ outcome, objectId }) => outcome === null && isOurs(objectId)).length
  let [underWay, most, calls] = [0, 0, 0]
  app.services.card = {
    ...card,
    listReturns: async (...asked) => {
      if (!isOurs(asked[0])) return card.listReturns(...asked)
      calls += 1
      underWay += 1
      most = Math.max(most, underWay)
      await pause(100)
      underWay -= 1
      return card.listReturns(...asked)
    },
  }
  try {
    await happens(ref, 'dispute')
    await expect.poll(waiting).toBeGreaterThan(1)
    await Promise.all([app.runJobs(), app.runJobs()])
    await eventually(ana, { heldCents: 100_00n })
    expect(calls).toBeGreaterThan(1)
    expect(most).toBe(1)
  } finally {
    app.services.card = card
  }
})

/** An event is worked off that has read of a dispute that was lost; before it books anything, another has booked that it was won. */
const outrunByAWin = async (ref: string, isWon: () => Promise<void>) => {
  const { card, ledger } = app.services
  const objectId = (await keptEvents(app)).findLast(({ type }) => type === 'charge.dispute.closed')?.objectId ?? ''
  let isOutrun: boolean | null = null
  const listReturns: typeof card.listReturns = async (...asked) => {
    const listed = await card.listReturns(...asked)
    isOutrun ??= false
    return listed
  }
  const post: typeof ledger.post = async (command) => {
    if (isOutrun === false) {
      isOutrun = true
      await happens(ref, 'win')
      await isWon()
    }
    return ledger.post(command)
  }
  const services = { ...app.services, card: { ...card, listReturns }, ledger: { ...ledger, post } }
  const event = { provider: 'stripe', eventId: `evt_${newId()}`, objectId, type: 'charge.dispute.closed' }
  await settleCardEvent(services, event)
  expect(isOutrun).toBe(true)
}

test('news of a loss that is booked only after the win takes nothing again', async () => {
  const { ana, ref } = await aDeposit()
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'receivable:user')
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([100_00, 0, 0])
  await outrunByAWin(ref, () => expect.poll(moved).toEqual([0, 0, 0]))
  expect(await moved()).toEqual([0, 0, 0])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 0n })
})

/** Paid, and yet nobody's: the deposit was given up here before. */
const aSuspended = async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const moved = await watched(ana, 'settlement:card', 'clearing:card', 'suspense:unmatched')
  const { data } = await deposits.start(ana)
  await deposits.giveUp(ana)
  await deposits.press(data.transactionId, 'pay')
  await expect.poll(moved).toEqual([-100_00, 0, 100_00])
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  return { ana, ref, moved }
}

test('money in suspense that is refunded leaves it, and comes back to it when the refund fails', async () => {
  const { ref, moved } = await aSuspended()
  await happens(ref, 'refund')
  await expect.poll(moved).toEqual([0, 0, 0])
  await happens(ref, 'fail-refund')
  await expect.poll(moved).toEqual([-100_00, 0, 100_00])
})

test('money in suspense that is disputed is away, then gone, and back when the dispute is won after all', async () => {
  const { ref, moved } = await aSuspended()
  await happens(ref, 'dispute')
  await expect.poll(moved).toEqual([0, -100_00, 100_00])
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([0, 0, 0])
  await happens(ref, 'win')
  await expect.poll(moved).toEqual([-100_00, 0, 100_00])
})

test('news of a loss that is booked only after the win takes nothing out of suspense again', async () => {
  const { ref, moved } = await aSuspended()
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await expect.poll(moved).toEqual([0, 0, 0])
  await outrunByAWin(ref, () => expect.poll(moved).toEqual([-100_00, 0, 100_00]))
  expect(await moved()).toEqual([-100_00, 0, 100_00])
})

test('a payment that waits for a person and is refunded whole ends, and says so', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const moved = await watched(ana, 'settlement:card', 'suspense:unmatched')
  const { data } = await deposits.start(ana)
  await app.control('POST', '/faults', { provider: 'card', fault: 'dropWebhook', times: 9 })
  await deposits.press(data.transactionId, 'pay')
  await app.control('DELETE', '/faults')
  const [payment] = await deposits.paymentsOf(ana)
  const paid = await cardRail.readObject(app.services, payment?.provider_id ?? '')
  const known = payment && (await findPayment(app.services.db, { ownerId: ana.id, ref: payment.ref }))
  if (!known || !paid) throw new Error('a deposit that was paid is known')
  await settlePayin(app.services, cardRail, known, { ...paid, ref: newId() })
  expect(await moved()).toEqual([-100_00, 100_00])
  await happens(known.ref, 'refund')
  await expect.poll(moved).toEqual([0, 0])
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'returned' })
})

/** Paid and disputed, and neither is heard of but by the event that is kept here; until `services` are the app's, nothing can be credited. */
const aDisputeBeforeItsPayment = async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await app.control('POST', '/faults', { provider: 'card', fault: 'dropWebhook', times: 9 })
  await deposits.press(data.transactionId, 'pay')
  const [payment] = await deposits.paymentsOf(ana)
  await happens(payment?.ref ?? '', 'dispute')
  await app.control('DELETE', '/faults')
  const paid = await cardRail.readObject(app.services, payment?.provider_id ?? '')
  const [eventId, objectId, type] = [`evt_${newId()}`, paid?.paymentId ?? '', 'charge.dispute.created']
  const kept = { provider: 'stripe', event_id: eventId, type, object_id: objectId }
  await app.services.db.insertInto('webhook_events').values(kept).execute()
  const { ledger } = app.services
  const post: typeof ledger.post = async () => ({
    accepted: false,
    replayed: false,
    refusal: { code: 'accountRestricted' },
  })
  return {
    ana,
    ref: payment?.ref ?? '',
    event: { provider: 'stripe', eventId, objectId, type },
    refusing: { ...app.services, ledger: { ...ledger, post } },
    outcome: async () => (await keptEvents(app)).find(({ id }) => id === eventId)?.outcome,
  }
}

test('a dispute that is heard of before its payment can be booked is looked at again, and sets aside what is credited then', async () => {
  const { ana, event, refusing, outcome } = await aDisputeBeforeItsPayment()
  await expect(settleCardEvent(refusing, event)).rejects.toThrow('not booked yet')
  expect(await outcome()).toBeNull()
  await settleCardEvent(app.services, event)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 100_00n, heldCents: 100_00n })
  expect(await outcome()).toBe('done')
})

test('a dispute of a payment that has ended and was never booked is not waited for', async () => {
  const { ana, ref, event, refusing, outcome } = await aDisputeBeforeItsPayment()
  const ended = app.services.db.updateTable('provider_operations').set({ state: 'failed' })
  await ended.where('owner_id', '=', ana.id).where('ref', '=', ref).execute()
  await settleCardEvent(refusing, event)
  expect(await outcome()).toBe('done')
})

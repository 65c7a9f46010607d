import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
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
  await withBalance(app.services, ana, -30_00)
  const [owed, rail] = [await deposits.houseOf('receivable:user', ana), await deposits.houseOf('settlement:card', ana)]
  await happens(ref, 'dispute')
  await eventually(ana, { balanceCents: 70_00n, heldCents: 70_00n })
  expect((await rowsOf(ana))[0]).toMatchObject({
    type: 'reversal',
    state: 'ON HOLD',
    holdReason: 'underReview',
    amount: 70_00,
    linkedId: transactionId,
    cancellable: false,
  })
  await happens(ref, 'lose')
  await eventually(ana, { balanceCents: 0n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'reversal', state: 'COMPLETED', amount: 70_00, balance: 0 })
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
  const { ana, ref } = await aDeposit()
  await happens(ref, 'fraud-warning')
  await eventually(ana, { heldCents: 100_00n })
  await happens(ref, 'dispute', { amountCents: 40_00 })
  await eventually(ana, { balanceCents: 100_00n, heldCents: 40_00n })
  expect((await rowsOf(ana)).slice(0, 2)).toMatchObject([
    { type: 'reversal', state: 'ON HOLD', amount: 40_00 },
    { type: 'reversal', state: 'CANCELLED', amount: 100_00 },
  ])
  await happens(ref, 'lose')
  await eventually(ana, { balanceCents: 60_00n, heldCents: 0n })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'reversal', state: 'COMPLETED', amount: 40_00, balance: 60_00 })
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

test('a refund that fails after it was booked comes back by a journal of its own, to suspense, once', async () => {
  const { ana, ref } = await aDeposit()
  const accounts = ['settlement:card', 'suspense:unmatched', 'receivable:user']
  const before = await Promise.all(accounts.map((account) => deposits.houseOf(account, ana)))
  const moved = async () =>
    Promise.all(accounts.map(async (account, at) => (await deposits.houseOf(account, ana)) - (before[at] ?? 0)))
  await happens(ref, 'refund')
  await eventually(ana, { balanceCents: 0n })
  expect(await moved()).toEqual([100_00, 0, 0])
  await happens(ref, 'fail-refund')
  await expect
    .poll(async () => {
      await app.runJobs()
      return moved()
    })
    .toEqual([0, 100_00, 0])
  await app.runJobs()
  expect(await moved()).toEqual([0, 100_00, 0])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 0n, heldCents: 0n })
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
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  const body = { toUser: ben.userId, amount: 100_00, currency: 'USD' } as const
  const { data } = await app.call('startCheckout', body, { key: newId(), headers: await deposits.headersOf(ana) })
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  await withBalance(app.services, ben, -60_00)
  const owed = await deposits.houseOf('receivable:user', ana)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await eventually(ben, { balanceCents: 0n, heldCents: 0n })
  await expect.poll(async () => (await deposits.houseOf('receivable:user', ana)) - owed).toBe(-60_00)
  expect(await deposits.balanceOf(ana)).toBe(0)
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
  await expect.poll(moved).toEqual([53_20, 0, 0, -3_20, 50_00])
  await happens(ref, 'win')
  await expect.poll(moved).toEqual([0, 0, 0, 0, 50_00])
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 50_00n, heldCents: 0n })
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

test('two events of one payment are worked off one after the other, however many work', async () => {
  const { ana, ref } = await aDeposit()
  const { card } = app.services
  const waiting = async () => (await keptEvents(app)).filter(({ outcome }) => outcome === null).length
  let [underWay, most, calls] = [0, 0, 0]
  app.services.card = {
    ...card,
    listReturns: async (...asked) => {
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

import { beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

test('a deposit leads to the card page and is in the balance once the page was paid; the first is free of fee', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const answer = await deposits.start(ana)
  expect(answer).toMatchObject({ status: 200, data: { tipo: 'redirect', fee: 0, totalCharge: 100_00 } })
  expect(answer.data.url).toContain('/card/pay/')
  expect(await deposits.rowOf(ana, answer.data.transactionId)).toMatchObject({
    type: 'deposit',
    state: 'PENDING',
    method: 'card',
    balance: null,
    from: null,
    to: ana.userId,
    sendSessionId: answer.data.sendSessionId,
  })
  expect(await deposits.sessionOf(ana, answer.data.sendSessionId)).toMatchObject({ next: 'pay', url: answer.data.url })

  await deposits.press(answer.data.transactionId, 'pay')
  expect(await deposits.settled(ana, answer.data.transactionId)).toMatchObject({
    state: 'COMPLETED',
    balance: 100_00,
    amount: 100_00,
  })
  expect(await deposits.sessionOf(ana, answer.data.sendSessionId)).toMatchObject({
    next: 'done',
    url: null,
    state: 'COMPLETED',
  })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('the fourth deposit pays its fee: the card pays amount and fee, the wallet gets the amount', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  for (const turn of [1, 2, 3, 4]) {
    const [promotion, fees, card] = [
      await deposits.houseOf('expense:promotion', ana),
      await deposits.houseOf('income:fees', ana),
      await deposits.houseOf('settlement:card', ana),
    ]
    const { data } = await deposits.start(ana)
    expect(data).toMatchObject(turn < 4 ? { fee: 0, totalCharge: 100_00 } : { fee: 3_20, totalCharge: 103_20 })
    await deposits.press(data.transactionId, 'pay')
    await deposits.settled(ana, data.transactionId)
    expect((await deposits.houseOf('income:fees', ana)) - fees).toBe(3_20)
    expect((await deposits.houseOf('expense:promotion', ana)) - promotion).toBe(turn < 4 ? -3_20 : 0)
    expect((await deposits.houseOf('settlement:card', ana)) - card).toBe(turn < 4 ? -100_00 : -103_20)
  }
  expect(await deposits.balanceOf(ana)).toBe(400_00)
})

test('GL-25: after a decline another attempt runs under the same send session, and the two charge once', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const first = await deposits.start(ana)
  await deposits.press(first.data.transactionId, 'decline')
  expect(await deposits.sessionOf(ana, first.data.sendSessionId)).toMatchObject({
    next: 'retryOrFinish',
    state: 'PENDING',
  })
  const second = await deposits.start(ana, { sendSessionId: first.data.sendSessionId })
  expect(second.data).toMatchObject({ tipo: 'redirect', sendSessionId: first.data.sendSessionId, fee: 0 })
  expect(second.data.transactionId).not.toBe(first.data.transactionId)
  expect(await deposits.rowOf(ana, first.data.transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'triedAgain',
    laterAttempt: { id: second.data.transactionId, state: 'PENDING' },
  })
  await expect(deposits.press(first.data.transactionId, 'pay')).rejects.toThrow('409')
  await deposits.press(second.data.transactionId, 'pay')
  await deposits.settled(ana, second.data.transactionId)
  expect(await deposits.balanceOf(ana)).toBe(100_00)
  expect(await deposits.chargesOf(second.data.transactionId)).toBe(1)
  expect(await deposits.rowOf(ana, first.data.transactionId)).toMatchObject({
    laterAttempt: { id: second.data.transactionId, state: 'COMPLETED' },
  })
  expect(await deposits.rowOf(ana, second.data.transactionId)).not.toHaveProperty('laterAttempt')
})

test('a declined card shows in the row and on open screens, once, without a call that asks about the payment', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'decline')
  await deposits.sweep(ana)
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING', declined: true, version: 2 })
  const told = async () => {
    const { events } = (await app.call('livePoll', { after: '0' }, { headers: await deposits.headersOf(ana) })).data
    return events.filter(({ event }) => event === 'transaction').map((one) => one.data)
  }
  const id = data.transactionId
  expect(await told()).toEqual([
    { id, version: 1 },
    { id, version: 2 },
  ])
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED', declined: false })
})

test('an attempt whose page was only left ends as tried again when another one takes over its session', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const again = await deposits.start(ana, { sendSessionId: data.sendSessionId })
  expect(again).toMatchObject({ status: 200, data: { tipo: 'redirect', sendSessionId: data.sendSessionId } })
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'triedAgain',
  })
})

test('a repeat that comes beside its own call does not close what that call has made', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const key = newId()
  const again = await deposits.start(ana, { sendSessionId: data.sendSessionId }, key)
  const { ledger } = app.services
  // As if this repeat had asked for its key before the call beside it was stored.
  const areKeysTaken = vi.spyOn(ledger, 'areKeysTaken').mockImplementationOnce(async (keys) => keys.map(() => false))
  const repeat = await deposits.start(ana, { sendSessionId: data.sendSessionId }, key)
  areKeysTaken.mockRestore()
  expect(repeat).toMatchObject({ status: 200, data: { transactionId: again.data.transactionId } })
  expect(await deposits.rowOf(ana, again.data.transactionId)).toMatchObject({ state: 'PENDING' })
})

test('a deposit cancelled while its page is being opened does not lead to a closed page', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { card } = app.services
  app.services.card = {
    ...card,
    checkout: async (...asked) => {
      const page = await card.checkout(...asked)
      await deposits.giveUp(ana)
      return page
    },
  }
  const { data } = await deposits.start(ana)
  app.services.card = card
  expect(data).toMatchObject({ tipo: 'processing' })
  expect(data.url).toBeUndefined()
})

test('a retry of a page that was paid after all answers completed and starts nothing', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const first = await deposits.start(ana)
  await deposits.fault('dropWebhook', { times: 20 })
  await deposits.press(first.data.transactionId, 'pay')
  const key = newId()
  const second = await deposits.start(ana, { sendSessionId: first.data.sendSessionId }, key)
  expect(second.data).toMatchObject({ tipo: 'completed', transactionId: first.data.transactionId })
  expect((await deposits.start(ana, { sendSessionId: first.data.sendSessionId }, key)).data).toEqual(second.data)
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('a cancelled deposit closes its page and gives back the free place and the limit', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const freeLeft = async () =>
    (
      await app.call(
        'feeAmount',
        { amount: 10_00, opFee: 'stripe', deposit: true },
        { headers: await deposits.headersOf(ana) },
      )
    ).data.freeLeft
  const { data } = await deposits.start(ana, { amount: 1000_00 })
  expect(await freeLeft()).toBe(2)
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ status: 200, data: { state: 'CANCELLED' } })
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({
    cancelReason: 'cancelledByUser',
    balance: null,
  })
  expect(await freeLeft()).toBe(3)
  await expect(deposits.press(data.transactionId, 'pay')).rejects.toThrow('409')
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ status: 404, code: 'invalidTransactionId' })
  const rows = (await app.call('limits', undefined, { headers: await deposits.headersOf(ana) })).data.rows
  expect(rows.find(({ row }) => row === 'L-16')?.usedCents).toBe(0)
})

test('a deposit that was paid in the moment of cancelling completes', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.fault('dropWebhook', { times: 20 })
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ data: { state: 'COMPLETED' } })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('a page that expires ends the payment as expired and lets the person try again', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'expire')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  expect(await deposits.sessionOf(ana, data.sendSessionId)).toMatchObject({ next: 'retryOrFinish' })
})

test("a key chosen to look like one of the product's own keeps nothing from happening", async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  const { ref = '' } = (await deposits.paymentsOf(ana))[0] ?? {}
  for (const key of [`deposit-end:${ref}`, `deposit-hold:${ref}`])
    expect(await deposits.start(ana, { amount: 5_00 }, key)).toMatchObject({ status: 200 })
  expect(await deposits.cancel(ana, data.transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
})

test('two retries at once leave one page that can be paid', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const first = await deposits.start(ana)
  await deposits.press(first.data.transactionId, 'decline')
  const { sendSessionId } = first.data
  const answers = await Promise.all([deposits.start(ana, { sendSessionId }), deposits.start(ana, { sendSessionId })])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  for (const { code, details } of answers.filter(({ status }) => status !== 200))
    expect({ code, details }).toMatchObject({ code: 'serviceUnavailable', details: { reason: 'anotherAttempt' } })
  const open = (await deposits.paymentsOf(ana)).filter(({ state }) => state === 'awaitingPayment')
  expect(open).toHaveLength(1)
})

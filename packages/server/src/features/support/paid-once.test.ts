/** Money in question is with its owner once: it is returned, or it is credited. */
import { type Output, transactionId, uuidOf } from '@puente/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { settlePayoutEvent } from '#features/withdrawals/settle-payout-event.ts'
import { PAYPAL } from '#features/withdrawals/paypal-rail.ts'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import { momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { scriptedPayouts } from '#test/payouts.ts'
import { appOfFile } from '#test/suite.ts'
import { supportOrdersIn } from '#test/support-orders.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'
import { type DisputeAct, moveDisputeMoney } from './decide-dispute.ts'
import { endComeBack } from './end-come-back.ts'
import { runDisputes } from './run-disputes.ts'

const app = appOfFile()
const [deposits, withdrawals, orders] = [depositsIn(app), withdrawalsIn(app), supportOrdersIn(app)]
afterEach(() => vi.restoreAllMocks())

const headersOf = (user: TestUser) => signedIn(app.services, user)
const balanceOf = async ({ id }: TestUser) =>
  Number((await app.services.ledger.balance({ ownerId: id, account: 'wallet' })).balanceCents)
const clockTo = (day: string) =>
  app.clock.advance(Math.max(0, momentInNewYork(day, '12:01').getTime() - app.clock.now().getTime()))
const alerts = () => {
  const said: string[] = []
  vi.spyOn(app.services.log, 'error').mockImplementation(((_: unknown, message: string) => said.push(message)) as never)
  return said
}
const happens = (ref: string, action: string) => app.control('POST', `/card/payments/${ref}/${action}`)

type Shown = Output<'getDispute'>
/** Reports a transaction, and what is done about the report: under its bare id, by operators' decision as it is carried out. */
const report = async (user: TestUser, id: string, kind = 'unauthorised') => {
  const body = { transactionId: id, kind, description: 'This is wrong' }
  const { data } = await app.call('createDispute', body as never, { headers: await headersOf(user) })
  const ref = { ownerId: user.id, disputeId: uuidOf(data.id, 'dsp') ?? '' }
  return {
    answerBy: data.answerBy as string,
    id: ref.disputeId,
    ref,
    now: async (): Promise<Shown> =>
      (await app.call('getDispute', { disputeId: data.id } as never, { headers: await headersOf(user) })).data,
    carriedOut: (act: DisputeAct) =>
      moveDisputeMoney(app.services, ref, act, { operator: 'otto', orderId: newId(), creditCents: null }),
  }
}

/** What two operators cannot do, neither proposing it now nor having proposed it before. */
const refused = async (dispute: Awaited<ReturnType<typeof report>>, as: string, words: RegExp) => {
  for (const act of ['credit', 'resolveFor'] as const) {
    expect(await dispute.carriedOut(act)).toBe(as)
    await expect(orders.place({ act, id: dispute.id, text: 'an answer' })).rejects.toThrow(words)
  }
}

// What is paid by card comes first: its pages are gone once the clock has gone on.

/** Ana adds $100.00 by card, and spends it. */
const aSpentDeposit = async () => {
  const ana = await aVerifiedUser(app.services)
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  await withBalance(app.services, ana, -100_00)
  return { ana, id: data.transactionId, ref: deposits.refOf(data.transactionId) }
}

test('a deposit that its card took back after it was spent is not credited, though no row shows that it went back', async () => {
  const { ana, id, ref } = await aSpentDeposit()
  const dispute = await report(ana, id, 'wrongAmount')
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await expect
    .poll(async () => {
      await app.runJobs()
      return (await dispute.now()).version
    })
    .toBe(2)
  expect(await dispute.carriedOut('credit')).toBe('cameBack')
  expect(await dispute.carriedOut('resolveFor')).toBe('cameBack')
  expect(await balanceOf(ana)).toBe(0)
})

/** Ana pays Ben $100.00 by card. */
const aCardSend = async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  const body = { toUser: ben.userId, amount: 100_00, currency: 'USD' } as const
  const { data } = await app.call('startCheckout', body, { headers: await headersOf(ana), key: newId() })
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const steps = async () => (await deposits.rowOf(ana, data.transactionId)).timeline.map(({ step }) => step)
  const until = (step: string) =>
    expect
      .poll(async () => {
        await app.runJobs()
        return steps()
      })
      .toContain(step)
  return { ana, ben, id: data.transactionId, ref: deposits.refOf(data.transactionId), until }
}

test('what a card’s bank looks into is not credited while it does, is once it stays, and the credit ends when the bank pays it back', async () => {
  const { ana, id, ref, until } = await aCardSend()
  const dispute = await report(ana, id)
  await happens(ref, 'dispute')
  await until('contested')
  await refused(dispute, 'cameBack', /came back, or may/)
  await happens(ref, 'win')
  await until('kept')
  expect(await orders.run({ act: 'credit', id: dispute.id })).toBe('done')
  expect(await balanceOf(ana)).toBe(100_00)
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  await until('chargedBack')
  await app.runJobs()
  const { state, credit } = await dispute.now()
  expect([state, credit?.state]).toEqual(['cameBack', 'toTakeBack'])
  const said = alerts()
  await happens(ref, 'win')
  await expect
    .poll(async () => {
      await app.runJobs()
      return said
    })
    .toContain('money that had come back for a dispute is gone again')
})

test('what a card’s bank took from the receiver is credited once: not beside what it gives back on appeal', async () => {
  for (const isCreditedFirst of [true, false]) {
    const { ben, ref, until } = await aCardSend()
    await happens(ref, 'dispute')
    await happens(ref, 'lose')
    await until('chargedBack')
    const [taken] = await withdrawals.rowsOf(ben)
    expect(taken).toMatchObject({ type: 'reversal', state: 'COMPLETED', amount: 100_00 })
    const dispute = await report(ben, taken?.id ?? '')
    if (isCreditedFirst) expect(await orders.run({ act: 'credit', id: dispute.id })).toBe('done')
    await happens(ref, 'win')
    await until('kept')
    await app.runJobs()
    if (isCreditedFirst) {
      const { state, credit } = await dispute.now()
      expect([state, credit?.state]).toEqual(['cameBack', 'toTakeBack'])
    } else expect(await dispute.carriedOut('credit')).toBe('cameBack')
    expect(await balanceOf(ben)).toBe(isCreditedFirst ? 200_00 : 100_00)
  }
})

test('where a provider took money of one payment twice, and restores one, operators are alarmed: nothing keeps that from being credited', async () => {
  const { ben, ref } = await aCardSend()
  const reversals = () => withdrawals.rowsOf(ben).then((rows) => rows.filter(({ type }) => type === 'reversal'))
  const cents = [40_00, 60_00]
  for (const [at, amountCents] of cents.entries()) {
    await app.control('POST', `/card/payments/${ref}/dispute`, { amountCents })
    await happens(ref, 'lose')
    await expect
      .poll(async () => {
        await app.runJobs()
        return (await reversals()).filter(({ state }) => state === 'COMPLETED').length
      })
      .toBe(at + 1)
  }
  for (const { id } of await reversals()) await report(ben, id)
  const said = alerts()
  await happens(ref, 'win')
  await expect
    .poll(async () => {
      await app.runJobs()
      return said
    })
    .toEqual(['money came back for a dispute that can still be credited'])
})

/** Ana came to owe $100.00 for a deposit that her card took back, and paid it with what Ben sent. */
const aPaidDebt = async () => {
  const { ana, ref } = await aSpentDeposit()
  await happens(ref, 'dispute')
  await happens(ref, 'lose')
  const paid = () => withdrawals.rowsOf(ana).then((rows) => rows.find(({ debtStep }) => debtStep === 'paid'))
  const eventually = (balance: number) =>
    expect
      .poll(async () => {
        await app.runJobs()
        return [await balanceOf(ana), (await paid())?.amount]
      })
      .toEqual([balance, 100_00])
  const ben = await aVerifiedUser(app.services)
  await withBalance(app.services, ben, 100_00)
  await expect
    .poll(async () => {
      await app.runJobs()
      return (await app.call('wallet', undefined, { headers: await headersOf(ana) })).data
    })
    .toHaveProperty('owed')
  const body = { toUser: ana.userId, amount: 100_00, currency: 'USD' } as const
  await app.call('sendInApp', body, { headers: await headersOf(ben), key: newId() })
  await eventually(0)
  /** The card's bank decides for us after all. */
  const givenBack = async (balance = 200_00) => {
    await happens(ref, 'win')
    await eventually(balance)
  }
  return { ana, paid: { id: (await paid())?.id ?? '' }, givenBack }
}

test('a debt that turns out not to be one is given back automatically, with an alarm where its payment was credited', async () => {
  const { ana, paid, givenBack } = await aPaidDebt()
  const dispute = await report(ana, paid.id)
  expect(await orders.run({ act: 'credit', id: dispute.id })).toBe('done')
  const said = alerts()
  await givenBack()
  expect(said).toContain('a debt is given back, and a dispute has credited what was paid on it')
})

test('the payment of a debt that was given back is not credited besides, nor by what was decided before', async () => {
  const { ana, paid, givenBack } = await aPaidDebt()
  const dispute = await report(ana, paid.id)
  const { version } = await dispute.now()
  await givenBack(100_00)
  expect((await dispute.now()).version).toBe(version + 1)
  for (const act of ['credit', 'resolveFor'] as const) {
    expect(await dispute.carriedOut(act)).toBe('cameBack')
    expect(await orders.run({ act, id: dispute.id, text: 'an answer' })).toBe('cameBack')
  }
  expect(await balanceOf(ana)).toBe(100_00)
})

test('nothing is credited for a send that waits, neither automatically nor by operators; its own end settles it', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aUser(app.services, { tier: 0 })]
  await withBalance(app.services, ana, 800_00)
  await withBalance(app.services, ben, 900_00)
  const body = { toUser: ben.userId, amount: 200_00, currency: 'USD' } as const
  const { data } = await app.call('sendInApp', body, { headers: await headersOf(ana), key: newId() })
  expect(data.state).toBe('ON HOLD')
  const dispute = await report(ana, data.transactionId)
  expect(await dispute.now()).toMatchObject({ creditDue: true, automaticCredit: false })
  await refused(dispute, 'underWay', /under way/)
  const said = alerts()
  clockTo(dispute.answerBy)
  await runDisputes(app.services)
  expect(said).toContain('a dispute could not be credited: people have to decide')
  // It goes back in the same moment as it would be credited.
  const [, ...outcomes] = await Promise.all([
    sweepPayments(app.services),
    dispute.carriedOut('credit'),
    dispute.carriedOut('resolveFor'),
  ])
  for (const outcome of outcomes) expect(outcome).toMatch(/underWay|nothingMoved/)
  expect(await balanceOf(ana)).toBe(800_00)
  await refused(dispute, 'nothingMoved', /was canceled/)
  expect(await dispute.now()).toMatchObject({ state: 'opened', credit: null })
})

const aWithdrawal = async () => {
  const payouts = scriptedPayouts()
  app.services.payouts = { ...app.services.payouts, paypal: payouts }
  const ana = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(ana)
  await app.runJobs()
  const comes = async (outcome: 'settled' | 'returned' | 'failed') => {
    payouts.say(ref, { outcome })
    const event = { provider: 'paypal', eventId: newId(), objectId: `item_${ref}`, type: 'said' } as const
    await settlePayoutEvent(app.services, PAYPAL, event)
  }
  return { ana, ref, id: transactionId(ref), comes }
}

test('a withdrawal that is under way is not credited; once it has arrived, operators can', async () => {
  const lost = await aWithdrawal()
  const dispute = await report(lost.ana, lost.id)
  await refused(dispute, 'underWay', /under way/)
  await lost.comes('failed')
  await refused(dispute, 'nothingMoved', /was canceled/)
  expect(await balanceOf(lost.ana)).toBe(1_000_00)
  const other = await aWithdrawal()
  const late = await report(other.ana, other.id)
  await other.comes('settled')
  expect(await orders.run({ act: 'credit', id: late.id })).toBe('done')
  expect(await balanceOf(other.ana)).toBe(1_000_00)
})

test('a withdrawal that comes back beside its credit leaves its owner the money once, whichever is first', async () => {
  for (const act of ['credit', 'resolveFor', 'credit'] as const) {
    const { ana, id, comes } = await aWithdrawal()
    await comes('settled')
    const dispute = await report(ana, id)
    const said = alerts()
    const [, outcome] = await Promise.all([comes('returned'), dispute.carriedOut(act)])
    await app.runJobs()
    const { state, credit } = await dispute.now()
    if (outcome === 'cameBack') expect([state, credit, await balanceOf(ana)]).toEqual(['opened', null, 1_000_00])
    else if (act === 'credit') expect([state, credit?.state]).toEqual(['cameBack', 'toTakeBack'])
    else expect(said).toContain('money came back for a dispute that was decided for its owner')
    if (credit?.state === 'toTakeBack') {
      clockTo(credit.takeBackOn ?? '')
      await runDisputes(app.services)
      expect(await balanceOf(ana)).toBe(1_000_00)
    }
    vi.restoreAllMocks()
  }
})

test('a credit that was decided before money came back is decided again once that is known', async () => {
  const { ana, id, ref, comes } = await aWithdrawal()
  await comes('settled')
  const dispute = await report(ana, id)
  const { version } = await dispute.now()
  await endComeBack(app.services, { ownerId: ana.id, id: ref, cents: 103_00 })
  expect(await dispute.now()).toMatchObject({ state: 'opened', credit: null, version: version + 1 })
})

test('what comes back once the account is closed alarms of a credit that is final, and is not credited again', async () => {
  for (const isDecided of [true, false]) {
    const { ana, id, comes } = await aWithdrawal()
    await comes('settled')
    const dispute = await report(ana, id)
    if (isDecided) expect(await dispute.carriedOut('resolveFor')).toBe('done')
    await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', ana.id).execute()
    const said = alerts()
    await comes('returned')
    await app.runJobs()
    expect(said.includes('money came back for a dispute that was decided for its owner')).toBe(isDecided)
    if (!isDecided) expect(await dispute.carriedOut('resolveFor')).toBe('cameBack')
    vi.restoreAllMocks()
  }
})

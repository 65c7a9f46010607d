import { uuidOf } from '@puente/contract'
import { expect, test } from 'vitest'
import { claimOf, releaseClaim } from '#features/accounts/index.ts'
import { catchUp as tellOfMovements } from '#features/notifications/follow-movements.ts'
import { checkMovements } from '#features/operations/invariants-store.ts'
import { forMovements, listNewestMovements } from '#features/wallet/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isFederalHoliday, newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { newId } from '#platform/ids.ts'
import { bankIn } from '#test/bank.ts'
import { depositsIn } from '#test/deposits.ts'
import { type TestUser, withBalance } from '#test/factories.ts'
import { kycIn } from '#test/kyc.ts'
import { payablesIn } from '#test/payables.ts'
import { rewardsIn } from '#test/rewards.ts'
import { appOfFile } from '#test/suite.ts'
import { countMovements, countTakenBack } from './count-movements.ts'
import { countVerified } from './count-verified.ts'
import { catchUp, followRewards } from './follow-rewards.ts'
import { postLine } from './post-line.ts'

const DAY_MS = 86_400_000

const app = appOfFile()
const world = rewardsIn(app)
const bank = bankIn(app)
const deposits = depositsIn(app)
const kyc = kycIn(app)
const payables = payablesIn(app)
const { someone, send, settle, today, summaryOf, historyOf } = world
const people = (count: number, cents = 0) => Promise.all(Array.from({ length: count }, () => someone(cents)))
const ruleOf = async (user: TestUser, rule: string) => (await summaryOf(user)).rules.find((one) => one.rule === rule)
/** Withdraws $100 to PayPal, where it arrives. Answers with its bare id. */
const withdrawToPaypal = async (user: TestUser): Promise<string> => {
  const payout = { email: `${newId()}@example.com`, fullName: user.fullName, amount: 100_00, currency: 'USD' }
  await app.control('POST', '/paypal/payouts/next', { outcome: 'wait', match: payout.email })
  const { data } = await payables.call(user, 'withdrawPaypal', payout)
  const ref = bank.refOf((data as { transactionId: string }).transactionId)
  await app.runJobs()
  await app.control('POST', `/paypal/payouts/${ref}/succeed`)
  await bank.sweep(user)
  return ref
}
/** What a person was told of their rewards: in which way, of which transaction and amount. */
const noticesOf = async (user: TestUser) => {
  await tellOfMovements(app.services)
  const { items } = (await app.call('listNotifications', { limit: '50' } as never, await world.as(user))).data
  return items
    .filter(({ kind }) => kind === 'reward')
    .map(({ variant, objectType, objectId, params }) => [variant, objectType, objectId, params['amount']])
}
/** The screen, the ledger and the list say the same. */
const expectAgreed = async (user: TestUser, cents: number) => {
  expect(await world.entriesOf(user)).toBe(cents)
  const { paid, rules } = await summaryOf(user)
  expect([paid, rules.reduce((sum, one) => sum + one.paid, 0)]).toEqual([cents, cents])
}

test('C-21 25 cents at the 10th and 20th in-app send that counts, once, however many workers hear of it at once; what is small, for the same person, or comes back does not count', async () => {
  const [ana, friends] = [await someone(900_00), await people(20)]
  const [first, second] = friends as [TestUser, TestUser]
  for (const friend of friends.slice(0, 9)) await send(ana, friend, 5_00)
  const refusedIds = [await send(ana, first, 6_00), await send(ana, friends[12] as TestUser, 4_99)]
  await settle()
  expect(await ruleOf(ana, 'inAppSends')).toMatchObject({ counted: 9, refused: 2, paid: 0 })
  const reasons = (await historyOf(ana)).filter(({ state }) => state === 'refused')
  expect(new Map(reasons.map(({ transactionId, reason }) => [transactionId, reason]))).toEqual(
    new Map([
      [refusedIds[0], 'sameDay'],
      [refusedIds[1], 'belowFloor'],
    ]),
  )
  await Promise.all(friends.slice(9, 12).map((friend) => send(ana, friend, 5_00)))
  const heard = [ana.id, ana.id]
  await Promise.all([
    followRewards(app.services, heard, false),
    followRewards(app.services, heard, true),
    catchUp(app.services),
  ])
  await Promise.all([postLine(app.services), postLine(app.services), app.runJobs()])
  await expectAgreed(ana, today(25))
  const [paid] = (await app.call('listTransactions', { type: 'reward' } as never, await world.as(ana))).data.items
  expect(paid).toMatchObject({ type: 'reward', state: 'COMPLETED', amount: today(25), method: 'wallet' })
  expect(await noticesOf(ana)).toEqual([['paid', 'transaction', paid?.id, today(25)]])
  for (const friend of friends.slice(12)) await send(ana, friend, 5_00)
  await settle()
  await expectAgreed(ana, 2 * today(25))
  // One of the ten comes back: the reward that it was used for is taken back, and the others count again.
  await send(second, ana, 5_00)
  await settle()
  await expectAgreed(ana, today(25))
  expect(await ruleOf(ana, 'inAppSends')).toMatchObject({ counted: 9 })
  expect(await world.entriesOf(second)).toBe(0)
  // The money that people begin with has no row in these tests.
  const broken = (await checkMovements(app.services.db.pool)).map(({ invariant }) => invariant)
  expect(broken).not.toContain('every movement has a line in the audit trail')
})

test('money that comes back over a third person counts for none of the three', async () => {
  const [ana, bea, caro] = await Promise.all([someone(100_00), someone(100_00), someone(100_00)])
  await send(ana, bea, 20_00)
  await settle()
  expect(await ruleOf(ana, 'inAppSends')).toMatchObject({ counted: 1 })
  await send(bea, caro, 20_00)
  await send(caro, ana, 20_00)
  await settle()
  for (const user of [ana, bea, caro])
    expect((await historyOf(user)).map(({ rule, reason }) => [rule, reason])).toEqual([['inAppSends', 'roundTrip']])
})

test('a reward that comes back is taken from the wallet as far as it reaches, and later rewards pay for the rest', async () => {
  const [ana, shops] = [await someone(), await people(10)]
  const sale = (shop: TestUser) =>
    world.complete(ana, { type: 'invoice', method: 'wallet', direction: 1, counterpart: world.counterpart(shop) })
  const ids: string[] = []
  for (const shop of shops.slice(0, 5)) ids.push(await sale(shop))
  await settle()
  await expectAgreed(ana, today(10))
  await withBalance(app.services, ana, BigInt(-(await world.balanceOf(ana)) + 3))
  await countTakenBack(app.services, ana.id, ids[0] ?? '')
  await settle()
  expect([await world.balanceOf(ana), await world.entriesOf(ana)]).toEqual([0, today(10) - 3])
  expect(await summaryOf(ana)).toMatchObject({ owed: today(10) - 3, paid: today(10) - 3 })
  const back = (await historyOf(ana)).find(({ state }) => state === 'clawedBack')
  expect(back).toMatchObject({ amount: today(10), madeUp: today(10) - 3, owedAgain: 0 })
  const last = await sale(shops[5]!)
  await settle()
  // Four of before and the new one: a reward again, and all but three cents of it is owed.
  await expectAgreed(ana, today(10))
  expect(await summaryOf(ana)).toMatchObject({ owed: 0 })
  await countTakenBack(app.services, ana.id, last)
  await settle()
  const again = (await historyOf(ana)).filter(({ state }) => state === 'clawedBack')
  expect(again).toContainEqual(expect.objectContaining({ amount: today(10), madeUp: 0, owedAgain: today(10) - 3 }))
  expect(await summaryOf(ana)).toMatchObject({ owed: today(10) - 3 })
})

test('a reward that comes back when the balance is empty says so on the row that paid it and in the history, with a notice', async () => {
  const [ana, shops] = [await someone(), await people(5)]
  const sale = (shop: TestUser) =>
    world.complete(ana, { type: 'invoice', method: 'wallet', direction: 1, counterpart: world.counterpart(shop) })
  const ids: string[] = []
  for (const shop of shops) ids.push(await sale(shop))
  await settle()
  await withBalance(app.services, ana, BigInt(-(await world.balanceOf(ana))))
  await countTakenBack(app.services, ana.id, ids[0] ?? '')
  await settle()
  const { items } = (await app.call('listTransactions', { type: 'reward' } as never, await world.as(ana))).data
  expect(items).toMatchObject([{ state: 'COMPLETED', amount: today(10), returnStep: 'takenBack' }])
  expect(items[0]?.timeline.at(-1)).toMatchObject({ step: 'takenBack', amount: 0 })
  const back = (await historyOf(ana)).find(({ state }) => state === 'clawedBack')
  expect(back).toMatchObject({ amount: today(10), madeUp: today(10), reason: 'reversed' })
  expect(await noticesOf(ana)).toContainEqual(['voided', 'transaction', items[0]?.id, today(10)])
  expect(await world.entriesOf(ana)).toBe(today(10))
})

test('C-22 10 cents at each 5th invoice that is paid to the user', async () => {
  const [ana, shops] = [await someone(), await people(10, 50_00)]
  const sell = async (shop: TestUser) => {
    const invoice = { toUser: shop.userId, type: 'custom', amount: 50_00, currency: 'USD', note: 'Bread' }
    const { invoiceId } = (await payables.call(ana, 'createInvoice', invoice)).data as { invoiceId: string }
    const paid = await payables.call(shop, 'payInvoice', { invoiceId, payMethod: 'wallet' })
    expect(paid.status).toBe(200)
  }
  for (const shop of shops.slice(0, 9)) await sell(shop)
  await settle()
  await expectAgreed(ana, today(10))
  expect(await ruleOf(ana, 'sales')).toMatchObject({ counted: 4, every: 5 })
  await sell(shops[9] as TestUser)
  await settle()
  await expectAgreed(ana, 2 * today(10))
})

test('C-20 10 cents for each withdrawal, to a bank after its return window; when it comes back, the reward does too', async () => {
  const ana = await bank.aWithdrawer()
  const amount = today(10)
  const ref = bank.refOf((await bank.withdraw(ana, await bank.aRecipient(ana))).data.transactionId)
  await bank.sweep(ana)
  await bank.act(ref, 'submit')
  await bank.act(ref, 'settle')
  const toPaypal = await withdrawToPaypal(ana)
  for (const id of [ref, toPaypal])
    expect(await bank.rowOf(ana, id)).toMatchObject({ type: 'withdraw', state: 'COMPLETED' })
  await settle()
  await expectAgreed(ana, amount)
  expect(await ruleOf(ana, 'withdrawal')).toMatchObject({ waiting: 1 })
  app.clock.advance(8 * DAY_MS)
  await bank.passDays(8)
  await settle()
  await expectAgreed(ana, 2 * amount)
  await bank.act(ref, 'return', { code: 'R03' })
  await app.runJobs()
  await bank.sweep(ana)
  await settle()
  await expectAgreed(ana, amount)
  expect((await historyOf(ana)).find(({ state }) => state === 'clawedBack')).toMatchObject({ reason: 'reversed' })
  // What was taken back uses nothing of what one person can get, and the two rows lead to each other.
  expect(await summaryOf(ana)).toMatchObject({ capUsed: amount })
  const as = await world.as(ana)
  const listed = await app.call('listTransactions', { type: 'reward' }, as)
  const [back, ...paid] = listed.data.items
  const first = paid.find(({ id }) => id === back?.linkedId)
  expect(first).toMatchObject({ state: 'COMPLETED', amount, returnStep: 'takenBack' })
  expect(first?.timeline.at(-1)).toMatchObject({ step: 'takenBack', amount })
  const { data: read } = await app.call('getTransaction', { transactionId: first?.id ?? '' }, as)
  expect(read.returns).toEqual([back?.id])
  expect(paid.filter(({ returnStep }) => returnStep === undefined)).toHaveLength(1)
})

test('C-23 50 cents once for sending in all four ways, and 10 cents per 10 sends from outside, until the bank of a card takes one back', async () => {
  const [ana, friends] = [await someone(100_00), await people(14)]
  const methods = ['zelle', 'card', 'paypal'] as const
  for (const [n, friend] of friends.slice(0, 8).entries())
    await world.complete(ana, {
      type: 'sent',
      method: methods[n % 3] ?? 'card',
      direction: -1,
      counterpart: world.counterpart(friend),
    })
  const byCard = async (friend: TestUser, amount: number) => {
    const body = { toUser: friend.userId, amount, currency: 'USD' } as const
    const { data } = await app.call('startCheckout', body, { ...(await world.as(ana)), key: newId() })
    await deposits.press(data.transactionId, 'pay')
    expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
    return data.transactionId
  }
  const [ninth, tenth] = friends.slice(8) as [TestUser, TestUser]
  const small = await byCard(ninth, 4_99)
  await byCard(ninth, 5_00)
  await settle()
  expect(await ruleOf(ana, 'outsideSends')).toMatchObject({ counted: 9, refused: 1, paid: 0 })
  const told = (await historyOf(ana)).find(
    ({ rule, transactionId }) => rule === 'outsideSends' && transactionId === small,
  )
  expect(told).toMatchObject({ state: 'refused', reason: 'belowFloor' })
  const last = await byCard(tenth, 5_00)
  await settle()
  await expectAgreed(ana, today(10))
  expect((await ruleOf(ana, 'allMethods'))?.methods.toSorted()).toEqual(['card', 'paypal', 'zelle'])
  await send(ana, friends[10] as TestUser, 5_00)
  await send(ana, friends[11] as TestUser, 5_00)
  await settle()
  await expectAgreed(ana, today(10) + today(50))
  expect(await ruleOf(ana, 'allMethods')).toMatchObject({ done: true })
  for (const action of ['dispute', 'lose'])
    await app.control('POST', `/card/payments/${deposits.refOf(last)}/${action}`)
  const afterwards = async () => {
    await settle()
    return world.entriesOf(ana)
  }
  await expect.poll(afterwards, { timeout: 8_000 }).toBe(today(50))
  await expectAgreed(ana, today(50))
  expect(await historyOf(ana)).toContainEqual(
    expect.objectContaining({ rule: 'outsideSends', state: 'clawedBack', reason: 'reversed' }),
  )
})

test('who was verified before it counted reads that this reward is not for them; so does, with the reason, whose verification did not count', async () => {
  const [before, second, fresh] = [await someone(), await someone(0, { phone: '+18005550199' }), await someone()]
  for (const { id } of [second, fresh]) await countVerified(app.services, id, app.clock.now())
  await settle()
  const missed = async (user: TestUser) => (await ruleOf(user, 'verification'))?.missed
  expect([await missed(before), await missed(second), await missed(fresh)]).toEqual([
    'verifiedBefore',
    'disposablePhone',
    null,
  ])
  await app.services.db.updateTable('users').set({ tier: 0 }).where('owner_id', '=', before.id).execute()
  expect(await missed(before)).toBeNull()
})

test('C-18 100 cents once at tier 1, from the budget; not for the second account with the same papers or phone, nor for a number to throw away', async () => {
  const marked = async (user: TestUser, mark: string) =>
    app.services.db.insertInto('identity_marks').values({ owner_id: user.id, mark }).execute()
  const verify = async (user: TestUser) => {
    for (let n = 0; n < 2; n += 1) await countVerified(app.services, user.id, app.clock.now())
    await settle()
    return (await historyOf(user)).map(({ state, reason }) => [state, reason])
  }
  const [mark, first, second] = [newId(), await someone(), await someone()]
  await marked(first, mark)
  await marked(second, mark)
  expect(await verify(first)).toEqual([['paid', null]])
  await expectAgreed(first, today(100))
  expect(await verify(second)).toEqual([['refused', 'sameIdentity']])
  await expectAgreed(second, 0)
  const { phone } = first
  // The number is free again and becomes somebody else's.
  const { keys, db } = app.services
  await transaction(db, 'let a number go', (trx) =>
    releaseClaim(trx, 'phone', claimOf(keys, 'phone', phone ?? ''), first.id),
  )
  expect(await verify(await someone(0, { phone }))).toEqual([['refused', 'usedPhone']])
  expect(
    await verify(await someone(0, { phone: `+1800${String(Date.now()).slice(-7).replace(/^[01]/, '2')}` })),
  ).toEqual([['refused', 'disposablePhone']])
  expect((await app.call('listNotifications', { limit: '50' } as never, await world.as(second))).data.items).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'reward', variant: 'refused', objectType: 'rewards' })]),
  )
})

test('C-18 an approved identity check brings the 100 cents by itself; at tier 0 there are none, and what else was earned waits for it', async () => {
  const ana = await kyc.aPerson()
  await countVerified(app.services, ana.id, app.clock.now())
  await world.complete(ana, { type: 'withdraw', method: 'paypal', direction: -1 })
  await settle()
  await expectAgreed(ana, 0)
  expect(await summaryOf(ana)).toMatchObject({ due: today(10), waitsFor: 'tier1' })
  await kyc.next(ana, 'approve')
  await kyc.submit(ana)
  await kyc.review(ana)
  await settle()
  await expectAgreed(ana, today(100) + today(10))
})

test('C-19 P-23 a friend who is verified and pays their first fee on $20 brings $10, a business $20, and a tenth of the fees that they pay', async () => {
  const [ana, friend, shop] = [await someone(), await someone(), await someone(0, { business: true })]
  const profile = { businessName: 'Faro & Hijos, Inc.', ein: '12-3456789', kind: 'llc' } as const
  expect(await app.call('businessProfile', profile, await world.as(shop))).toMatchObject({ status: 200 })
  // Which business it is, this one never says.
  const [bea, stall] = [await someone(), await someone(0, { business: true })]
  await world.invite(stall, bea)
  for (const one of [friend, shop]) await world.invite(one, ana)
  const small = {
    type: 'deposit',
    method: 'card',
    direction: 1,
    amountCents: 19_99n,
    feeCents: 0n,
    scheduledFeeCents: 88n,
  } as const
  await world.complete(friend, small)
  await settle()
  expect(await world.referralOf(ana)).toMatchObject({
    friends: [{ state: 'counting' }, { state: 'counting' }],
    paid: 0,
  })
  // A dollar of fees.
  await world.complete(friend, {
    type: 'deposit',
    method: 'zelle',
    direction: 1,
    amountCents: 100_00n,
    feeCents: 1_00n,
  })
  // A waived fee counts for the bonus, and has nothing to share.
  for (const one of [shop, stall]) await world.complete(one, { ...small, amountCents: 20_00n })
  await settle()
  await expectAgreed(bea, 10_00)
  await expectAgreed(ana, 10_00 + 10 + 20_00)
  const { friends, code, link, shareBps, accruedTenThousandths } = await world.referralOf(ana)
  expect(friends.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect([shareBps, accruedTenThousandths]).toEqual([1_000, 0])
  expect(link).toMatch(new RegExp(`/sign-up\\?ref=${code}$`))
  const [share] = (await app.call('listTransactions', { type: 'referral' } as never, await world.as(ana))).data.items
  expect(share).toMatchObject({ type: 'referral', amount: 10, fullName: null })
  expect(await noticesOf(ana)).toContainEqual(['shared', 'transaction', share?.id, 10])
  // Seven cents of fees come to seven tenths of a cent, which wait.
  const id = await world.complete(friend, { type: 'deposit', method: 'zelle', direction: 1, feeCents: 7n })
  await settle()
  expect(await world.referralOf(ana)).toMatchObject({ accruedTenThousandths: 7_000, paid: 30_10 })
  await countTakenBack(app.services, friend.id, id)
  expect(await world.referralOf(ana)).toMatchObject({ accruedTenThousandths: 0 })
})

test('C-19 P-23 what friends really pay reaches the referrer: the bonus with the first fee, though it is waived, and a tenth of a fee of $1.00', async () => {
  const [ana, payer, withdrawer] = [await someone(), await someone(), await bank.aWithdrawer({ free: true })]
  for (const friend of [payer, withdrawer]) await world.invite(friend, ana)
  const deposit = async (amount: number) => {
    const { data } = await deposits.start(payer, { amount })
    await deposits.press(data.transactionId, 'pay')
    return deposits.settled(payer, data.transactionId)
  }
  expect(await deposit(20_00)).toMatchObject({ state: 'COMPLETED', fee: 0 })
  await settle()
  await expectAgreed(ana, 10_00)
  await withdrawToPaypal(withdrawer)
  await settle()
  await expectAgreed(ana, 2 * 10_00)
  expect(await world.referralOf(ana)).toMatchObject({
    friends: [{ state: 'paid' }, { state: 'paid' }],
    accruedTenThousandths: 0,
  })
  await app.services.db
    .insertInto('free_operations')
    .values([1, 2].map(() => ({ owner_id: payer.id, movement_id: newId(), at: app.clock.now() })))
    .execute()
  expect(await deposit(24_14)).toMatchObject({ state: 'COMPLETED', fee: 1_00 })
  await settle()
  await expectAgreed(ana, 2 * 10_00 + 10)
})

test('a friend’s deposit that goes back takes the bonus along and brings it no second time, nor once the friend is verified; the next one that stays does', async () => {
  const [ana, bea, caro] = [await someone(), await someone(), await someone(0, { tier: 0 })]
  for (const friend of [bea, caro]) await world.invite(friend, ana)
  const deposit = async (friend: TestUser) => {
    const { data } = await deposits.start(friend, { amount: 25_00 })
    await deposits.press(data.transactionId, 'pay')
    expect(await deposits.settled(friend, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
    await settle()
    return data.transactionId
  }
  const goesBack = async (friend: TestUser, transactionId: string, actions: readonly string[]) => {
    for (const action of actions) await app.control('POST', `/card/payments/${deposits.refOf(transactionId)}/${action}`)
    const isBack = async () => {
      await settle()
      const { timeline } = await deposits.rowOf(friend, transactionId)
      return timeline.some(({ step }) => step === 'refunded' || step === 'chargedBack')
    }
    await expect.poll(isBack, { timeout: 8_000 }).toBe(true)
    // It is heard of again, as it stands now.
    await countMovements(app.services, friend.id, await listNewestMovements(app.services.db, friend.id, 10))
    await settle()
  }
  const disputed = await deposit(bea)
  await expectAgreed(ana, 10_00)
  await goesBack(bea, disputed, ['dispute', 'lose'])
  await expectAgreed(ana, 0)
  const refunded = await deposit(bea)
  await expectAgreed(ana, 10_00)
  await goesBack(bea, refunded, ['refund'])
  await expectAgreed(ana, 0)
  await goesBack(caro, await deposit(caro), ['refund'])
  await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', caro.id).execute()
  await countVerified(app.services, caro.id, app.clock.now())
  await countMovements(app.services, caro.id, await listNewestMovements(app.services.db, caro.id, 10))
  await settle()
  await expectAgreed(ana, 0)
  await deposit(caro)
  await expectAgreed(ana, 10_00)
})

test('of a friend’s withdrawal that comes back and is kept apart the fee stays ours, and so does the referrer’s part; given back, that goes too', async () => {
  const [ana, friend] = [await someone(), await someone()]
  await world.invite(friend, ana)
  const id = await world.complete(friend, { type: 'withdraw', method: 'bank', direction: -1, feeCents: 3_00n })
  app.clock.advance(8 * DAY_MS)
  await settle()
  await expectAgreed(ana, 10_00 + 30)
  const own = await world.entriesOf(friend)
  expect(own).toBeGreaterThan(0)
  const back = newId()
  const tell = async (givenBackCents: bigint | null) => {
    const key = newId()
    const returned = { ownerId: friend.id, movementId: id, as: back, reason: 'R16', givenBackCents }
    await app.services.ledger.post({
      ownerId: friend.id,
      key: `test-${key}`,
      requestHash: key,
      kind: 'test.returned',
      transferId: key,
      participants: forMovements({ movementRefs: [returned], write: () => [{ returned }] }),
    })
    await settle()
  }
  await tell(null)
  await expectAgreed(ana, 10_00 + 30)
  expect(await world.entriesOf(friend)).toBe(0)
  await withBalance(app.services, ana, BigInt(-(await world.balanceOf(ana)) + 3))
  await tell(53_00n)
  const bonus = { state: 'clawedBack', reason: 'reversed', amount: 10_00, madeUp: 9_97 }
  expect(await historyOf(ana)).toContainEqual(expect.objectContaining({ rule: 'referralBonus', ...bonus }))
  // A tenth of the fee is made up for by the next ones.
  expect(await world.referralOf(ana)).toMatchObject({ accruedTenThousandths: -300_000, friends: [bonus] })
})

test('accounts that share a card, a device, a bank account or papers count for one another in nothing', async () => {
  const [ana, bea, caro] = [await someone(100_00), await someone(), await someone()]
  for (const user of [ana, bea]) {
    await app.services.db.insertInto('card_marks').values({ owner_id: user.id, mark: 'the-same-card' }).execute()
    await app.services.db.deleteFrom('known_browsers').where('owner_id', '=', user.id).execute()
  }
  await send(ana, bea, 20_00)
  await send(ana, caro, 20_00)
  await world.invite(bea, ana)
  await world.complete(bea, { type: 'deposit', method: 'card', direction: 1, amountCents: 50_00n, feeCents: 1_75n })
  await settle()
  const history = await historyOf(ana)
  expect(history.map(({ rule, state, reason }) => `${rule} ${state} ${reason}`).toSorted()).toEqual([
    'feeShare refused linked',
    'inAppSends counting null',
    'inAppSends refused linked',
    'referralBonus refused linked',
  ])
  expect(await world.referralOf(ana)).toMatchObject({ friends: [{ state: 'refused', reason: 'linked' }], paid: 0 })
})

test('one person brings one bonus: neither a second account of a friend nor one of the referrer’s own counts, whichever is verified last', async () => {
  const [ana, bea, cara, dan] = [await someone(), await someone(), await someone(0, { tier: 0 }), await someone()]
  const [shop, self] = [await someone(0, { tier: 0, business: true }), await someone(0, { tier: 0 })]
  const verify = async ({ id }: TestUser, mark: string) => {
    await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', id).execute()
    await app.services.db.insertInto('identity_marks').values({ owner_id: id, mark }).execute()
    await countVerified(app.services, id, app.clock.now())
    await settle()
  }
  const pay = async (user: TestUser) => {
    const paid = { method: 'card', direction: 1, amountCents: 25_00n, feeCents: 0n, scheduledFeeCents: 1_00n } as const
    await world.complete(user, { type: 'deposit', ...paid })
    await settle()
  }
  const [marks, verification] = [[newId(), newId(), newId()] as const, today(100)]
  for (const friend of [bea, shop, self]) await world.invite(friend, ana)
  await world.invite(dan, cara)
  await verify(ana, marks[0])
  await verify(bea, marks[1])
  for (const friend of [shop, bea, self]) await pay(friend)
  await expectAgreed(ana, verification + 10_00)
  await verify(shop, marks[1])
  await verify(self, marks[0])
  await pay(shop)
  await expectAgreed(ana, verification + 10_00)
  const { friends } = await world.referralOf(ana)
  expect(new Set(friends.map(({ reason }) => reason))).toEqual(new Set([null, 'sameIdentity', 'linked']))
  // Earned while the referrer was not verified, who is the friend.
  await verify(dan, marks[2])
  await pay(dan)
  expect(await summaryOf(cara)).toMatchObject({ due: 10_00 })
  await verify(cara, marks[2])
  await expectAgreed(cara, 0)
  expect(await world.referralOf(cara)).toMatchObject({ friends: [{ state: 'refused', reason: 'linked' }] })
})

test('nothing is earned on a restricted account; what was earned before waits and is paid once it is open, or ends with the account', async () => {
  const standing = (user: TestUser, status: string) =>
    app.services.db.updateTable('users').set({ status }).where('owner_id', '=', user.id).execute()
  const [ana, bea] = [await someone(), await someone()]
  for (const user of [ana, bea]) {
    await countVerified(app.services, user.id, app.clock.now())
    await standing(user, 'frozen')
    await world.complete(user, { type: 'withdraw', method: 'paypal', direction: -1 })
  }
  await settle()
  expect(await summaryOf(ana)).toMatchObject({ due: today(100), waitsFor: 'unrestricted', paid: 0 })
  expect(await ruleOf(ana, 'withdrawal')).toMatchObject({ refused: 1 })
  await standing(ana, 'open')
  await standing(bea, 'closed')
  for (const { id: ownerId } of [ana, bea])
    await app.services.db
      .updateTable('reward_line')
      .set({ due_at: app.clock.now() })
      .where('owner_id', '=', ownerId)
      .execute()
  await settle()
  await expectAgreed(ana, today(100))
  const ended = await app.services.db
    .selectFrom('rewards')
    .select(['state', 'reason'])
    .where('owner_id', '=', bea.id)
    .execute()
  expect([ended, await world.entriesOf(bea)]).toEqual([[{ state: 'refused', reason: 'closed' }], 0])
})

test('a page of the history ends where the next begins, and no cursor of another person opens it', async () => {
  const [ana, bea, friends] = [await someone(100_00), await someone(), await people(3)]
  for (const friend of friends) await send(ana, friend, 5_00)
  await settle()
  const page = async (last?: string) =>
    (await app.call('rewardsHistory', { limit: '2', ...(last && { last }) } as never, await world.as(ana))).data
  const first = await page()
  const rest = await page(first.last ?? '')
  expect([first.items.length, first.end, rest.items.length, rest.end]).toEqual([2, false, 1, true])
  expect(
    new Set([...first.items, ...rest.items].map(({ transactionId }) => uuidOf(transactionId ?? '', 'txn'))).size,
  ).toBe(3)
  const stolen = await app.call('rewardsHistory', { limit: '2', last: first.last } as never, await world.as(bea))
  expect(stolen).toMatchObject({ status: 400, code: 'invalidRequest' })
})

// The last test of this file: the clock does not go back.
test('C-23 on a federal holiday in New York the rewards that double are paid twice, and on the day after once again', async () => {
  const dayAfter = (days: number) => newYorkTime(new Date(app.clock.now().getTime() + days * DAY_MS)).day
  const withdraw = async () => {
    const user = await someone()
    await world.complete(user, { type: 'withdraw', method: 'paypal', direction: -1 })
    await settle()
    return user
  }
  let days = 1
  while (!isFederalHoliday(dayAfter(days)) || isFederalHoliday(dayAfter(days + 1))) days += 1
  app.clock.advance(days * DAY_MS)
  const holiday = newYorkTime(app.clock.now()).day
  const on = await withdraw()
  await expectAgreed(on, 20)
  expect((await summaryOf(on)).holiday).toBe(holiday)
  expect((await historyOf(on))[0]).toMatchObject({ rule: 'withdrawal', amount: 20, doubled: true })
  app.clock.advance(DAY_MS)
  const after = await withdraw()
  await expectAgreed(after, 10)
  expect((await summaryOf(after)).holiday).toBeNull()
  expect((await historyOf(after))[0]).toMatchObject({ amount: 10, doubled: false })
})

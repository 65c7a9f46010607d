import { disputeId as wireId, type Input, uuidOf } from '@puente/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { checkMovements } from '#features/operations/invariants-store.ts'
import { readDisputeQueue } from '#features/operations/index.ts'
import { forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import { momentInNewYork, newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { supportOrdersIn } from '#test/support-orders.ts'
import { runDisputes } from './run-disputes.ts'
import { takeDueDisputes } from './disputes-store.ts'

const app = appOfFile()
const orders = supportOrdersIn(app)
const HOUR = 3_600_000
const DAY = 24 * HOUR
afterEach(() => vi.restoreAllMocks())

const headersOf = (user: Pick<TestUser, 'id'>) => signedIn(app.services, user)
const run = () => runDisputes(app.services)
const balanceOf = async ({ id }: Pick<TestUser, 'id'>) =>
  Number((await app.services.ledger.balance({ ownerId: id, account: 'wallet' })).balanceCents)
/** What a house account has of everybody, in cents. */
const houseHas = async (account: string): Promise<number> => {
  const { rows } = await app.services.db.pool.query<{ cents: bigint }>(
    `select coalesce(sum(balance_cents), 0)::bigint as cents from accounts where account = $1`,
    [account],
  )
  return Number(rows[0]?.cents ?? 0n)
}
const send = async (from: TestUser, to: TestUser, amount: number) => {
  const body = { toUser: to.userId, amount, currency: 'USD' } as const
  return (await app.call('sendInApp', body, { headers: await headersOf(from), key: newId() })).data.transactionId
}

/** A person with $100.00 who has been here for two months, and sent another $50.00 of it. */
const aSender = async (amount = 50_00) => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 99_00)
  await withBalance(app.services, ben, 1_00)
  await send(ben, ana, 1_00)
  const longAgo = new Date(app.clock.now().getTime() - 61 * DAY)
  await app.services.db
    .updateTable('movements')
    .set({ created_at: longAgo, paid_at: longAgo })
    .where('owner_id', '=', ana.id)
    .execute()
  return { ana, ben, transactionId: await send(ana, ben, amount) }
}
type Asked = Input<'createDispute'>
const report = async (user: TestUser, transactionId: string, change: Partial<Asked> = {}) => {
  const body = { transactionId, kind: 'unauthorised', description: 'I did not send this', ...change }
  return app.call('createDispute', body as never, { headers: await headersOf(user) })
}
const get = async (user: TestUser, disputeId: string) =>
  (await app.call('getDispute', { disputeId } as never, { headers: await headersOf(user) })).data
/** What we answered, as its owner finds it in the ticket. */
const answerOf = async (user: TestUser, id: string) => {
  const { ticketId, answerId } = await get(user, id)
  const { data } = await app.call('getTicket', { ticketId }, { headers: await headersOf(user) })
  return data.messages.find((message) => message.id === answerId)?.text
}
const withdraw = async (user: TestUser, disputeId: string) =>
  app.call('withdrawDispute', { disputeId } as never, { headers: await headersOf(user) })
const bare = (id: string) => uuidOf(id, 'dsp') ?? ''
/** Moves the clock to a time of a day in New York, if it is not past. */
const clockTo = (day: string, time = '12:01') =>
  app.clock.advance(Math.max(0, momentInNewYork(day, time).getTime() - app.clock.now().getTime()))
/** What operators are alarmed of from now on: of anything, or of one dispute. */
const alerts = (disputeId?: string) => {
  const said: string[] = []
  vi.spyOn(app.services.log, 'error').mockImplementation(((fields: { label?: string }, message: string) => {
    if (disputeId === undefined || fields.label === disputeId) said.push(message)
  }) as never)
  return said
}
const rowsOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await headersOf(user) })).data.items
const noticesOf = async (user: TestUser) =>
  (await app.call('listNotifications', { limit: '50' } as never, { headers: await headersOf(user) })).data.items
const lettersTo = async (user: TestUser): Promise<string[]> => {
  const path = `/inbox?to=${encodeURIComponent(user.email)}`
  const mails = await app.control<{ subject: string; text: string }[]>('GET', path)
  return mails.map(({ subject, text }) => `${subject}\n${text}`)
}

test('X-10 after ten business days without an answer the amount is credited at noon of the last, confirmed in writing, and final when we decide for its owner', async () => {
  const { ana, transactionId } = await aSender()
  const said = alerts()
  const { data, status } = await report(ana, transactionId)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    state: 'opened',
    amount: 50_00,
    creditDue: true,
    automaticCredit: true,
    credit: null,
    can: { withdraw: true },
  })
  expect(data.answerBy).toBe(plusBankingDays(newYorkTime(app.clock.now()).day, 10))
  const [lost, given] = [await houseHas('expense:disputes'), await houseHas('receivable:disputes')]
  clockTo(data.answerBy, '11:50')
  await run()
  expect(await balanceOf(ana)).toBe(50_00)
  expect(said).toContain('the deadline of a dispute is near')
  app.clock.advance(HOUR)
  // Two processes at once, and one of them again: the credit is one.
  await Promise.all([run(), run()])
  await run()
  expect(await balanceOf(ana)).toBe(100_00)
  expect(await houseHas('receivable:disputes')).toBe(given - 50_00)
  const credited = await get(ana, data.id)
  expect(credited).toMatchObject({
    state: 'provisionalCredit',
    credit: { state: 'given', amount: 50_00, takeBackOn: null },
  })
  const [row] = await rowsOf(ana)
  expect(row).toMatchObject({
    type: 'adjustment',
    amount: 50_00,
    linkedId: transactionId,
    disputeStep: 'credited',
    disputeId: data.id,
    balance: 100_00,
  })
  expect(await orders.run({ act: 'resolveFor', id: bare(data.id), text: 'It was not you' })).toBe('done')
  expect(await get(ana, data.id)).toMatchObject({
    state: 'resolvedForUser',
    credit: { state: 'final' },
    can: { withdraw: false },
  })
  expect(await answerOf(ana, data.id)).toBe('It was not you')
  expect(await balanceOf(ana)).toBe(100_00)
  expect(await houseHas('receivable:disputes')).toBe(given)
  expect(await houseHas('expense:disputes')).toBe(lost - 50_00)
  await app.runJobs()
  const letters = await lettersTo(ana)
  expect(letters.some((text) => /We credited \$50\.00/.test(text))).toBe(true)
  expect(letters.some((text) => /\$50\.00 is yours to keep[\s\S]*It was not you/.test(text))).toBe(true)
})

test('a report is confirmed by mail with its reference, the way to it and what comes next by when, as is a message to support', async () => {
  const { ana, transactionId } = await aSender()
  const { data } = await report(ana, transactionId)
  const reported = async () => (await lettersTo(ana)).find((text) => /report of a problem with \$50\.00/.test(text))
  const day = (iso: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
  await app.runJobs()
  const letter = ((await reported()) ?? '').replaceAll(/\s+/g, ' ')
  expect(letter).toContain(`We'll answer by ${day(data.answerBy)}.`)
  expect(letter).toContain(`we'll credit you $50.00 while we look into it, and answer by ${day(data.finalBy)}.`)
  expect(letter).toContain(data.reference)
  expect(letter).toContain(`/notifications#dispute/${data.id}`)
  await app.call('createTicket', { module: 'other', description: 'Hello' } as never, { headers: await headersOf(ana) })
  await app.runJobs()
  expect((await lettersTo(ana)).filter((text) => /got your message/.test(text))).toHaveLength(1)
})

test('X-10 a missed deadline raises one alarm of its dispute every day until there is an answer, before and after the credit, and its owner hears of it once', async () => {
  const { ana, ben } = await aSender()
  await withBalance(app.services, ana, 900_00)
  // More than is credited without people.
  const { data } = await report(ana, await send(ana, ben, 500_01))
  const said = alerts(data.id)
  /** What her screens say, and how often she heard of it, in the list and by mail. */
  const lateSays = async () => {
    await app.runJobs()
    const { data: told } = await app.call('listNotifications', { limit: '100' }, { headers: await headersOf(ana) })
    const listed = told.items.filter(({ variant, objectId }) => variant === 'late' && objectId === data.id)
    const mailed = (await lettersTo(ana)).filter((text) => text.startsWith("We're late with your report"))
    return [(await get(ana, data.id)).late, listed.length, mailed.length]
  }
  /** How many there are on the last day, then twice on the day after it, and on the next one. */
  const alarmsAfter = async (deadline: string) => {
    const isMissed = (one: string) => one === 'the deadline of a dispute has passed'
    const before = said.filter(isMissed).length
    const runAndCount = async () => {
      await run()
      return said.filter(isMissed).length - before
    }
    clockTo(deadline)
    const counts = [await runAndCount()]
    clockTo(newYorkTime(new Date(momentInNewYork(deadline, '12:00').getTime() + DAY)).day, '10:00')
    counts.push(await runAndCount())
    for (const pause of [HOUR + 1, DAY]) {
      app.clock.advance(pause)
      counts.push(await runAndCount())
    }
    return counts
  }
  expect(await lateSays()).toEqual([null, 0, 0])
  expect(await alarmsAfter(data.answerBy)).toEqual([0, 1, 1, 2])
  expect((await get(ana, data.id)).state).toBe('opened')
  expect(await lateSays()).toEqual(['answer', 1, 1])
  expect(await orders.run({ act: 'credit', id: bare(data.id) })).toBe('done')
  expect((await get(ana, data.id)).state).toBe('provisionalCredit')
  expect(await lateSays()).toEqual([null, 1, 1])
  expect(await alarmsAfter(data.finalBy)).toEqual([0, 1, 1, 2])
  expect(await lateSays()).toEqual(['final', 2, 2])
  const metrics = await app.services.metrics.registry.metrics()
  expect(metrics).toMatch(/disputes\{standing="missed"\} [1-9]/)
  const queue = await readDisputeQueue(orders.context())
  expect(queue.find(({ disputeId }) => wireId(disputeId) === data.id)).toMatchObject({ due: data.finalBy })
})

test('X-10 when we decide against its owner the credit goes back five business days later, as far as the balance covers it; the rest is owed', async () => {
  const { ana, ben, transactionId } = await aSender()
  const { data } = await report(ana, transactionId)
  clockTo(data.answerBy)
  await run()
  await send(ana, ben, 70_00)
  expect(await orders.run({ act: 'resolveAgainst', id: bare(data.id), text: 'It came from your phone' })).toBe('done')
  const ended = await get(ana, data.id)
  expect(ended).toMatchObject({ state: 'resolvedAgainst', credit: { state: 'toTakeBack' } })
  // What is written later is not the answer.
  await orders.run({ act: 'answer', id: uuidOf(data.ticketId, 'tkt') ?? '', text: 'The copies are on their way' })
  expect(await answerOf(ana, data.id)).toBe('It came from your phone')
  await app.runJobs()
  const [letter] = (await lettersTo(ana)).filter((text) => text.includes('It came from your phone'))
  expect(letter).toMatch(/goes back on/)
  const close = await app.call('closeAccount', {}, { headers: await headersOf(ana) })
  expect(close.code).toBe('accountRestricted')
  const owedBefore = await houseHas('receivable:user')
  clockTo(ended.credit?.takeBackOn ?? '', '11:50')
  await run()
  expect(await balanceOf(ana)).toBe(30_00)
  app.clock.advance(HOUR)
  await Promise.all([run(), run()])
  expect(await balanceOf(ana)).toBe(0)
  expect(await houseHas('receivable:user')).toBe(owedBefore - 20_00)
  expect(await get(ana, data.id)).toMatchObject({ credit: { state: 'takenBack', takenBack: 30_00, owed: 20_00 } })
  expect((await rowsOf(ana))[0]).toMatchObject({ type: 'reversal', amount: 30_00, disputeStep: 'takenBack' })
  await app.runJobs()
  expect(await noticesOf(ana)).toContainEqual(
    expect.objectContaining({ variant: 'creditOwed', params: { amount: 20_00 } }),
  )
  const [owed] = (await lettersTo(ana)).filter((text) => text.includes('took back a credit'))
  expect(owed).toMatch(/^We took back a credit\. \$20\.00 of it was no longer in your balance, so you owe that$/m)
  // The money that people begin with has no row in these tests.
  const broken = (await checkMovements(app.services.db.pool)).map(({ invariant }) => invariant)
  expect(broken).not.toContain('every movement has a line in the audit trail')
})

test('X-10 a person who owes is credited on the day like everybody: the credit pays the debt, and the rest is theirs to use', async () => {
  const { ana, ben, transactionId } = await aSender()
  const first = (await report(ana, transactionId)).data
  clockTo(first.answerBy)
  await run()
  const second = (await report(ana, await send(ana, ben, 90_00), { kind: 'wrongAmount', amount: 60_00 })).data
  expect(await orders.run({ act: 'resolveAgainst', id: bare(first.id), text: 'It came from your phone' })).toBe('done')
  clockTo((await get(ana, first.id)).credit?.takeBackOn ?? '')
  await run()
  const walletNow = async () => (await app.call('wallet', undefined, { headers: await headersOf(ana) })).data
  expect(await walletNow()).toMatchObject({ USD: 0, owed: { USD: 40_00 } })
  clockTo(second.answerBy)
  await run()
  expect(await get(ana, second.id)).toMatchObject({ state: 'provisionalCredit', credit: { amount: 60_00 } })
  await app.runJobs()
  expect(await walletNow()).toMatchObject({ USD: 20_00 })
  expect(await walletNow()).not.toHaveProperty('owed')
  await send(ana, ben, 20_00)
  expect(await balanceOf(ana)).toBe(0)
})

test('money that paid a debt is not credited without people, who know whether it was owed', async () => {
  const { ana, ben, transactionId } = await aSender()
  const first = (await report(ana, transactionId)).data
  clockTo(first.answerBy)
  await run()
  await send(ana, ben, 90_00)
  expect(await orders.run({ act: 'resolveAgainst', id: bare(first.id), text: 'It came from your phone' })).toBe('done')
  clockTo((await get(ana, first.id)).credit?.takeBackOn ?? '')
  await run()
  await send(ben, ana, 60_00)
  await app.runJobs()
  const paid = (await rowsOf(ana)).find(({ debtStep }) => debtStep === 'paid')
  expect(paid).toMatchObject({ amount: 40_00, balance: 20_00 })
  const said = alerts()
  const second = (await report(ana, paid?.id ?? '')).data
  clockTo(second.answerBy)
  await run()
  expect(await get(ana, second.id)).toMatchObject({ state: 'opened', credit: null })
  expect(said).toContain('a dispute could not be credited: people have to decide')
  expect(await balanceOf(ana)).toBe(20_00)
})

test('a dispute is withdrawn once and for all; with a credit that goes back like any other', async () => {
  const { ana, transactionId } = await aSender()
  const { data } = await report(ana, transactionId)
  expect((await withdraw(ana, data.id)).data).toMatchObject({ state: 'withdrawn', credit: null })
  expect((await withdraw(ana, data.id)).data.version).toBe(2)
  await app.runJobs()
  expect((await lettersTo(ana)).filter((text) => text.includes('You withdrew your report'))).toHaveLength(1)
  expect(await noticesOf(ana)).toContainEqual(expect.objectContaining({ variant: 'withdrawn', objectId: data.id }))
  const { data: ticket } = await app.call('getTicket', { ticketId: data.ticketId }, { headers: await headersOf(ana) })
  expect(ticket.state).toBe('closed')
  // Found anew, it can be reported anew.
  const again = await report(ana, transactionId)
  expect(again.data.id).not.toBe(data.id)
  clockTo(again.data.answerBy)
  await run()
  expect((await withdraw(ana, again.data.id)).data).toMatchObject({
    state: 'withdrawn',
    credit: { state: 'toTakeBack' },
  })
  // Once credited, it is credited again by people alone.
  const third = await report(ana, transactionId)
  expect(third.data).toMatchObject({ state: 'opened', automaticCredit: false })
  const said = alerts()
  clockTo(third.data.answerBy)
  await run()
  expect((await get(ana, third.data.id)).state).toBe('opened')
  expect(said).toContain('a dispute could not be credited: people have to decide')
  expect(await balanceOf(ana)).toBe(50_00)
})

test('withdrawing, crediting and resolving at once come to one end, and the money to the same', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { ana, transactionId } = await aSender()
    const { data } = await report(ana, transactionId)
    const id = bare(data.id)
    for (const act of ['resolveFor', 'resolveAgainst'] as const)
      await orders.approve(await orders.place({ act, id, text: 'an answer' }))
    clockTo(data.answerBy)
    await Promise.all([run(), withdraw(ana, data.id), orders.carryOut(), run()])
    await orders.carryOut()
    const after = await get(ana, data.id)
    const expected = after.state === 'resolvedForUser' || after.credit !== null ? 100_00 : 50_00
    expect(after.state).toMatch(/resolvedForUser|resolvedAgainst|withdrawn/)
    expect(await balanceOf(ana)).toBe(expected)
  }
})

test('a process that ends after it has claimed a dispute holds its credit up for an hour, and makes no second one', async () => {
  const { ana, transactionId } = await aSender()
  const { data } = await report(ana, transactionId)
  clockTo(data.answerBy)
  const at = app.clock.now()
  await takeDueDisputes(app.services.db, at, { until: new Date(at.getTime() + HOUR), limit: 500 })
  await run()
  expect(await balanceOf(ana)).toBe(50_00)
  app.clock.advance(HOUR + 1)
  await run()
  expect(await balanceOf(ana)).toBe(100_00)
})

test('beyond $500.00 in all nothing is credited without a person of ours, who is alarmed, and two of them credit it', async () => {
  const { ana, ben, transactionId: first } = await aSender()
  await withBalance(app.services, ana, 900_00)
  const one = await report(ana, first)
  const two = await report(ana, await send(ana, ben, 460_00))
  // What is promised for the first leaves too little for the second.
  expect([one.data.automaticCredit, two.data.automaticCredit]).toEqual([true, false])
  const said = alerts()
  clockTo(two.data.answerBy)
  await run()
  const states = [(await get(ana, one.data.id)).state, (await get(ana, two.data.id)).state]
  // What is left for people says so from then on.
  for (const { data } of [one, two]) expect((await get(ana, data.id)).automaticCredit).toBe(false)
  expect(states.toSorted()).toEqual(['opened', 'provisionalCredit'])
  expect(said).toContain('a dispute could not be credited: people have to decide')
  const left = states[0] === 'opened' ? one.data.id : two.data.id
  const digest = await orders.place({ act: 'credit', id: bare(left) })
  await expect(orders.approve(digest, 'rosa')).rejects.toThrow('may not approve it')
  await orders.carryOut()
  expect((await get(ana, left)).state).toBe('opened')
  await orders.approve(digest)
  await orders.carryOut()
  expect((await get(ana, left)).state).toBe('provisionalCredit')
})

test('two operators credit a part, once; what was held back is added when we decide for its owner, and only the part goes back when we do not', async () => {
  const refused = async (id: string, amountCents: bigint) =>
    expect(orders.place({ act: 'credit', id: bare(id), amountCents })).rejects.toThrow('from 1000 to 6000 cents')
  for (const act of ['resolveFor', 'resolveAgainst'] as const) {
    const { ana, transactionId } = await aSender(60_00)
    const { data } = await report(ana, transactionId)
    const [lost, given, had] = [await houseHas('expense:disputes'), await houseHas('receivable:disputes'), 40_00]
    for (const cents of [0n, 9_99n, 60_01n]) await refused(data.id, cents)
    await expect(orders.place({ act: 'investigate', id: bare(data.id), amountCents: 10_00n })).rejects.toThrow()
    expect(await orders.run({ act: 'credit', id: bare(data.id), amountCents: 10_00n })).toBe('done')
    expect(await orders.run({ act: 'credit', id: bare(data.id), amountCents: 60_00n })).toBe('decided')
    expect(await balanceOf(ana)).toBe(had + 10_00)
    expect(await get(ana, data.id)).toMatchObject({ amount: 60_00, credit: { state: 'given', amount: 10_00 } })
    // The deadline finds it credited, and asks for an answer by the last day alone.
    clockTo(data.answerBy)
    await run()
    expect(await balanceOf(ana)).toBe(had + 10_00)
    expect(await orders.run({ act, id: bare(data.id), text: 'what we found' })).toBe('done')
    if (act === 'resolveFor') {
      expect(await balanceOf(ana)).toBe(had + 60_00)
      expect(await get(ana, data.id)).toMatchObject({ credit: { state: 'final', amount: 60_00 } })
      expect((await rowsOf(ana))[0]).toMatchObject({ type: 'adjustment', amount: 50_00, disputeStep: 'corrected' })
      expect(await houseHas('expense:disputes')).toBe(lost - 60_00)
    } else {
      clockTo((await get(ana, data.id)).credit?.takeBackOn ?? '')
      await run()
      expect(await balanceOf(ana)).toBe(had)
      expect(await get(ana, data.id)).toMatchObject({ credit: { state: 'takenBack', takenBack: 10_00, owed: 0 } })
      expect(await houseHas('expense:disputes')).toBe(lost)
    }
    expect(await houseHas('receivable:disputes')).toBe(given)
    await app.runJobs()
    const letters = await lettersTo(ana)
    expect(letters.some((text) => /We credited \$10\.00/.test(text))).toBe(true)
    if (act === 'resolveFor') expect(letters.some((text) => /\$60\.00 is yours to keep/.test(text))).toBe(true)
  }
})

test('a credit that is withdrawn from goes on counting until it is back, so that withdrawing makes no room for the next', async () => {
  const { ana, ben, transactionId } = await aSender()
  await withBalance(app.services, ana, 900_00)
  const [first, second] = [await send(ana, ben, 300_00), await send(ana, ben, 300_00)]
  const [one, other] = [(await report(ana, first)).data, (await report(ana, second)).data]
  expect(transactionId).toBeDefined()
  clockTo(one.answerBy)
  await run()
  const states = async () => [(await get(ana, one.id)).state, (await get(ana, other.id)).state]
  expect((await states()).toSorted()).toEqual(['opened', 'provisionalCredit'])
  const before = await balanceOf(ana)
  const credited = (await states())[0] === 'provisionalCredit' ? one : other
  expect(await withdraw(ana, credited.id)).toMatchObject({ status: 200 })
  app.clock.advance(HOUR)
  await run()
  app.clock.advance(HOUR)
  await run()
  expect(await balanceOf(ana)).toBe(before)
})

test('of money that came in no more can be in question than came, and nothing is credited without people', async () => {
  const { ana, ben } = await aSender()
  await send(ben, ana, 1)
  const row = (await rowsOf(ana)).find(({ type }) => type === 'received')
  const asked = { kind: 'wrongAmount', description: 'I was promised more' } as const
  expect(await report(ana, row?.id ?? '', { ...asked, amount: 500_00 })).toMatchObject({ code: 'invalidAmount' })
  const { answerBy, id, creditDue, automaticCredit } = (await report(ana, row?.id ?? '', asked)).data
  expect({ creditDue, automaticCredit }).toEqual({ creditDue: true, automaticCredit: false })
  const said = alerts()
  const before = await balanceOf(ana)
  clockTo(answerBy)
  await run()
  expect(await balanceOf(ana)).toBe(before)
  expect((await get(ana, id)).state).toBe('opened')
  expect(said.join()).toMatch(/could not be credited/)
})

test('EC-42 EC-46 only own transactions can be disputed, in kinds that fit, in time, and one dispute at a time', async () => {
  const { ana, ben, transactionId } = await aSender()
  const eve = await aVerifiedUser(app.services)
  const refused = (code: string, reason?: string) => ({
    code,
    ...(reason === undefined ? {} : { details: { reason } }),
  })
  expect(await report(eve, transactionId)).toMatchObject({ status: 404, ...refused('invalidTransactionId') })
  expect(await report(ana, `txn_${'0'.repeat(32)}`)).toMatchObject(refused('invalidTransactionId'))
  expect(await report(ana, transactionId, { kind: 'boredom' as never })).toMatchObject(refused('invalidType'))
  expect(await report(ana, transactionId, { description: ' ' })).toMatchObject(refused('invalidDescription'))
  expect(await report(ana, transactionId, { amount: 50_01 })).toMatchObject(refused('invalidAmount', 'moreThanMoved'))
  expect(await report(ben, transactionId)).toMatchObject(refused('invalidType', 'incoming'))
  const { data } = await report(ana, transactionId, { kind: 'wrongAmount', amount: 20_00 })
  expect(data.amount).toBe(20_00)
  expect((await report(ana, transactionId, { kind: 'wrongAmount', amount: 20_00 })).data.id).toBe(data.id)
  expect(await report(ana, transactionId)).toMatchObject(refused('invalidTransactionId', 'reported'))
  expect(await orders.run({ act: 'investigate', id: bare(data.id) })).toBe('done')
  expect(await orders.run({ act: 'resolveAgainst', id: bare(data.id), text: 'no error' })).toBe('done')
  expect(await orders.run({ act: 'resolveFor', id: bare(data.id), text: 'after all' })).toBe('decided')
  expect(await report(ana, transactionId)).toMatchObject(refused('invalidTransactionId', 'decided'))
  expect((await withdraw(ana, data.id)).code).toBe('notFound')
  expect((await withdraw(eve, data.id)).code).toBe('notFound')
  const list = await app.call('listDisputes', { transactionId } as never, { headers: await headersOf(ana) })
  expect(list.data).toMatchObject({
    items: [{ id: data.id, timeline: [{ step: 'opened' }, { step: 'investigating' }, { step: 'resolvedAgainst' }] }],
    end: true,
  })
  const later = await send(ana, ben, 1_00)
  app.clock.advance(121 * DAY)
  expect(await report(ana, later)).toMatchObject(refused('invalidTransactionId', 'reportedLate'))
})

test('a return that lands after the dispute was read and beside its credit keeps it from being credited, which is left to people', async () => {
  const { ana, transactionId } = await aSender()
  const { data } = await report(ana, transactionId)
  const { ledger } = app.services
  const { post } = ledger
  const comesBack = () =>
    post({
      ownerId: ana.id,
      key: `test-return-${transactionId}`,
      requestHash: transactionId,
      kind: 'test.return',
      transferId: newId(),
      legs: [
        { ...ledger.house('settlement:test', ana.id), amountCents: -50_00n },
        { ...walletOf(ana.id), amountCents: 50_00n },
      ],
      participants: forMovements({
        write: () => [
          {
            insert: {
              ownerId: ana.id,
              movementId: newId(),
              type: 'reversal',
              state: 'COMPLETED',
              method: 'wallet',
              direction: 1,
              amountCents: 50_00n,
              counterpart: null,
              note: '',
              reference: newReference(),
              linkedId: uuidOf(transactionId, 'txn') ?? '',
              details: {},
            },
            isPosted: true,
          },
        ],
      }),
    })
  // Both wait for the same batch, the return before the credit.
  vi.spyOn(ledger, 'post').mockImplementation(async (command) => {
    const returned = command.kind === 'dispute.credited' ? comesBack() : null
    const outcome = await post(command)
    expect((await returned)?.accepted ?? true).toBe(true)
    return outcome
  })
  const said = alerts()
  clockTo(data.answerBy)
  await run()
  expect(await balanceOf(ana)).toBe(100_00)
  expect(await get(ana, data.id)).toMatchObject({ state: 'opened', credit: null })
  expect(said).toContain('a dispute could not be credited: people have to decide')
  // What had come back before is seen as well.
  app.clock.advance(HOUR + 1)
  await run()
  expect(await balanceOf(ana)).toBe(100_00)
})

test('who has not verified their identity gets an answer in 45 days, and no credit before', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services, { tier: 0 }), await aVerifiedUser(app.services)]
  await withBalance(app.services, ben, 30_00)
  await send(ben, ana, 30_00)
  const [received] = await rowsOf(ana)
  const { data } = await report(ana, received?.id ?? '', { kind: 'wrongAmount', amount: 5_00 })
  expect(data.creditDue).toBe(false)
  clockTo(data.answerBy)
  await run()
  expect(await get(ana, data.id)).toMatchObject({ state: 'opened', credit: null })
})

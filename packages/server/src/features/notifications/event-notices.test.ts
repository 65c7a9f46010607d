import { type EndpointKey, type Language, STORED_LANGUAGES, uuidOf } from '@puente/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { invoicesTasks } from '#features/invoices/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { recordEnd } from '#features/sessions/index.ts'
import { releaseHeldTransfers } from '#features/transfers/held-transfers.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { DomainEvent } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import { bankIn } from '#test/bank.ts'
import { depositsIn } from '#test/deposits.ts'
import { payablesIn } from '#test/payables.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { catchUp } from './follow-movements.ts'

const DAY_S = 86_400

const app = appOfFile()
const bank = bankIn(app)
const deposits = depositsIn(app)
const payables = payablesIn(app)

const as = async (user: Pick<TestUser, 'id'>) => ({ headers: await signedIn(app.services, user) })
const itemsOf = async (user: TestUser) => {
  await catchUp(app.services)
  await app.runJobs()
  return (await app.call('listNotifications', { limit: '50' } as never, await as(user))).data.items
}
/** Newest first. */
const told = async (user: TestUser) => (await itemsOf(user)).map(({ kind, variant }) => `${kind}.${variant}`)
const subjectsTo = async ({ email }: TestUser) =>
  (await app.control<{ subject: string }[]>('GET', `/inbox?to=${encodeURIComponent(email)}`)).map(
    ({ subject }) => subject,
  )
const happens = (...events: DomainEvent[]) =>
  transaction(app.services.db, 'test', (trx) => app.services.events.record(trx, ...events))
/** For the product and the sandbox alike. */
const pass = async (seconds: number) => {
  app.clock.advance(seconds * 1_000)
  await app.control('POST', '/clock/advance', { seconds })
}
const someone = (fullName = 'Ana Ruiz', language: Language = 'en') =>
  aUser(app.services, { tier: 0, fullName, lang: STORED_LANGUAGES[language] })

test('EN-01 EN-05 an address and a name that are changed are told once each, of the most specific kind, and what stays the same is not', async () => {
  const ana = await someone('Ana Ruiz', 'es')
  const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }
  const change = async (body: object) => app.raw('updateProfile', body, await as(ana))
  expect((await change({ address })).status).toBe(200)
  expect(await itemsOf(ana)).toEqual([
    expect.objectContaining({
      kind: 'profileUpdated',
      variant: 'address',
      objectType: 'profile',
      objectId: null,
      readAt: expect.any(String),
    }),
  ])
  expect((await change({ address })).status).toBe(200)
  expect((await change({ fullName: 'Ana Ruiz Paz', lang: 'es' })).status).toBe(200)
  expect(await told(ana)).toEqual(['updateProfileName.changed', 'profileUpdated.address'])
  expect(await subjectsTo(ana)).toEqual(['Cambió tu nombre'])
})

test('what happens to the safety of an account is told unread, and mailed once: by its own slice or here', async () => {
  const ana = await someone()
  const record = (event: Parameters<typeof recordSecurityEvent>[3]) =>
    transaction(app.services.db, 'test', (trx) => recordSecurityEvent(trx, app.services, ana.id, event))
  for (const event of ['signInRefused', 'sessionOpened', 'passkeyAdded'] as const) await record(event)
  await transaction(app.services.db, 'test', (trx) =>
    recordEnd(trx, app.services, ana.id, [{ variant: 'otherSessionsEnded' }]),
  )
  const items = await itemsOf(ana)
  expect(Object.fromEntries(items.map(({ variant, readAt }) => [variant, readAt]))).toEqual({
    passkeyAdded: null,
    otherSessionsEnded: null,
  })
  expect(items).toHaveLength(2)
  expect(await subjectsTo(ana)).toEqual(['All other devices were logged out of your account'])
})

test('an identity check that moves on is told, and mailed only to whom wants that', async () => {
  const [ana, ben] = [await someone(), await someone('Ben Lee', 'ko')]
  await app.raw('changeNoticePreferences', { changes: [{ kind: 'kyc', channel: 'email', on: false }] }, await as(ana))
  for (const { id } of [ana, ben]) await happens({ event: 'kyc.moved', data: { ownerId: id, to: 'approved' } })
  expect([await told(ana), await told(ben)]).toEqual([['kyc.approved'], ['kyc.approved']])
  expect([await subjectsTo(ana), await subjectsTo(ben)]).toEqual([[], ['본인 인증이 완료됐어요']])
})

test('EN-11 a withdrawal is told when it is asked for, arrives, is cancelled and comes back, once each', async () => {
  app.services.config.achRelease = { at: 'immediate', cutoff: '16:00' }
  const ana = await bank.aWithdrawer()
  const to = await bank.aRecipient(ana)
  await app.runJobs()
  const before = await told(ana)
  const isNew = async () => (await told(ana)).slice(0, -before.length || undefined)
  const { transactionId } = (await bank.withdraw(ana, to)).data
  const ref = bank.refOf(transactionId)
  expect(await isNew()).toEqual(['withdraw.requested'])
  await bank.sweep(ana)
  await bank.act(ref, 'submit')
  await bank.act(ref, 'settle')
  await bank.sweep(ana)
  expect(await isNew()).toEqual(['withdraw.completed', 'withdraw.requested'])
  await bank.act(ref, 'return', { code: 'R03' })
  await app.runJobs()
  await bank.sweep(ana)
  expect(await isNew()).toEqual(['withdraw.returned', 'withdraw.completed', 'withdraw.requested'])
  const items = (await itemsOf(ana)).slice(0, 3)
  expect(items[0]?.params).toMatchObject({ amount: 100_00, method: 'bank', reason: 'R03' })
  expect((await subjectsTo(ana)).join()).toContain('the bank has no account with that number and name')
  for (const item of items) expect(item).toMatchObject({ objectType: 'transaction', objectId: transactionId })
  expect(items.map(({ readAt }) => readAt === null)).toEqual([true, true, false])

  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  const other = await bank.aRecipient(ana, { accountNumber: '000987654321' })
  const { data } = await bank.withdraw(ana, other)
  expect((await bank.cancel(ana, bank.refOf(data.transactionId))).data).toMatchObject({ state: 'CANCELLED' })
  expect((await isNew()).slice(0, 2)).toEqual(['withdraw.cancelled', 'withdraw.requested'])
  expect((await subjectsTo(ana)).filter((subject) => subject.includes('withdrawal'))).toHaveLength(5)
})

test('a deposit that is disputed once its money is spent is mailed, saying what may be owed, and that it stands', async () => {
  const ana = await aVerifiedUser(app.services)
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(ana, data.transactionId)
  const [{ ref } = { ref: '' }] = await deposits.paymentsOf(ana)
  await withBalance(app.services, ana, -100_00)
  const mails = async () => {
    await itemsOf(ana)
    return subjectsTo(ana)
  }
  await app.control('POST', `/card/payments/${ref}/dispute`, {})
  await expect
    .poll(mails)
    .toContain(
      "Money you added by card is disputed, which can take two to three months to decide. $100.00 of it is no longer in your balance: if the money goes back, you'll owe that",
    )
  await app.control('POST', `/card/payments/${ref}/win`, {})
  await expect
    .poll(mails)
    .toContain("The dispute over money you added by card ended in your favor. You don't owe $100.00 for it")
  expect((await told(ana)).filter((name) => name.startsWith('deposit.'))).toEqual([
    'deposit.stands',
    'deposit.mayOwe',
    'deposit.completed',
  ])
})

test('EN-14 a deposit that completes raises the balance and is told, with a link to it', async () => {
  const ana = await aVerifiedUser(app.services)
  const { data } = await deposits.start(ana)
  expect(await told(ana)).toEqual([])
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ana)).toBeGreaterThan(0)
  expect(await itemsOf(ana)).toEqual([
    expect.objectContaining({
      kind: 'deposit',
      variant: 'completed',
      objectType: 'transaction',
      objectId: data.transactionId,
      readAt: null,
    }),
  ])
})

/** What these people are told by an act, newest first. */
const newsOf = async (people: readonly TestUser[], act: () => Promise<unknown>) => {
  const before = await Promise.all(people.map(async (one) => (await told(one)).length))
  await act()
  const after: string[][] = []
  for (const one of people) after.push(await told(one))
  return after.map((names, n) => names.slice(0, names.length - (before[n] ?? 0)))
}

test('whoever is asked for money is told, and an event of an invoice that is gone tells nobody', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services, { fullName: 'Ana Ruiz' }), await aVerifiedUser(app.services)]
  const body = { amount: 30_00, currency: 'USD', note: 'Pizza', uses: 'single', toUser: ben.userId }
  const { status, data } = await app.raw('createRequest', body, await as(ana))
  expect(status).toBe(200)
  expect(await itemsOf(ben)).toEqual([
    expect.objectContaining({
      kind: 'request',
      variant: 'received',
      objectId: (data as unknown as { requestId: string }).requestId,
      params: { amount: 30_00, name: 'Ana Ruiz' },
    }),
  ])
  expect(await told(ana)).toEqual([])
  await happens({ event: 'invoice.paid', data: { ownerId: ana.id, otherId: ben.id, id: newId() } })
  expect(await told(ana)).toEqual([])
})

test('an invoice and a request that are paid, and an invoice that is given back, are told once to each side, and money that waits as well', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  const eve = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, ben, 5_000_00)
  await withBalance(app.services, eve, 950_00)
  const sides = [ana, ben]
  const paid = [['invoicePaymentReceived.paid'], ['invoicePaymentDone.paid']]
  const byWallet = await payables.anInvoice(ana, ben)
  expect(await newsOf(sides, () => payables.payInvoice(ben, byWallet, 'wallet'))).toEqual(paid)
  const byCard = await payables.anInvoice(ana, ben)
  const page = (await payables.payInvoice(ben, byCard, 'card')).data as unknown as { transactionId: string }
  const payPage = async () => {
    await deposits.press(page.transactionId, 'pay')
    expect(await deposits.settled(ben, page.transactionId)).toMatchObject({ state: 'COMPLETED' })
  }
  expect(await newsOf(sides, payPage)).toEqual(paid)
  const request = await payables.aRequest(ana, { asked: ben })
  expect(await newsOf(sides, () => payables.payRequest(ben, { id: request.id }, 'wallet'))).toEqual([
    ['request.paid'],
    ['sent.completed'],
  ])
  expect(await newsOf(sides, () => payables.refund(ana, byWallet))).toEqual([[], ['invoice.refunded']])

  // Eve may hold $1,000 until she is verified.
  const held = await payables.anInvoice(eve, ben)
  const news = await newsOf([eve, ben], () => payables.payInvoice(ben, held, 'wallet'))
  expect(news).toEqual([['received.held'], ['sent.held']])
  const release = async () => {
    await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', eve.id).execute()
    await releaseHeldTransfers(app.services, eve.id)
  }
  expect(await newsOf([eve, ben], release)).toEqual(paid)
})

// From here on the clock moves, and does not go back.
test('EN-02 EN-07 EN-08 EN-09 EN-10 each side of an invoice is told its part, once, in its language, with a link to the invoice', async () => {
  const [ana, min] = [
    await aVerifiedUser(app.services, { fullName: 'Ana Ruiz' }),
    await aVerifiedUser(app.services, { fullName: 'Kim Minsu', lang: STORED_LANGUAGES.ko }),
  ]
  for (const one of [ana, min]) await withBalance(app.services, one, 500_00)
  let id = ''
  const does = async (user: TestUser, key: EndpointKey, body: object = { invoiceId: id }) => {
    const { status, data } = await payables.call(user, key, { ...body })
    expect(status, key).toBe(200)
    return data as { invoiceId: string }
  }
  const news = (act: () => Promise<unknown>) => newsOf([ana, min], act)
  const dueDate = app.clock.now().toISOString().slice(0, 10)
  const invoice = { toUser: min.userId, type: 'custom', amount: 120_00, currency: 'USD', note: 'Wedding cake', dueDate }
  const isMade = [['invoiceSent.created'], ['invoiceReceived.created']]
  const made: string[] = []
  const make = async () => {
    id = (await does(ana, 'createInvoice', invoice)).invoiceId
    made.push(`invoice ${id}`)
  }
  expect(await news(make)).toEqual(isMade)
  expect(await news(() => does(min, 'declineInvoice'))).toEqual([['invoice.declined'], []])
  expect(await news(make)).toEqual(isMade)
  expect(await news(() => does(ana, 'cancelInvoice'))).toEqual([[], ['invoice.cancelled']])
  expect(await news(make)).toEqual(isMade)
  expect(await news(() => does(ana, 'remindInvoice'))).toEqual([[], ['invoice.reminded']])
  await pass(DAY_S + 60)
  // A second reminder is another event.
  expect(await news(() => does(ana, 'remindInvoice'))).toEqual([[], ['invoice.reminded']])
  await pass(DAY_S)
  const comesDue = () =>
    invoicesTasks(app.services)['invoices.tell-overdue']({ issuerId: ana.id, invoiceId: uuidOf(id, 'inv') ?? '' })
  expect(await news(comesDue)).toEqual([['invoice.overdue'], ['invoice.overdue']])
  const paid = () => does(min, 'payInvoice', { invoiceId: id, payMethod: 'wallet' })
  expect(await news(paid)).toEqual([['invoicePaymentReceived.paid'], ['invoicePaymentDone.paid']])
  const [last] = await itemsOf(ana)
  expect(last).toMatchObject({ params: { amount: 120_00, name: 'Kim Minsu' } })
  expect(await news(() => does(ana, 'refundInvoice'))).toEqual([[], ['invoice.refunded']])

  const items = [...(await itemsOf(ana)), ...(await itemsOf(min))]
  expect(new Set(items.map(({ objectType, objectId }) => `${objectType} ${objectId}`))).toEqual(new Set(made))
  expect(await subjectsTo(ana)).toEqual([
    'Kim Minsu paid your invoice of $120.00',
    'The invoice of $120.00 with Kim Minsu is overdue',
    'Kim Minsu declined your invoice of $120.00',
  ])
  expect((await subjectsTo(min)).at(-1)).toBe('Ana Ruiz님이 $120.00 청구서를 보냈어요')
})

test('C-30 a payment by Zelle is on hold half an hour after its number, and told; it completes by itself when its money comes, and has expired after two days, when its money lies in suspense', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1, fullName: 'Ana López' }), await aVerifiedUser(app.services)]
  const passes = async (seconds: number) => {
    await pass(seconds)
    await deposits.sweep(ana)
  }
  const arrive = async (reference: string) => {
    const credit = { reference, amountCents: 100_00, senderName: 'ANA LOPEZ' }
    await app.control('POST', '/zelle/credits', credit)
    await pollFeed(app.services)
  }
  const begin = async (confirmation: string) => {
    const { transactionId } = (
      await app.call(
        'zelleIntent',
        { toUser: ben.userId, amount: 100_00, currency: 'USD' },
        { key: newId(), ...(await as(ana)) },
      )
    ).data
    const body = { transactionId, confirmation, fullName: 'Ana Lopez' }
    expect(await app.call('confirmZelle', body, { key: newId(), ...(await as(ana)) })).toMatchObject({
      code: 'zelleNotFound',
    })
    return transactionId
  }
  const suspense = async () =>
    Number(
      (
        await app.services.db.pool.query<{ cents: string }>(
          "select coalesce(sum(balance_cents), 0) as cents from accounts where account = 'suspense:unmatched'",
        )
      ).rows[0]?.cents,
    )
  const before = await suspense()
  const [late, never] = [await begin('610000001'), await begin('610000002')]
  await passes(29 * 60)
  expect(await deposits.rowOf(ana, late)).toMatchObject({ state: 'PENDING' })
  expect(await told(ana)).toEqual([])
  await passes(2 * 60)
  for (const id of [late, never])
    expect(await deposits.rowOf(ana, id)).toMatchObject({ state: 'ON HOLD', holdReason: 'zelleNotSeen' })
  expect(await itemsOf(ana)).toMatchObject(
    [never, late].map((objectId) => ({ kind: 'sent', variant: 'held', objectId, readAt: null })),
  )
  await passes(24 * 3_600)
  await arrive('610000001')
  expect(await deposits.rowOf(ana, late)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ben)).toBe(100_00)
  await passes(25 * 3_600)
  await pollFeed(app.services)
  await deposits.sweep(ana)
  expect(await deposits.rowOf(ana, never)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  await arrive('610000002')
  expect((await suspense()) - before).toBe(100_00)
  expect(await told(ben)).toEqual(['received.completed'])
})

test('what we say of a ticket or a dispute that is not there reaches operators as an alarm, and its owner not at all', async () => {
  const ana = await someone()
  const error = vi.spyOn(app.services.log, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  const ids = { ownerId: ana.id, id: newId() }
  await transaction(app.services.db, 'test', (trx) =>
    app.services.jobs.add(
      trx,
      { task: 'notices.tell-ticket', payload: { ...ids, to: 'answered' } },
      { task: 'notices.tell-dispute', payload: { ...ids, to: 'credited' } },
    ),
  )
  expect(await told(ana)).toEqual([])
  for (const label of ['ticket', 'dispute'])
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ alert: true, label }),
      expect.stringContaining('not told'),
    )
})

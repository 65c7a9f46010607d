import { type Language, STORED_LANGUAGES, uuidOf } from '@puente/contract'
import { afterAll, expect, test } from 'vitest'
import { readDebt } from '#features/limits/index.ts'
import { checkMovements } from '#features/operations/invariants-store.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { settleDebt } from './settle-debt.ts'

const app = appOfFile()
const deposits = depositsIn(app)

const headersOf = (user: TestUser) => signedIn(app.services, user)
const walletOf = async (user: TestUser) =>
  (await app.call('wallet', undefined, { headers: await headersOf(user) })).data
const rowsOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await headersOf(user) })).data.items
const happens = (ref: string, action: string, more: object = {}) =>
  app.control('POST', `/card/payments/${ref}/${action}`, more)
const eventually = async (user: TestUser, expected: object) =>
  expect
    .poll(async () => {
      await app.runJobs()
      return walletOf(user)
    })
    .toMatchObject(expected)
const send = async (from: TestUser, to: TestUser, amount: number) =>
  app.call(
    'sendInApp',
    { toUser: to.userId, amount, currency: 'USD' },
    { headers: await headersOf(from), key: newId() },
  )
/** This person's debt; in the books it is part of what all people owe. */
const owedBy = async (user: TestUser) => Number((await readDebt(app.services.db.pool, user.id)).owedCents)
afterAll(async () => {
  const violations = await checkMovements(app.services.db.pool)
  expect(violations.filter(({ invariant }) => invariant.startsWith('what people owe'))).toEqual([])
})

const aDeposit = async (user: TestUser, amount: number) => {
  const { data } = await deposits.start(user, { amount })
  await deposits.press(data.transactionId, 'pay')
  await deposits.settled(user, data.transactionId)
  return { ref: deposits.refOf(data.transactionId), transactionId: data.transactionId }
}

/** Ana adds $100.00 by card, spends $70.07 of it, and the card's owner takes all of it back. */
const aDebtor = async (language: Language = 'en') => {
  const ana = await aUser(app.services, { tier: 1, lang: STORED_LANGUAGES[language] })
  const deposit = await aDeposit(ana, 100_00)
  await withBalance(app.services, ana, -70_07)
  await happens(deposit.ref, 'dispute')
  await eventually(ana, { USD: 0, held: { USD: 29_93 } })
  await happens(deposit.ref, 'lose')
  await eventually(ana, { USD: 0, held: { USD: 0 }, owed: { USD: 70_07, transactionId: deposit.transactionId } })
  return { ana, deposit, owed: () => owedBy(ana) }
}

test('a debt for a payment that went back is paid by the next money of any kind, to the cent, and shown with its reason', async () => {
  const { ana, deposit, owed } = await aDebtor()
  const ben = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, ben, 100_00)
  expect(await owed()).toBe(70_07)
  const shown = () => deposits.rowOf(ana, deposit.transactionId)
  expect(await shown()).toMatchObject({ type: 'deposit', state: 'COMPLETED', leftDebt: true })

  await send(ben, ana, 20_05)
  await eventually(ana, { USD: 0, owed: { USD: 50_02 } })
  expect((await rowsOf(ana))[0]).toMatchObject({
    type: 'adjustment',
    debtStep: 'paid',
    amount: 20_05,
    balance: 0,
    linkedId: deposit.transactionId,
  })

  await aDeposit(ana, 60_00)
  await eventually(ana, { USD: 9_98 })
  expect(await walletOf(ana)).not.toHaveProperty('owed')
  expect(await owed()).toBe(0)
  // The deposit still says what became of its money; that nothing is owed any more, the wallet says.
  expect(await shown()).toMatchObject({ leftDebt: true })
  expect((await rowsOf(ana))[0]).toMatchObject({ debtStep: 'paid', amount: 50_02, balance: 9_98 })
  expect(await send(ana, ben, 9_98)).toMatchObject({ status: 200 })
})

test('each transaction whose money was taken back after it had been spent says so, not the last alone', async () => {
  const { ana, deposit } = await aDebtor()
  const second = await aDeposit(ana, 90_00)
  await eventually(ana, { USD: 19_93 })
  await happens(second.ref, 'refund')
  await eventually(ana, { USD: 0, owed: { USD: 70_07, transactionId: second.transactionId } })
  for (const { transactionId } of [deposit, second])
    expect(await deposits.rowOf(ana, transactionId)).toMatchObject({ leftDebt: true })
  const third = await aDeposit(ana, 10_00)
  expect(await deposits.rowOf(ana, third.transactionId)).not.toHaveProperty('leftDebt')
})

test('a person who owes can send and withdraw nothing, not even what just came in; they can add money', async () => {
  const { ana } = await aDebtor()
  const ben = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, ana, 10_00)
  expect(await send(ana, ben, 5_00)).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'owes', owedCents: 70_07 },
  })
  // Nor by card to another person.
  expect(
    await app.call(
      'startCheckout',
      { toUser: ben.userId, amount: 5_00, currency: 'USD', expectedTotalCharge: 5_00 } as never,
      { headers: await headersOf(ana), key: newId() },
    ),
  ).toMatchObject({ code: 'accountRestricted', details: { reason: 'owes' } })
  expect(await deposits.start(ana, { amount: 5_00 })).toMatchObject({ status: 200 })
})

test('money that comes in many times at once pays a debt once', async () => {
  const { ana, owed } = await aDebtor()
  const others = await Promise.all([1, 2, 3, 4].map(() => aUser(app.services, { tier: 1 })))
  await Promise.all(others.map((other) => withBalance(app.services, other, 50_00)))
  await Promise.all([
    ...others.map((other) => send(other, ana, 25_00)),
    ...[1, 2, 3, 4].map(() => settleDebt(app.services, ana.id)),
  ])
  await Promise.all([app.runJobs(), settleDebt(app.services, ana.id), settleDebt(app.services, ana.id)])
  await eventually(ana, { USD: 29_93, held: { USD: 0 } })
  expect(await owed()).toBe(0)
  // What found nothing left to pay has done nothing, and the trail says nothing of it.
  const paid = (await rowsOf(ana)).filter(({ debtStep }) => debtStep === 'paid')
  const ids = (text: string) =>
    withClient(app.database.superuserUrl, async (client) =>
      (await client.query<{ id: string }>(text)).rows.map(({ id }) => id),
    )
  const settled = await ids(`select object_id as id from audit_log where action = 'debt.settled'`)
  const moved = new Set(await ids('select movement_id::text as id from movements'))
  const own = new Set(paid.map(({ id }) => uuidOf(id, 'txn')))
  expect(settled.filter((id) => own.has(id) || !moved.has(id))).toHaveLength(paid.length)
})

test('a payment that paid a debt and is then reversed leaves exactly what it paid owed', async () => {
  const { ana, owed } = await aDebtor()
  const second = await aDeposit(ana, 100_00)
  await eventually(ana, { USD: 29_93 })
  await happens(second.ref, 'refund')
  await eventually(ana, { USD: 0, owed: { USD: 70_07, transactionId: second.transactionId } })
  expect(await owed()).toBe(70_07)
})

test('a paid debt that turns out not to be owed is given back', async () => {
  const { ana, deposit, owed } = await aDebtor()
  await aDeposit(ana, 80_00)
  await eventually(ana, { USD: 9_93 })
  // Won on appeal: the $29.93 that were taken and the $70.07 that were paid come back.
  await happens(deposit.ref, 'win')
  await eventually(ana, { USD: 109_93, held: { USD: 0 } })
  expect(await owed()).toBe(0)
  expect((await rowsOf(ana))[0]).toMatchObject({ debtStep: 'givenBack', amount: 70_07, balance: 109_93 })
})

test('a person who comes to owe is notified in the app and by mail with what to do, and of each payment, of the end and of what comes back', async () => {
  const { ana, deposit } = await aDebtor('es')
  await withBalance(app.services, ana, 20_05)
  await settleDebt(app.services, ana.id)
  await eventually(ana, { owed: { USD: 50_02 } })
  await withBalance(app.services, ana, 60_00)
  await settleDebt(app.services, ana.id)
  await eventually(ana, { USD: 9_98 })
  await happens(deposit.ref, 'win')
  await eventually(ana, { USD: 109_98, held: { USD: 0 } })

  const { items } = (await app.call('listNotifications', { limit: '50' } as never, { headers: await headersOf(ana) }))
    .data
  const told = items.filter(({ kind }) => kind === 'debt')
  expect(told.map(({ variant, params }) => [variant, params.amount])).toEqual([
    ['givenBack', 70_07],
    ['settled', 50_02],
    ['partlyPaid', 50_02],
    ['owed', 70_07],
  ])
  // Each leads to the transaction that went back.
  expect(new Set(told.map(({ objectType, objectId }) => `${objectType} ${objectId}`))).toEqual(
    new Set([`transaction ${(await rowsOf(ana)).find(({ type }) => type === 'deposit')?.id}`]),
  )
  const mails = await app.control<{ subject: string; text: string }[]>(
    'GET',
    `/inbox?to=${encodeURIComponent(ana.email)}`,
  )
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain(
    'Debes $70.07 por dinero que se devolvió. Agrega dinero para saldar la deuda antes de enviar o retirar',
  )
  expect(subjects).toContain('Ya no debes los $50.02. Esa deuda ya no te impide enviar ni retirar')
  expect(subjects.filter((subject) => /deb[eí]/i.test(subject))).toHaveLength(4)
})

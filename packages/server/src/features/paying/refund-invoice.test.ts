/** Paid invoices given back: whole, in parts, by fifty at once; what both sides see, and who gets nothing back. */
import { invoiceId } from '@puente/contract'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { depositsIn } from '#test/deposits.ts'
import { payablesIn } from '#test/payables.ts'
import { csvRows } from '#test/statements.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const { anInvoice, payInvoice, refund, invoiceOf, rowsOf } = payablesIn(app)

const change = (user: TestUser, values: object) =>
  app.services.db.updateTable('users').set(values).where('owner_id', '=', user.id).execute()
const balances = async (...people: TestUser[]) => Promise.all(people.map((person) => deposits.balanceOf(person)))

const dayFrom = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
/** The rows of a person's statement, the oldest first. */
const statementOf = async (person: TestUser) => {
  const response = await fetch(`${app.url}/api/transactions/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await signedIn(app.services, person)) },
    body: JSON.stringify({ fromDate: dayFrom(-1), toDate: dayFrom(1) }),
  })
  return csvRows(await response.text())
}

/** Ben has paid Ana $100 from his wallet. */
const aPaidInvoice = async () => {
  const [ana, ben] = [
    await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' }),
    await aUser(app.services, { tier: 1, fullName: 'Ben Lee' }),
  ]
  await withBalance(app.services, ben, 100_00)
  const id = await anInvoice(ana, ben)
  const { data } = await payInvoice(ben, id, 'wallet')
  return { ana, ben, id, paidId: (data as { transactionId: string }).transactionId }
}

test('X-22 a paid invoice is refunded whole or in parts, once per key, never above what was paid, even fifty at once; both sides see it, also in their statements', async () => {
  const { ana, ben, id, paidId } = await aPaidInvoice()
  expect(await refund(ana, id, 100_01)).toMatchObject({
    status: 409,
    code: 'invalidInvoice',
    details: { leftCents: 100_00 },
  })
  const key = newId()
  const first = await refund(ana, id, 33_33, key)
  expect(first).toMatchObject({ status: 200, data: { refunded: 33_33, left: 66_67, balance: 66_67 } })
  const repeats = await Promise.all(Array.from({ length: 20 }, () => refund(ana, id, 33_33, key)))
  expect(repeats.map(({ data }) => data)).toEqual(repeats.map(() => first.data))
  expect(await balances(ana, ben)).toEqual([66_67, 33_33])
  const many = await Promise.all(Array.from({ length: 50 }, () => refund(ana, id, 20_00)))
  const accepted = many.filter(({ status }) => status === 200)
  expect(accepted.length).toBeLessThanOrEqual(3)
  for (const { code } of many.filter(({ status }) => status !== 200))
    expect(['invalidInvoice', 'tooManyRequests', 'serviceUnavailable']).toContain(code)
  const given = 33_33 + accepted.length * 20_00
  expect(await balances(ana, ben)).toEqual([100_00 - given, given])
  // What is left, without saying how much.
  const rest = await refund(ana, id)
  expect(rest).toMatchObject({ data: { refunded: 100_00, left: 0, balance: 0 } })
  expect(await refund(ana, id)).toMatchObject({ code: 'invalidInvoice', details: { leftCents: 0 } })
  expect(await balances(ana, ben)).toEqual([0, 100_00])
  for (const side of [ana, ben])
    expect(await invoiceOf(side, id)).toMatchObject({ state: 'paid', refundedCents: 100_00n })
  const shown = {
    type: 'refund',
    state: 'COMPLETED',
    method: 'wallet',
    linkedId: paidId,
    invoiceId: invoiceId(id),
    fee: 0,
  }
  const { transactionId: last } = rest.data as { transactionId: string }
  expect((await rowsOf(ana))[0]).toMatchObject({
    ...shown,
    id: last,
    from: ana.userId,
    to: ben.userId,
    fullName: 'Ben Lee',
    balance: 0,
  })
  expect((await rowsOf(ben))[0]).toMatchObject({
    ...shown,
    id: last,
    from: ana.userId,
    to: ben.userId,
    fullName: 'Ana Ruiz',
    balance: 100_00,
  })
  const { data: seen } = await app.raw(
    'getInvoice',
    { invoiceId: invoiceId(id) },
    { headers: await signedIn(app.services, ben) },
  )
  const { payments, refunds } = seen as { payments: unknown[]; refunds: { amount: number }[] }
  expect(payments).toMatchObject([{ transactionId: paidId, amount: 100_00 }])
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_00)
  for (const person of [ana, ben]) {
    const { data: list } = await app.raw('listInvoices', {}, { headers: await signedIn(app.services, person) })
    expect((list as { items: unknown[] }).items).toMatchObject([{ id: invoiceId(id), state: 'paid', refunded: 100_00 }])
  }
  const parts = ['33.33', ...accepted.map(() => '20.00'), ((100_00 - given) / 100).toFixed(2)]
  for (const [person, other, sign] of [
    [ana, 'Ben Lee', '-'],
    [ben, 'Ana Ruiz', ''],
  ] as const) {
    const lines = (await statementOf(person)).filter(({ type }) => type === 'refund')
    expect(lines.map(({ amount }) => amount)).toEqual(parts.map((part) => `${sign}${part}`))
    for (const row of lines) expect(row).toMatchObject({ state: 'COMPLETED', counterpart: other, fee: '0.00' })
    expect(lines.at(-1)).toMatchObject({ id: last, balance: sign === '-' ? '0.00' : '100.00' })
  }
})

test('only its issuer gives an invoice back, once it is paid, and only what they have', async () => {
  const { ana, ben, id } = await aPaidInvoice()
  expect(await refund(ben, id)).toMatchObject({ code: 'invalidInvoice' })
  expect(await refund(await aUser(app.services, { tier: 1 }), id)).toMatchObject({ code: 'invalidInvoice' })
  expect(await refund(ana, newId())).toMatchObject({ code: 'invalidInvoice' })
  expect(await refund(ana, await anInvoice(ana, ben))).toMatchObject({ code: 'invalidInvoice' })
  expect(await refund(ana, id, 0)).toMatchObject({ code: 'invalidAmount' })
  await withBalance(app.services, ana, -50_00)
  expect(await refund(ana, id)).toMatchObject({ status: 422, code: 'senderUnsufficientFunds' })
  await change(ana, { status: 'frozen' })
  expect(await refund(ana, id, 1)).toMatchObject({ code: 'accountRestricted' })
  await change(ana, { status: 'open' })
  await change(ben, { status: 'closed' })
  expect(await refund(ana, id, 1)).toMatchObject({ code: 'invalidUser' })
  // Frozen, or with a phone that is no longer verified, they still get back what is theirs.
  await change(ben, { status: 'frozen', phone_verified_at: null })
  expect(await refund(ana, id, 50_00)).toMatchObject({ status: 200, data: { left: 50_00 } })
  expect(await balances(ana, ben)).toEqual([0, 50_00])
})

test('an invoice paid by card is given back to the wallet of its payer, without the fee', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 0 }), await aUser(app.services, { tier: 0 })]
  const free = [1, 2, 3].map(() => ({ owner_id: ben.id, movement_id: newId(), at: new Date() }))
  await app.services.db.insertInto('free_operations').values(free).execute()
  const id = await anInvoice(ana, ben)
  const { data } = await payInvoice(ben, id, 'card')
  const paidId = (data as { transactionId: string }).transactionId
  await deposits.press(paidId, 'pay')
  expect(await deposits.settled(ben, paidId)).toMatchObject({ fee: 3_20 })
  const income = await deposits.houseOf('income:fees', ben)
  expect(await refund(ana, id)).toMatchObject({ status: 200 })
  expect(await balances(ana, ben)).toEqual([0, 100_00])
  expect(await deposits.houseOf('income:fees', ben)).toBe(income)
  expect((await rowsOf(ben))[0]).toMatchObject({ type: 'refund', method: 'card', linkedId: paidId, amount: 100_00 })
})

import { expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

const ask = async (user: TestUser, amount: number, key: string = newId()) =>
  app.call('testFunds', { amount }, { key, headers: await signedIn(app.services, user) })

test('made-up money is in the balance at once, as a deposit', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  expect(await ask(ana, 5000_00)).toMatchObject({ status: 200, data: { balance: 5000_00 } })
  const { data } = await app.call('listTransactions', { limit: 1 }, { headers: await signedIn(app.services, ana) })
  expect(data.items[0]).toMatchObject({ type: 'deposit', state: 'COMPLETED', amount: 5000_00, balance: 5000_00 })
})

test('it counts in the limits of deposits, also those by card', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  expect(await ask(ana, 1000_01)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-15' } })
  expect((await ask(ana, 1000_00)).status).toBe(200)
  const { data } = await app.call('limits', undefined, { headers: await signedIn(app.services, ana) })
  expect(data.rows.find(({ row }) => row === 'L-16')).toMatchObject({ usedCents: 1000_00 })
})

test('at tier 0 it counts in the small rows, and it needs verified contacts and an open account', async () => {
  const ana = await aUser(app.services, { tier: 0 })
  expect(await ask(ana, 250_01)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-01' } })
  for (let n = 0; n < 4; n += 1) expect((await ask(ana, 250_00)).status).toBe(200)
  expect(await ask(ana, 1)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-03' } })
  expect(await ask(await aUser(app.services), 1)).toMatchObject({ code: 'emailNotVerified' })
  expect(await ask(await aUser(app.services, { emailVerified: true }), 1)).toMatchObject({ code: 'kycRequired' })
  await app.services.db.updateTable('users').set({ status: 'frozen' }).where('owner_id', '=', ana.id).execute()
  expect(await ask(ana, 1)).toMatchObject({ code: 'accountRestricted' })
})

test('where cards are real, or switched off, there is no such call', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { config } = app.services
  const { card } = config
  try {
    config.card = 'off'
    expect(await ask(ana, 1)).toMatchObject({ status: 404, code: 'notFound' })
    if (card !== 'off') config.card = { ...card, sandbox: false }
    expect(await ask(ana, 1)).toMatchObject({ status: 404, code: 'notFound' })
  } finally {
    config.card = card
  }
})

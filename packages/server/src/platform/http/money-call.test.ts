import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { ProviderError } from '#providers/types.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
let card: typeof app.services.card
beforeEach(() => {
  card = app.services.card
})
afterEach(() => {
  app.services.card = card
})

test('an error after the batch was taken is answered as an unknown outcome, and the key tells what became of it', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const key = newId()
  app.services.card = { ...card, checkout: () => Promise.reject(new TypeError('a mistake of ours')) }
  expect(await deposits.start(ana, {}, key)).toMatchObject({ status: 503, details: { outcome: 'unknown' } })
  app.services.card = card
  expect(await deposits.start(ana, {}, key)).toMatchObject({ status: 200, data: { tipo: 'processing' } })
  expect(await deposits.paymentsOf(ana)).toHaveLength(1)
})

test('a person has four money calls under way at a time; a repeat of one of them takes no fifth place', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  let fail = (_error: unknown): void => {}
  const provider = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  app.services.card = { ...card, checkout: () => provider }
  const key = newId()
  const underWay = [key, newId(), newId(), newId()].map((each) => deposits.start(ana, { amount: 20_00 }, each))
  await expect.poll(async () => (await deposits.paymentsOf(ana)).filter(({ attempts }) => attempts > 0).length).toBe(4)
  expect(await deposits.start(ana, { amount: 20_00 })).toMatchObject({
    status: 429,
    code: 'tooManyRequests',
    details: { reason: 'inFlight' },
  })
  const repeat = deposits.start(ana, { amount: 20_00 }, key)
  expect(await repeat).toMatchObject({ status: 200 })
  fail(new ProviderError('unavailable', 'no answer'))
  for (const answer of await Promise.all(underWay)) expect(answer).toMatchObject({ status: 200 })
})

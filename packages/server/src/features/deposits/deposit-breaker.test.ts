import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser } from '#test/factories.ts'
import { metricsOf } from '#test/metrics.ts'
import { appOfFile } from '#test/suite.ts'
import { depositsIn } from '#test/deposits.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const isOpen = async (): Promise<boolean> => (await metricsOf(app)).includes('rail_breaker_open{rail="card"} 1')

test('P15, A-67: a card provider that fails five times in a row is asked for nothing new, and one answer brings it back', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  const key = newId()
  const paid = await deposits.start(ana, {}, key)
  expect(paid.data.tipo).toBe('redirect')
  await deposits.fault('error500', { times: 100 })
  for (let n = 0; n < 5; n += 1) expect((await deposits.start(ana)).data.tipo).toBe('processing')

  const before = await deposits.paymentsOf(ana)
  const refused = await deposits.start(ana)
  expect(refused).toMatchObject({
    status: 503,
    code: 'serviceUnavailable',
    details: { rail: 'card', alternatives: ['paypal', 'zelle'], retryAfterSeconds: 30 },
    headers: { 'retry-after': '30' },
  })
  expect(await deposits.paymentsOf(ana)).toEqual(before)
  expect(await isOpen()).toBe(true)
  // What was answered once is answered so again, and money that moves by no rail is not concerned.
  expect((await deposits.start(ana, {}, key)).data).toEqual(paid.data)
  const headers = await deposits.headersOf(ana)
  expect(await app.call('testFunds', { amount: 1_00 }, { key: newId(), headers })).toMatchObject({ status: 200 })

  await app.control('DELETE', '/faults')
  await deposits.press(paid.data.transactionId, 'pay')
  expect(await deposits.settled(ana, paid.data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await isOpen()).toBe(false)
  expect((await deposits.start(ana)).data.tipo).toBe('redirect')
})

test('P15: a card provider that asks for a pause gets it, and is asked again afterwards', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  await deposits.fault('reject')
  const { data } = await deposits.start(ana)
  expect(data.tipo).toBe('processing')
  expect(await deposits.start(ana)).toMatchObject({ status: 503, details: { rail: 'card', retryAfterSeconds: 1 } })
  await expect.poll(isOpen, { timeout: 5_000 }).toBe(false)
  await deposits.sweep(ana)
  expect((await deposits.sessionOf(ana, data.sendSessionId)).next).toBe('pay')
  expect((await deposits.start(ana)).data.tipo).toBe('redirect')
})

import { beforeEach, expect, test } from 'vitest'
import type { Rail } from '@puente/contract'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import type { Services } from '#platform/services.ts'
import { appOfFile } from '#test/suite.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { probeRails } from './probe-rails.ts'
import { switchByItself } from './switched-off.ts'

const app = appOfFile()
const deposits = depositsIn(app)
beforeEach(async () => {
  await app.control('DELETE', '/faults')
  await app.services.db.updateTable('switches').set({ is_on: true }).execute()
})

const shown = async (rail: Rail) => (await app.call('config')).data.rails.find((one) => one.rail === rail)

test('a rail whose provider fails five times in a row is shown as off, with what works instead, and comes back by itself', async () => {
  const ana = await aUser(app.services, { tier: 2 })
  const paid = await deposits.start(ana)
  await deposits.fault('error500', { times: 100 })
  for (let n = 0; n < 5; n += 1) await deposits.start(ana)
  await expect.poll(async () => (await shown('card'))?.on).toBe(false)
  expect(await shown('card')).toMatchObject({ text: null, until: null, alternatives: ['paypal', 'zelle'] })
  expect(await deposits.start(ana)).toMatchObject({
    code: 'serviceUnavailable',
    details: { rail: 'card', alternatives: ['paypal', 'zelle'] },
  })

  await deposits.fault('error500', { times: 100, path: '/v1' })
  await probeRails(app.services)
  expect((await shown('card'))?.on).toBe(false)
  await app.control('DELETE', '/faults')
  await probeRails(app.services)
  expect((await shown('card'))?.on).toBe(true)
  // What was under way was never held up.
  await deposits.press(paid.data.transactionId, 'pay')
  expect(await deposits.settled(ana, paid.data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('a switch that nobody renews ends by itself', async () => {
  await switchByItself(app.services, 'paypal', false)
  expect((await shown('paypal'))?.on).toBe(false)
  app.clock.advance(180_000)
  expect((await shown('paypal'))?.on).toBe(true)
})

test('of a rail that is off already nothing is reported again', async () => {
  const reports: object[] = []
  const log = { ...app.services.log, error: (fields: object) => void reports.push(fields) } as typeof app.services.log
  const noting = { ...app.services, log }
  for (let n = 0; n < 3; n += 1) await switchByItself(noting, 'zelle', false)
  expect(reports).toEqual([{ alert: true, rail: 'zelle' }])
})

test('Zelle is off while the list of our bank is older than half an hour, and on again once it was read', async () => {
  await pollFeed(app.services)
  await probeRails(app.services)
  expect((await shown('zelle'))?.on).toBe(true)
  app.clock.advance(31 * 60_000)
  await probeRails(app.services)
  expect((await shown('zelle'))?.on).toBe(false)
  await pollFeed(app.services)
  await probeRails(app.services)
  expect((await shown('zelle'))?.on).toBe(true)
})

test.each([
  ['zelle', 'plaid', pollFeed],
  ['bank', 'ach', (services: Services) => services.payouts.bank.fetch('ach_transfer_unknown')],
] as const)(
  '%s stays off, without another alert, while its provider fails, and is on again when it answers',
  async (rail, provider, ask) => {
    const alerts: object[] = []
    const error = (fields: object) => void alerts.push(fields)
    const services = { ...app.services, log: { ...app.services.log, error } as typeof app.services.log }
    await pollFeed(app.services)
    await app.control('POST', '/faults', { provider, fault: 'error500', path: '/', times: 100 })
    for (let n = 0; n < 5; n += 1) await expect(ask(app.services)).rejects.toThrow()
    await expect.poll(async () => (await shown(rail))?.on).toBe(false)
    for (let minute = 0; minute < 5; minute += 1) {
      app.clock.advance(60_000)
      await probeRails(services)
      expect((await shown(rail))?.on).toBe(false)
    }
    expect(alerts).toEqual([])
    await app.control('DELETE', '/faults')
    await probeRails(services)
    expect((await shown(rail))?.on).toBe(true)
  },
)

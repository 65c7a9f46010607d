import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { startWorkers, taskHandlers } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the worker starts with its schedule, does what follows from an event, and stops in order', async () => {
  const { services } = app
  const [ana, ben] = [await aUser(services, { tier: 1 }), await aUser(services, { tier: 0 })]
  await withBalance(services, ana, 100_00)
  await withBalance(services, ben, 1000_00)
  const { data } = await app.call(
    'sendInApp',
    { toUser: ben.userId, amount: 50_00, currency: 'USD' },
    { key: newId(), headers: await signedIn(services, ana) },
  )
  expect(data.state).toBe('ON HOLD')
  await services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', ben.id).execute()

  const worker = await startWorkers(services)
  expect(worker.isAlive()).toBe(true)
  await transaction(services.db, 'approve', (trx) =>
    services.events.record(trx, { event: 'kyc.approved', data: { ownerId: ben.id } }),
  )
  await expect
    .poll(async () => (await services.ledger.balance({ ownerId: ben.id, account: 'wallet' })).balanceCents, {
      timeout: 8000,
    })
    // The reward for the check may have come by then as well.
    .toBeGreaterThanOrEqual(1050_00n)
  await worker.stop()
  expect(worker.isAlive()).toBe(false)
})

test('every job that a webhook or a schedule leads to has a handler', () => {
  const names = Object.keys(taskHandlers(app.services))
  for (const task of [
    'card-event.settle',
    'kyc-event.apply',
    'payments.sweep',
    'held-transfers.release',
    'sessions.prune',
    'contact-codes.prune',
  ])
    expect(names).toContain(task)
})

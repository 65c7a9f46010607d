import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { sweepPayments } from './sweep-payments.ts'

const app = appOfFile()
const deposits = depositsIn(app)

test('payments on a rail that this build does not know stay due, are reported, and keep no other from its turn', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  await deposits.fault('error500', { path: '/v1/checkout/sessions', times: 1 })
  const { data } = await deposits.start(ana)
  await app.control('DELETE', '/faults')
  const { db } = app.services
  await db
    .updateTable('open_operations')
    .set({ look_at: new Date(1) })
    .where('owner_id', '=', ana.id)
    .execute()
  const unknown = Array.from({ length: 120 }, () => ({
    ref: newId(),
    owner_id: ana.id,
    rail: 'pigeon',
    kind: 'send',
    look_at: new Date(0),
  }))
  await db.insertInto('open_operations').values(unknown).execute()
  const reports: object[] = []
  const log = { ...app.services.log, error: (fields: object) => void reports.push(fields) } as Log
  const sweep = () => sweepPayments({ ...app.services, log })
  await sweep()
  expect(reports).toEqual([{ rail: 'pigeon', label: 'send', count: 120 }])
  expect(await deposits.paymentsOf(ana)).toMatchObject([{ attempts: 2 }])
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  await sweep()
  expect(reports).toHaveLength(2)
})

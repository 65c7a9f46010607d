import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, aVerifiedUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ REQUEST_DEADLINE_MS: '400' })

/** Does `work` while another transaction keeps what `lock` locks. */
const whileLocked = async <T>(lock: RawBuilder<unknown>, work: () => Promise<T>): Promise<T> =>
  app.services.db.transaction().execute(async (trx) => {
    await lock.execute(trx)
    return work()
  })

test('P5 a money call that takes too long is answered in time, never as a failure, and its key tells what became of it', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 100_00)
  const headers = await signedIn(app.services, ana)
  const key = newId()
  const send = () => app.raw('sendInApp', { currency: 'USD', toUser: ben.userId, amount: 25_00 }, { key, headers })

  const late = await whileLocked(sql`select from accounts where owner_id = ${ana.id} for update`, send)
  expect(late).toMatchObject({ status: 503, code: 'serviceUnavailable', details: { outcome: 'unknown' } })
  expect(late.headers['retry-after']).toBe('2')

  await expect.poll(async () => (await send()).status).toBe(200)
  expect(await app.services.ledger.balance({ ownerId: ben.id, account: 'wallet' })).toMatchObject({
    balanceCents: 25_00n,
  })
})

test('a read that takes too long is refused in time, and says only that', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const headers = await signedIn(app.services, ana)
  const list = () => app.raw('listTransactions', { limit: 20 }, { headers })
  const late = await whileLocked(sql`lock table movements in access exclusive mode`, list)
  expect(late).toMatchObject({ status: 503, code: 'serviceUnavailable', details: { retryAfterSeconds: 2 } })
  expect(late.details).not.toHaveProperty('outcome')
  expect((await list()).status).toBe(200)
})

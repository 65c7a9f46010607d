import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { anEmail, aUser, aVerifiedUser, PASSWORD, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { untilWaiting } from '#test/waiting.ts'

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

test('P5 a money call that no batch took before its caller stopped waiting is not done afterwards', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 100_00)
  const headers = await signedIn(app.services, ana)
  const send = (key: string) =>
    app.raw('sendInApp', { currency: 'USD', toUser: ben.userId, amount: 10_00 }, { key, headers })
  const [taken, waiting, later] = [newId(), newId(), newId()]

  await whileLocked(sql`select from accounts where owner_id = ${ana.id} for update`, async () => {
    const first = send(taken)
    await untilWaiting(app.database, 1)
    const second = send(waiting)
    expect([(await first).status, (await second).status]).toEqual([503, 503])
  })
  await expect.poll(async () => (await send(taken)).status).toBe(200)
  expect((await send(later)).status).toBe(200)
  expect(await app.services.ledger.balance({ ownerId: ben.id, account: 'wallet' })).toMatchObject({
    balanceCents: 20_00n,
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

test('P5 the deadline counts over a real connection as well, where the body has long been read', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 100_00)
  const headers = { ...(await signedIn(app.services, ana)), 'content-type': 'application/json' }
  const body = JSON.stringify({ currency: 'USD', toUser: ben.userId, amount: 25_00 })
  const init = { method: 'POST', body, headers: { ...headers, 'idempotency-key': newId() } }

  const lock = sql`select from accounts where owner_id = ${ana.id} for update`
  const late = await whileLocked(lock, () => fetch(`${app.url}/api/send/in-app`, init))
  expect(late.status).toBe(503)
  expect(await late.json()).toMatchObject({ code: 'serviceUnavailable', details: { outcome: 'unknown' } })
})

test('a sign-up that was answered too late leaves the address free, and a late session leaves its token unused', async () => {
  const form = { email: anEmail(), password: PASSWORD, lang: 'en', fullName: 'Ana Rey', business: false } as const
  let networks = 0
  const signUp = () => app.call('signUp', form, { headers: { 'x-forwarded-for': `203.0.${(networks += 1)}.1` } })
  const late = await whileLocked(sql`lock table identity_claims in exclusive mode`, signUp)
  expect(late).toMatchObject({ status: 503, code: 'serviceUnavailable' })
  let token = ''
  const retry = async () => {
    const { status, data } = await signUp()
    if (status === 200) ({ token } = data)
    return status
  }
  await expect.poll(retry).toBe(200)

  const open = () => app.call('openSession', { token })
  expect(await whileLocked(sql`lock table sessions in exclusive mode`, open)).toMatchObject({ status: 503 })
  await expect.poll(async () => (await open()).status).toBe(200)
})

test('the link stays good when setting a new password missed the deadline', async () => {
  const { id, email } = await aUser(app.services)
  await app.call('forgotPassword', { email })
  await app.runJobs()
  const [mail] = await app.control<{ text: string }[]>('GET', `/inbox?to=${encodeURIComponent(email)}`)
  const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const reset = () => app.call('resetPassword', { token, newPassword: 'Otra-Nube-77x' })
  expect(await whileLocked(sql`select from users where owner_id = ${id} for update`, reset)).toMatchObject({
    status: 503,
  })
  await expect.poll(async () => (await reset()).status).toBe(200)
})

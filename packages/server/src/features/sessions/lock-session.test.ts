import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExternalPayment } from '#test/external-payment.ts'
import { aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const enterNew = async () => {
  const user = await aUser(world.services)
  return { user, ...(await world.enter(user.email, PASSWORD)) }
}
const activity = (bearer: string) => world.call('activity', {}, { bearer })
const refresh = (cookie: string) => world.call('refreshSession', {}, { cookie })
const closed = (reason: string) => ({ status: 401, code: 'sessionClosed', details: { reason } })

test('a session is locked only while a payment is open elsewhere', async () => {
  const { bearer } = await enterNew()
  expect((await world.call('lockSession', { resume: '/deposit-now' }, { bearer })).data).toEqual({ locked: false })
  expect((await activity(bearer)).status).toBe(200)
})

test('EC-04 EC-20 a locked session lets nothing be read and goes on where it was, under a new cookie', async () => {
  const { user, bearer, cookie } = await enterNew()
  await openExternalPayment(world.services, user.id)
  expect((await world.call('lockSession', { resume: '/deposit-now' }, { bearer })).data).toEqual({ locked: true })
  expect(await activity(bearer)).toMatchObject(closed('locked'))
  expect(await refresh(cookie)).toMatchObject({ ...closed('locked'), cookie: null })
  expect(await world.call('unlockSession', { password: 'wrong' }, { cookie })).toMatchObject({
    status: 401,
    code: 'invalidSignIn',
    details: { reason: 'password' },
  })
  world.advance(20)
  const unlocked = await world.call('unlockSession', { password: PASSWORD }, { cookie })
  expect(unlocked).toMatchObject({ status: 200, data: { resume: '/deposit-now' } })
  expect(unlocked.cookie).not.toBe(cookie)
  expect(await refresh(cookie)).toMatchObject(closed('revoked'))
  expect((await refresh(unlocked.cookie ?? '')).status).toBe(200)
  expect((await activity(unlocked.data.bearer)).status).toBe(200)
})

test('thirty minutes after the last activity a locked session is closed', async () => {
  const { user, bearer, cookie } = await enterNew()
  await openExternalPayment(world.services, user.id)
  await world.call('lockSession', { resume: '/deposit-now' }, { bearer })
  world.advance(30)
  expect(await world.call('unlockSession', { password: PASSWORD }, { cookie })).toMatchObject(closed('idle'))
})

test('a person who pays on another page without locking finds the session locked, not closed', async () => {
  const { user, cookie } = await enterNew()
  await openExternalPayment(world.services, user.id)
  world.advance(16)
  expect(await refresh(cookie)).toMatchObject(closed('locked'))
  expect((await world.call('unlockSession', { password: PASSWORD }, { cookie })).status).toBe(200)
})

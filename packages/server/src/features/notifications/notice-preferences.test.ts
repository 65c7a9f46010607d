import type { NoticeChannel, NoticeKind } from '@puente/contract'
import { expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

const aPerson = async () => {
  const { authorization } = await signedIn(app.services, await aUser(app.services, { tier: 0 }))
  return { bearer: authorization.slice('Bearer '.length) }
}

const change = (bearer: string, kind: string, channel: string, on: boolean) =>
  app.raw('changeNoticePreferences', { changes: [{ kind, channel, on }] }, { bearer })

const channelsOf = async (bearer: string, kind: NoticeKind) =>
  (await app.call('noticePreferences', undefined, { bearer })).data.items.find((item) => item.kind === kind)?.channels

test('EU-17 channels are switched per kind and stay so, and clients/me names those that are off', async () => {
  const { bearer } = await aPerson()
  expect(await channelsOf(bearer, 'received')).toEqual({ inApp: true, email: true, push: true, sms: false })
  await change(bearer, 'received', 'email', false)
  await change(bearer, 'received', 'sms', true)
  expect(await channelsOf(bearer, 'received')).toEqual({ inApp: true, email: false, push: true, sms: true })
  expect(await channelsOf(bearer, 'sent')).toEqual({ inApp: true, email: false, push: false, sms: false })
  const me = async () => (await app.call('me', undefined, { bearer })).data.notifications
  expect(await me()).toEqual({ received: ['email'] })
  await change(bearer, 'received', 'email', true)
  expect(await me()).toEqual({})
})

test('who turns off mails or the list of what moves money reads it once in the security log, however many are turned', async () => {
  const { bearer } = await aPerson()
  const lines = async () => {
    const { items } = (await app.call('securityLog', { limit: '20' } as never, { bearer })).data
    return items.filter(({ event }) => event === 'noticesTurnedOff').length
  }
  await change(bearer, 'reward', 'inApp', false)
  await change(bearer, 'received', 'push', false)
  await change(bearer, 'sent', 'email', true)
  expect(await lines()).toBe(0)
  await change(bearer, 'received', 'email', false)
  await change(bearer, 'withdraw', 'inApp', false)
  expect(await lines()).toBe(1)
})

test('changes in one call are made together, and the last word on a channel counts', async () => {
  const { bearer } = await aPerson()
  const changes = [
    { kind: 'sent' as const, channel: 'email' as const, on: true },
    { kind: 'deposit' as const, channel: 'push' as const, on: false },
    { kind: 'deposit' as const, channel: 'push' as const, on: true },
  ]
  await app.call('changeNoticePreferences', { changes }, { bearer })
  expect([(await channelsOf(bearer, 'sent'))?.email, (await channelsOf(bearer, 'deposit'))?.push]).toEqual([true, true])
})

test('what keeps an account safe cannot be switched off', async () => {
  const { bearer } = await aPerson()
  for (const kind of ['security', 'updateEmail', 'updatePhone'] as const) {
    expect(await change(bearer, kind, 'email', false)).toMatchObject({
      status: 400,
      code: 'invalidType',
      details: { reason: 'fixedNotice' },
    })
    expect((await channelsOf(bearer, kind))?.email).toBe(true)
  }
})

test.each([
  ['gossip', 'email' satisfies NoticeChannel],
  ['sent', 'pigeon'],
])('an unknown kind or channel is invalidType: %s by %s', async (kind, channel) => {
  const { bearer } = await aPerson()
  expect(await change(bearer, kind, channel, false)).toMatchObject({ status: 400, code: 'invalidType' })
})

import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { createWebPush } from './web-push.ts'

const keys = webPush.generateVAPIDKeys()
const settings = { ...keys, subject: 'mailto:push@example.com', hosts: [], sandboxUrl: null, sandbox: true }
const message = { payload: '{}', topic: 'topic', urgency: 'normal' } as const
const browser = createECDH('prime256v1')
const target = {
  endpoint: 'http://127.0.0.1:1/push',
  p256dh: browser.generateKeys('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
}

test.each([
  ['a key that is no point', { p256dh: 'B'.repeat(87) }],
  ['a key that is too short', { p256dh: 'BAAA' }],
  ['a secret that is too short', { auth: 'AAAA' }],
])('a subscription with %s is of no browser', async (_, more) => {
  expect(await createWebPush(settings).send({ ...target, ...more }, message)).toEqual({ outcome: 'gone' })
})

test('a browser stays subscribed when it is our own keys that nothing can be sealed with', async () => {
  const ours = createWebPush({ ...settings, subject: 'https:' })
  await expect(ours.send(target, message)).rejects.toThrow(/subject/i)
  expect(await createWebPush(settings).send(target, message)).toMatchObject({ outcome: 'later' })
})

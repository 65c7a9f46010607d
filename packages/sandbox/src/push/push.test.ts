import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { secrets, startWorld, type TestWorld } from '../test/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
const subscribe = async (): Promise<{ id: string; subscription: Subscription }> =>
  (await world.control('/push/subscriptions', { applicationServerKey: secrets.vapidPublicKey })).body

const vapid = {
  subject: 'mailto:push@puente.test',
  publicKey: secrets.vapidPublicKey,
  privateKey: secrets.vapidPrivateKey,
}

/** As any application sends it, with the library that most of them use. */
const send = async (subscription: Subscription, payload: string, more: object = {}, headers: object = {}) => {
  const details = webPush.generateRequestDetails(subscription, payload, { vapidDetails: vapid, TTL: 60, ...more })
  const { 'Content-Length': _length, ...own } = details.headers as Record<string, string>
  return fetch(subscription.endpoint, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries({ ...own, ...headers }).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(details.body as Buffer),
  })
}
const messages = async () => (await world.read('/push')).body

test('a message of the usual library arrives decrypted, with its topic and how long it would have been kept', async () => {
  const { id, subscription } = await subscribe()
  const answer = await send(subscription, JSON.stringify({ text: '돈이 들어왔어요' }), {
    topic: 'abc',
    urgency: 'high',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([201, expect.stringContaining('/push/messages/')])
  expect(await messages()).toMatchObject([
    { subscription: id, text: '{"text":"돈이 들어왔어요"}', topic: 'abc', urgency: 'high', ttlSeconds: 60 },
  ])
  expect((await world.read('/book?provider=push')).body).toMatchObject([{ kind: 'delivered', ref: 'abc' }])
})

test('a subscription that has ended is gone, and one that never was is not found', async () => {
  const { id, subscription } = await subscribe()
  await world.control(`/push/subscriptions/${id}/end`, {})
  expect((await send(subscription, 'x')).status).toBe(410)
  expect((await send({ ...subscription, endpoint: `${subscription.endpoint}x` }, 'x')).status).toBe(404)
})

test("another sender's token, one for another service, none, and what was encrypted for another browser are refused", async () => {
  const { subscription } = await subscribe()
  const other = webPush.generateVAPIDKeys()
  expect((await send(subscription, 'x', { vapidDetails: { ...vapid, ...other } })).status).toBe(403)
  const token = webPush.getVapidHeaders(
    'https://push.example',
    vapid.subject,
    vapid.publicKey,
    vapid.privateKey,
    'aes128gcm',
  )
  expect((await send(subscription, 'x', {}, token)).status).toBe(403)
  expect((await send(subscription, 'x', {}, { Authorization: 'none' })).status).toBe(401)
  const { subscription: elsewhere } = await subscribe()
  expect((await send({ ...elsewhere, endpoint: subscription.endpoint }, 'x')).status).toBe(400)
  expect(await messages()).toEqual([])
})

test('the receiver reads the example of RFC 8291', async () => {
  const { decryptPush } = await import('./decrypt.ts')
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(decryptPush(receiver, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'), body)).toBe(
    'When I grow up, I want to be a watermelon',
  )
})

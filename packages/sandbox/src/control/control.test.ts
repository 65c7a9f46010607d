import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, secrets, startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'

let world: TestWorld

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const customers = () => world.stripe().customers

/** A card event without a payment: the session is made and expired. */
const anEvent = async () => {
  const session = await world.stripe().checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'x' } }, quantity: 1 }],
    success_url: 'http://localhost/',
  })
  await world.control(`/card/sessions/${session.id}/expire`)
  return session.id
}

const ids = () => world.receiver.received.map(({ body }) => JSON.parse(body).data.object.id as string)

test('health answers, and a foreign Host is turned away', async () => {
  expect(await world.read('/health')).toEqual({ status: 200, body: { ok: true } })
  const status = await new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port: world.sandbox.port, path: '/health', headers: { host: 'evil.test' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
      .on('error', reject)
      .end()
  })
  expect(status).toBe(421)
})

test('it listens on both loopback addresses with one port', async () => {
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    expect((await fetch(`http://${host}:${world.sandbox.port}/health`)).status).toBe(200)
  }
})

test('control calls are JSON only, without CORS headers, and name a wrong field', async () => {
  const form = await fetch(`${world.sandbox.url}/card/next`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'decline' }),
  })
  expect(form.status).toBe(415)
  const plain = await fetch(`${world.sandbox.url}/card/next`, { method: 'POST', body: '{"outcome":"decline"}' })
  expect(plain.status).toBe(415)
  expect([...plain.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(await world.control('/card/next', { outcome: 'explode' })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^outcome:/) },
  })
  expect(await world.control('/card/next', { outcome: 'decline', mach: 'x' })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^mach:/) },
  })
  expect((await world.control('/card/sessions/none/pay')).status).toBe(404)
  expect((await world.control('/card/payments/none/dispute')).status).toBe(404)
})

test('rails that are not played answer 404', async () => {
  expect((await world.control('/paypal/payouts/none/fail')).status).toBe(404)
  expect((await world.control('/faults', { provider: 'zelle', fault: 'slow', times: 1 })).status).toBe(404)
})

test('a server error before the effect creates nothing; after it, the object exists', async () => {
  await world.control('/faults', { provider: 'card', fault: 'error500', times: 1 })
  await expect(customers().create({ name: 'before' })).rejects.toMatchObject({ statusCode: 500 })
  await world.control('/faults', { provider: 'card', fault: 'error500', after: true, times: 1 })
  await expect(customers().create({ name: 'after' }, { idempotencyKey: 'k' })).rejects.toMatchObject({
    statusCode: 500,
  })
  await expect(customers().create({ name: 'after' }, { idempotencyKey: 'k' })).rejects.toMatchObject({
    statusCode: 500,
  })
  expect((await customers().list()).data.map(({ name }) => name)).toEqual(['after'])
})

test('a timeout after the commit, a cut body and a refusal reach the SDK as such', async () => {
  await world.control('/faults', { provider: 'card', fault: 'timeoutAfterCommit', times: 1 })
  await expect(world.stripe(secrets.stripeSecretKey, 300).customers.create({ name: 'hung' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  await world.control('/faults', { provider: 'card', fault: 'cutMidBody', times: 1 })
  await expect(customers().create({ name: 'cut' })).rejects.toThrow()
  await world.control('/faults', { provider: 'card', fault: 'reject', times: 1 })
  await expect(customers().create({ name: 'refused' })).rejects.toMatchObject({ statusCode: 429 })
  expect((await customers().list()).data.map(({ name }) => name)).toEqual(['cut', 'hung'])
})

test('a slow answer is still the answer', async () => {
  await world.control('/faults', { provider: 'card', fault: 'slow', delayMs: 250, times: 1 })
  await expect(world.stripe(secrets.stripeSecretKey, 100).customers.create({ name: 'slow' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  expect((await customers().list()).data).toHaveLength(1)
})

test('wrong amounts and unknown words spoil the answer and not the object', async () => {
  const id = await anEvent()
  const sessions = world.stripe().checkout.sessions
  await world.control('/faults', { provider: 'card', fault: 'wrongAmount', times: 1 })
  await world.control('/faults', { provider: 'card', fault: 'unknownStatus', times: 1 })
  expect(await sessions.retrieve(id)).toMatchObject({ amount_total: 501, status: 'a_word_from_the_future' })
  expect(await sessions.retrieve(id)).toMatchObject({ amount_total: 500, status: 'expired' })
})

test('a path keeps a fault for its own requests, and disarming removes it', async () => {
  await world.control('/faults', { provider: 'card', fault: 'error500', path: '/v1/refunds', times: 2 })
  expect(await customers().create({ name: 'untouched' })).toMatchObject({ name: 'untouched' })
  await expect(world.stripe().refunds.list()).rejects.toMatchObject({ statusCode: 500 })
  expect((await world.read('/faults')).body).toEqual([
    { provider: 'card', fault: 'error500', path: '/v1/refunds', times: 1 },
  ])
  await world.remove('/faults')
  expect((await world.stripe().refunds.list()).data).toEqual([])
  expect(await world.control('/faults', { provider: 'mail', fault: 'wrongAmount' })).toMatchObject({ status: 400 })
})

test('webhooks can be tripled, dropped and sent in reverse', async () => {
  await world.control('/faults', { provider: 'card', fault: 'duplicateWebhook', times: 1 })
  const tripled = await anEvent()
  await eventually(() => ids().length === 3)
  expect(new Set(ids())).toEqual(new Set([tripled]))

  await world.control('/faults', { provider: 'card', fault: 'dropWebhook', times: 1 })
  await anEvent()
  world.receiver.received.length = 0
  await world.control('/faults', { provider: 'card', fault: 'reorderWebhooks', times: 3 })
  const events = [await anEvent(), await anEvent()]
  expect((await world.read('/webhooks')).body.slice(0, 3)).toMatchObject([
    { status: 'held' },
    { status: 'held' },
    { status: 'dropped' },
  ])
  events.push(await anEvent())
  await eventually(() => ids().length === 3)
  expect(ids()).toEqual(events.toReversed())
})

test('held webhooks are sent when the fault is disarmed', async () => {
  await world.control('/faults', { provider: 'card', fault: 'reorderWebhooks', times: 5 })
  const id = await anEvent()
  await world.remove('/faults')
  await eventually(() => ids().includes(id))
})

test('a bad signature and a stale timestamp are refused by the SDK', async () => {
  for (const fault of ['badSignature', 'staleTimestamp']) {
    world.receiver.received.length = 0
    await world.control('/faults', { provider: 'card', fault, times: 1 })
    await anEvent()
    const { body, headers } = await eventually(() => world.receiver.received[0])
    expect(() =>
      world.stripe().webhooks.constructEvent(body, headers['stripe-signature']!, secrets.stripeWebhookSecret),
    ).toThrow()
  }
})

test('a webhook is repeated until 2xx, the log shows each attempt, and it can be sent again', async () => {
  world.receiver.state.status = 503
  await anEvent()
  await eventually(() => world.receiver.received.length >= 2)
  world.receiver.state.status = 200
  const [delivery] = await eventually(async () => {
    const { body } = await world.read('/webhooks')
    return body[0].status === 'delivered' && body
  })
  expect(delivery.attempts.at(0)).toMatchObject({ status: 503 })
  expect(delivery.attempts.at(-1)).toMatchObject({ status: 200 })
  const again = await world.control(`/webhooks/${delivery.id}/resend`)
  expect(again.body.attempts).toHaveLength(delivery.attempts.length + 1)
  expect((await world.control('/webhooks/whk_none/resend')).status).toBe(404)
})

test('a webhook that is never accepted is given up after four attempts', async () => {
  world.receiver.state.status = 500
  await anEvent()
  const [delivery] = await eventually(async () => {
    const { body } = await world.read('/webhooks')
    return body[0].status === 'failed' && body
  })
  expect(delivery.attempts).toHaveLength(4)
})

test('the clock dates objects, while signatures keep to wall time', async () => {
  const { body } = await world.control('/clock/advance', { seconds: 30 * 86_400 })
  expect(Date.parse(body.now)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  const { created } = await customers().create({ name: 'later' })
  expect(created * 1000).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  await anEvent()
  const hook = await eventually(() => world.receiver.received[0])
  const event = world
    .stripe()
    .webhooks.constructEvent(hook.body, hook.headers['stripe-signature']!, secrets.stripeWebhookSecret)
  expect(event.created).toBeGreaterThanOrEqual(created)
  expect(await world.control('/clock/advance', { seconds: -1 })).toMatchObject({ status: 400 })
})

test('a reset forgets state, faults, queues, deliveries and the clock', async () => {
  await anEvent()
  await world.control('/faults', { provider: 'card', fault: 'slow', times: 9 })
  await world.control('/clock/advance', { seconds: 86_400 })
  await world.control('/reset')
  for (const path of ['/faults', '/webhooks', '/book', '/inbox', '/card/payments', '/kyc/checks']) {
    expect((await world.read(path)).body).toEqual([])
  }
  const { body } = await world.control('/clock/advance', { seconds: 0 })
  expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000)
})

test('the overview links to the pages for people', async () => {
  const shown = await (await world.page('/')).text()
  for (const path of ['/inbox', '/kyc', '/bank/ach', '/bank/paypal', '/bank']) expect(shown).toContain(`href="${path}"`)
  expect((await world.page('/assets/sandbox.css')).headers.get('content-type')).toContain('text/css')
})

test('a person moves the clock on the overview, and no other site does', async () => {
  const seconds = String(3 * 86_400)
  expect((await world.form('/clock', { seconds })).status).toBe(303)
  const { body } = await world.control('/clock/advance', { seconds: 0 })
  expect(Math.abs(Date.parse(body.now) - Date.now() - 3 * 86_400_000)).toBeLessThan(60_000)
  const foreign = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await world.form('/clock', { seconds }, foreign)).status).toBe(403)
  expect((await world.form('/clock', { seconds: '-1' })).status).toBe(400)
})

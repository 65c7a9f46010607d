import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { newId } from '#platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const anEvent = (more: object = {}) =>
  JSON.stringify({
    id: `evt_${newId()}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: `cs_test_${newId()}`,
        object: 'checkout.session',
        payment_status: 'paid',
        amount_total: 100_000_000,
      },
    },
    ...more,
  })
const secretOf = () => {
  const { card } = app.services.config
  return card === 'off' ? '' : (card.webhookSecrets[0] ?? '')
}
const sign = (payload: string, secret = secretOf()) => Stripe.webhooks.generateTestHeaderString({ payload, secret })
const post = (
  payload: string,
  signature: string | null,
  provider = 'stripe',
  type = 'application/json; charset=utf-8',
) =>
  fetch(`${app.url}/hooks/${provider}`, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': type, ...(signature === null ? {} : { 'stripe-signature': signature }) },
  })
const kept = (eventId: string) =>
  app.services.db.selectFrom('webhook_events').selectAll().where('event_id', '=', eventId).execute()
const jobsOf = async (eventId: string) => {
  const { rows } = await app.services.db.pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs where payload->>'eventId' = $1`,
    [eventId],
  )
  return rows[0]?.count
}
const idOf = (payload: string) => (JSON.parse(payload) as { id: string }).id

test('a signed event is kept once with one job, however many copies come at once; every copy is answered 2xx', async () => {
  const payload = anEvent()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(payload, sign(payload))))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await kept(idOf(payload))).toHaveLength(1)
  expect(await jobsOf(idOf(payload))).toBe(1)
})

test('a forged event is refused, remembered and leaves nothing behind', async () => {
  const payload = anEvent()
  for (const signature of [null, '', 't=1,v1=00', sign(payload, 'whsec_somebody_elses_secret'), sign(`${payload} `)]) {
    const answer = await post(payload, signature)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalidRequest', details: { reason: 'signature' } })
  }
  expect(await kept(idOf(payload))).toEqual([])
  await app.services.refusals.flush()
  const trail = await app.services.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'call.refused')
    .where('object_id', '=', '/hooks/stripe')
    .execute()
  expect(trail).toHaveLength(1)
  expect(trail[0]).toMatchObject({
    result: 'refused',
    code: 'invalidRequest',
    network: '127.0.0.0/24',
    actor_kind: 'anonymous',
    details: { reason: 'signature', count: 5 },
  })
})

test('what the body claims is never believed: an event about no object of ours credits no wallet and is tried again', async () => {
  const payload = anEvent()
  await post(payload, sign(payload))
  await app.runJobs()
  expect((await kept(idOf(payload)))[0]).toMatchObject({ processed_at: null, outcome: null })
  expect(await jobsOf(idOf(payload))).toBe(1)
  const { rows } = await app.services.db.pool.query('select from entries')
  expect(rows).toHaveLength(0)
})

test('after a day an event that belongs to nothing is laid aside', async () => {
  const payload = anEvent()
  await post(payload, sign(payload))
  app.clock.advance(25 * 3_600_000)
  await app.runJobs()
  expect((await kept(idOf(payload)))[0]).toMatchObject({ outcome: 'unmatched', processed_at: expect.any(Date) })
})

test('an unknown provider is notFound, a body over a megabyte is refused, another content type is as good', async () => {
  const payload = anEvent()
  expect((await post(payload, sign(payload), 'nobody')).status).toBe(404)
  expect((await post(payload, sign(payload), 'constructor')).status).toBe(404)
  expect((await post('x'.repeat(1024 * 1024 + 1), null)).status).toBe(400)
  expect((await post(payload, sign(payload), 'stripe', 'text/plain')).status).toBe(200)
})

const ODD = '\u0000 of nobody'
/** Properly signed, and yet not what we are sent: of another sort, without what an event has, or of another account or environment. */
const strange: readonly (readonly [what: string, body: unknown])[] = [
  ['nothing', null],
  ['a number', 7],
  ['a list', []],
  ['an object without anything', {}],
  ['an event without data', { id: 'evt_a', type: 'payment_intent.succeeded', created: 1 }],
  ['an event about nothing', { id: 'evt_b', type: 'payment_intent.succeeded', created: 1, data: { object: null } }],
  ['an event without an id', { type: 'payment_intent.succeeded', created: 1, data: { object: { id: 'pi_1' } } }],
  ['an event without a type', { id: 'evt_c', created: 1, data: { object: { id: 'pi_1' } } }],
  ['an event without a moment', { id: 'evt_d', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }],
  [
    'an id that cannot be kept',
    { id: ODD, type: 'payment_intent.succeeded', created: 1, data: { object: { id: ODD } } },
  ],
  [
    'an event whose object is another one',
    { id: 'evt_e', type: 'payment_intent.succeeded', created: 1, data: { object: { id: '../customers/cus_1' } } },
  ],
  [
    'an event of the live environment',
    { id: 'evt_f', type: 'payment_intent.succeeded', created: 1, livemode: true, data: { object: { id: 'pi_live' } } },
  ],
  [
    "an event of somebody else's account",
    { id: 'evt_g', type: 'payment_intent.succeeded', created: 1, account: 'acct_1', data: { object: { id: 'pi_2' } } },
  ],
  [
    'an event about a customer',
    { id: 'evt_h', type: 'customer.created', created: 1, data: { object: { id: 'cus_1' } } },
  ],
]
const increaseHeaders = (payload: string) => {
  const { ach } = app.services.config
  const secret = ach !== 'off' && 'webhookSecrets' in ach ? (ach.webhookSecrets[0] ?? '') : ''
  const [id, time] = [newId(), String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', secret).update(`${id}.${time}.${payload}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}
const asIncrease = (body: unknown) => {
  const { type, created, data, ...event } = (body ?? {}) as Record<string, unknown>
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const object = (data as { object?: { id?: string } } | undefined)?.object
  const isTransfer = type !== 'customer.created'
  return {
    ...event,
    ...(type !== undefined && { category: 'ach_transfer.updated' }),
    ...(created !== undefined && { created_at: '2026-11-24T00:00:00Z' }),
    associated_object_type: isTransfer ? 'ach_transfer' : 'account',
    ...(object && { associated_object_id: object.id }),
  }
}

/** The same in PayPal's words; a customer's event is about a subscription there, which is none of ours either. */
const asPaypal = (body: unknown) => {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const { type, created, data, ...event } = body as Record<string, unknown>
  const isCapture = type !== 'customer.created'
  return {
    ...event,
    ...(type !== undefined && {
      event_type: isCapture ? 'PAYMENT.CAPTURE.COMPLETED' : 'BILLING.SUBSCRIPTION.CREATED',
    }),
    ...(created !== undefined && { create_time: '2026-11-24T00:00:00Z' }),
    ...(data !== undefined && { resource: (data as { object: unknown }).object }),
  }
}
const paypalHeaders = (payload: string) =>
  app.control<Record<string, string>>('POST', '/paypal/sign', { body: payload })

test.each(strange)('%s, properly signed, is never our mistake and moves nothing', async (_what, body) => {
  const [card, bank, paypal] = [JSON.stringify(body), JSON.stringify(asIncrease(body)), JSON.stringify(asPaypal(body))]
  const answers = [
    await post(card, sign(card)),
    await fetch(`${app.url}/hooks/increase`, { method: 'POST', body: bank, headers: increaseHeaders(bank) }),
    await fetch(`${app.url}/hooks/paypal`, { method: 'POST', body: paypal, headers: await paypalHeaders(paypal) }),
  ]
  for (const { status } of answers) expect([200, 400]).toContain(status)
  await app.runJobs()
  const { rows } = await app.services.db.pool.query('select from entries')
  expect(rows).toHaveLength(0)
  const done = await app.services.db.pool.query(`select from webhook_events where outcome = 'done'`)
  expect(done.rows).toHaveLength(0)
})

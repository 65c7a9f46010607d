/** PayPal as the sandbox plays it: its page, its windows, its books, and what it refuses. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, secrets, startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'

let world: TestWorld
let token: string
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  token = await aToken()
})

const basic = (secret: string) => `Basic ${Buffer.from(`${secrets.paypalClientId}:${secret}`).toString('base64')}`
const askToken = (secret: string, grant = 'client_credentials') =>
  fetch(`${world.sandbox.url}/wire/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic(secret) },
    body: new URLSearchParams({ grant_type: grant }),
  })
const aToken = async () =>
  ((await (await askToken(secrets.paypalClientSecret)).json()) as { access_token: string }).access_token

type Answer = { status: number; body: Record<string, unknown> }
const call = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await fetch(`${world.sandbox.url}/wire/paypal${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const anOrder = (ref: string, more: object = {}, locale = 'en-US') => ({
  intent: 'CAPTURE',
  purchase_units: [{ reference_id: ref, custom_id: ref, amount: { currency_code: 'USD', value: '25.00' } }],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: 'http://app.puente.test:3000/back?session=1',
        cancel_url: 'http://app.puente.test:3000/cancelled?session=1',
        locale,
      },
    },
  },
  ...more,
})
const create = async (ref: string, locale?: string) => {
  const { body } = await call('POST', '/v2/checkout/orders', anOrder(ref, {}, locale), { 'paypal-request-id': ref })
  return String(body['id'])
}
const stateOf = async (id: string) => (await call('GET', `/v2/checkout/orders/${id}`)).body['status']
const events = () => world.receiver.received.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type)

test('a token needs the right credentials and grant, and calls need a token', async () => {
  expect((await askToken('wrong')).status).toBe(401)
  expect((await askToken(secrets.paypalClientSecret, 'password')).status).toBe(400)
  token = 'another'
  expect(await call('GET', '/v2/checkout/orders/X')).toMatchObject({
    status: 401,
    body: { name: 'AUTHENTICATION_FAILURE' },
  })
})

test.each([
  ['a field that PayPal does not know', { surprise: true }, '/surprise'],
  [
    'another currency',
    { purchase_units: [{ amount: { currency_code: 'EUR', value: '1.00' } }] },
    '/purchase_units/0/amount/currency_code',
  ],
  [
    'an amount that is a number',
    { purchase_units: [{ amount: { currency_code: 'USD', value: 1 } }] },
    '/purchase_units/0/amount/value',
  ],
  [
    'an amount of nothing',
    { purchase_units: [{ amount: { currency_code: 'USD', value: '0.00' } }] },
    '/purchase_units/0/amount/value',
  ],
  ['no amount', { purchase_units: [{}] }, '/purchase_units/0/amount'],
  ['no unit', { purchase_units: [] }, '/purchase_units'],
  ['another intent', { intent: 'AUTHORIZE' }, '/intent'],
])('%s is refused by its field', async (_what, more, field) => {
  expect(await call('POST', '/v2/checkout/orders', anOrder('r1', more), { 'paypal-request-id': 'r1' })).toMatchObject({
    status: 400,
    body: { name: 'INVALID_REQUEST', details: [{ field }] },
  })
})

test('a request id is asked for, makes one order for six hours, and answers a repeat with 200', async () => {
  expect((await call('POST', '/v2/checkout/orders', anOrder('r1'))).status).toBe(400)
  const make = () => call('POST', '/v2/checkout/orders', anOrder('r1'), { 'paypal-request-id': 'key-1' })
  const [first, again] = [await make(), await make()]
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body['id']).toBe(first.body['id'])
  await world.control('/clock/advance', { seconds: 6 * 3600 })
  token = await aToken()
  expect((await make()).body['id']).not.toBe(first.body['id'])
})

test('the page asks to approve or to go back, in the language of the order, and takes its own forms only', async () => {
  const id = await create('r1', 'es-US')
  const page = await (await world.page(`/paypal/approve?token=${id}`)).text()
  expect(page).toContain('Aprobar')
  const cancelled = await world.form(`/paypal/approve?token=${id}`, { answer: 'cancel' })
  expect(cancelled.headers.get('location')).toBe(`http://app.puente.test:3000/cancelled?session=1&token=${id}`)
  expect(await stateOf(id)).toBe('PAYER_ACTION_REQUIRED')
  const foreign = await world.form(
    `/paypal/approve?token=${id}`,
    { answer: 'approve' },
    { 'sec-fetch-site': 'cross-site' },
  )
  expect(foreign.status).toBe(403)
  const approved = await world.form(`/paypal/approve?token=${id}`, { answer: 'approve' })
  expect(approved.status).toBe(303)
  expect(approved.headers.get('location')).toMatch(
    new RegExp(`^http://app\\.puente\\.test:3000/back\\?session=1&token=${id}&PayerID=[A-Z0-9]{13}$`),
  )
  expect(await (await world.page(`/paypal/approve?token=${id}`)).text()).toContain('Pago aprobado')
  expect((await world.page('/paypal/approve?token=NONE')).status).toBe(404)
  await eventually(() => events().includes('CHECKOUT.ORDER.APPROVED'))
})

test('an order that is not approved within three hours is void; an approval that is not captured for three is taken back', async () => {
  const [left, approved] = [await create('r1'), await create('r2')]
  await world.control(`/paypal/orders/r2/approve`)
  await world.control('/clock/advance', { seconds: 3 * 3600 })
  token = await aToken()
  expect([await stateOf(left), await stateOf(approved)]).toEqual(['VOIDED', 'VOIDED'])
  expect(events()).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.PAYMENT-APPROVAL.REVERSED'])
  const page = await (await world.page(`/paypal/approve?token=${left}`)).text()
  expect(page).toContain('This page has expired')
})

test('what moved money is in the book, and moves that are not possible are refused', async () => {
  const id = await create('r1')
  expect((await world.control('/paypal/orders/r1/complete-capture')).status).toBe(409)
  await world.control('/paypal/orders/r1/approve')
  await call('POST', `/v2/checkout/orders/${id}/capture`, {}, { 'paypal-request-id': 'c1' })
  expect((await call('POST', `/v2/checkout/orders/${id}/capture`, {})).body['details']).toMatchObject([
    { issue: 'ORDER_ALREADY_CAPTURED' },
  ])
  await world.control('/paypal/orders/r1/reverse')
  expect((await world.read('/book?provider=paypal')).body).toMatchObject([
    { kind: 'capture', ref: 'r1', amountCents: 2500 },
    { kind: 'reversal', ref: 'r1', amountCents: 2500 },
  ])
  await eventually(() => events().includes('PAYMENT.CAPTURE.REVERSED'))
  for (const action of ['approve', 'cancel', 'reverse', 'pend-capture', 'deny-capture'])
    expect((await world.control(`/paypal/orders/r1/${action}`)).status, action).toBe(409)
  expect((await world.control('/paypal/orders/r1/explode')).status).toBe(404)
})

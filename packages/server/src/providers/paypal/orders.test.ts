/** What the adapter of PayPal's orders must do, against the sandbox on a real wire. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { sandboxSecrets } from '#platform/secrets.ts'
import { centsOf, decimalOf } from './amounts.ts'
import { createPaypalClient } from './client.ts'
import { paypalOf } from './index.ts'
import { snapshotOf } from './order-snapshot.ts'
import type { OrderRequest, OrderSnapshot, Paypal } from './port.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-paypal-'))
const secrets = sandboxSecrets(stateDir)
const at = (url: string) => ({
  url: `${url}/wire/paypal`,
  sandbox: true,
  clientId: secrets.paypalClientId,
  clientSecret: secrets.paypalClientSecret,
  webhookId: secrets.paypalWebhookId,
})

let sandbox: Sandbox
let paypal: Paypal
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl: 'http://127.0.0.1:9', webhookRetryMs: [], secrets })
  paypal = paypalOf({ paypal: at(sandbox.url) })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(stateDir, { recursive: true })
})

const control = async <T = never>(method: string, path: string, body: unknown = {}) => {
  const init = {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  }
  return (await fetch(`${sandbox.url}${path}`, init)).json() as Promise<T>
}
const fault = (name: string, more: object = {}) =>
  control('POST', '/faults', { provider: 'paypal', fault: name, times: 1, ...more })
afterEach(() => control('DELETE', '/faults'))

const aRequest = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  ref: newId(),
  amountCents: 103_20n,
  brandName: 'Puente',
  description: 'Money for your balance',
  language: 'es',
  returnUrl: 'http://localhost:3000/deposit-now/success?session=pss_1',
  cancelUrl: 'http://localhost:3000/deposit-now/cancel?session=pss_1',
  ...more,
})
const act = (ref: string, action: string) => control<{ redirectUrl: string }>('POST', `/paypal/orders/${ref}/${action}`)
const anApprovedOrder = async () => {
  const request = aRequest()
  const { providerId } = await paypal.orders.create(request)
  await act(request.ref, 'approve')
  return { providerId, ref: request.ref }
}
const aCapturedOrder = async () => {
  const order = await anApprovedOrder()
  return { ...order, captured: (await paypal.orders.capture(order)) as OrderSnapshot }
}
const book = (ref: string) =>
  control<{ kind: string; amountCents: number }[]>('GET', `/book?provider=paypal&ref=${ref}`)

test('an order leads to the payer’s page, carries our reference, and the same request again answers with the same one', async () => {
  const request = aRequest()
  const order = await paypal.orders.create(request)
  expect(order).toMatchObject({
    ref: request.ref,
    outcome: 'open',
    amountCents: 103_20n,
    currency: 'usd',
    captureId: null,
    payerId: null,
    url: expect.stringContaining(`/paypal/approve?token=${order.providerId}`),
  })
  expect(await paypal.orders.create(request)).toEqual(order)
  expect(await paypal.orders.fetch(order.providerId)).toEqual(order)
})

test('a key that is used for another request tells of the first one’s order; after six hours it is forgotten', async () => {
  const request = aRequest()
  const { providerId } = await paypal.orders.create(request)
  expect(await paypal.orders.create({ ...request, amountCents: 1_00n })).toMatchObject({
    providerId,
    amountCents: 103_20n,
  })
  await control('POST', '/clock/advance', { seconds: 6 * 3600 + 1 })
  expect((await paypal.orders.create(request)).providerId).not.toBe(providerId)
})

test('an order is approved, captured once however often it is asked, and found by its capture', async () => {
  const { providerId, ref, captured } = await aCapturedOrder()
  expect(captured).toMatchObject({
    outcome: 'succeeded',
    amountCents: 103_20n,
    ref,
    feeCents: 4_09n,
    payerId: expect.stringMatching(/^[A-Z0-9]{13}$/),
  })
  expect(await paypal.orders.capture({ providerId, ref })).toEqual(captured)
  expect(await paypal.orders.capture({ providerId, ref: newId() })).toEqual(captured)
  expect(await paypal.orders.fetch(captured.captureId ?? '')).toEqual(captured)
  expect(await book(ref)).toMatchObject([{ kind: 'capture', amountCents: 103_20 }])
})

test('an order that nobody approved is not captured', async () => {
  const request = aRequest()
  const { providerId } = await paypal.orders.create(request)
  expect(await paypal.orders.capture({ providerId, ref: request.ref })).toMatchObject({ refusal: 'notApproved' })
})

test.each([
  ['INSTRUMENT_DECLINED', 'payerAction'],
  ['PAYER_ACTION_REQUIRED', 'payerAction'],
  ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'payerAction'],
  ['TRANSACTION_REFUSED', 'declined'],
  ['PAYER_CANNOT_PAY', 'declined'],
  ['PAYER_ACCOUNT_RESTRICTED', 'declined'],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'declined'],
  ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'declined'],
  ['COMPLIANCE_VIOLATION', 'forbidden'],
  ['AN_ISSUE_FROM_THE_FUTURE', 'unrecognised'],
])('%s is no capture: %s', async (issue, refusal) => {
  const order = await anApprovedOrder()
  await control('POST', '/paypal/next', { outcome: issue, match: order.ref })
  expect(await paypal.orders.capture(order)).toEqual({ refusal, raw: issue })
  expect(await book(order.ref)).toEqual([])
})

test('while a capture is at work over there the order is processing, and a void one is expired', async () => {
  const [busy, gone] = [await anApprovedOrder(), await anApprovedOrder()]
  await control('POST', '/paypal/next', { outcome: 'ORDER_COMPLETION_IN_PROGRESS', match: busy.ref })
  expect(await paypal.orders.capture(busy)).toMatchObject({ outcome: 'processing' })
  await act(gone.ref, 'reverse')
  expect(await paypal.orders.capture(gone)).toMatchObject({ outcome: 'expired', captureId: null })
})

test('a pending capture is not money until it is complete, and a denied one never is', async () => {
  const [one, other] = [await anApprovedOrder(), await anApprovedOrder()]
  for (const order of [one, other]) {
    await act(order.ref, 'pend-capture')
    expect(await paypal.orders.capture(order)).toMatchObject({
      outcome: 'processing',
      raw: 'COMPLETED/PENDING/PENDING_REVIEW',
    })
  }
  await act(one.ref, 'complete-capture')
  await act(other.ref, 'deny-capture')
  expect(await paypal.orders.fetch(one.providerId)).toMatchObject({ outcome: 'succeeded' })
  expect(await paypal.orders.fetch(other.providerId)).toMatchObject({ outcome: 'declined' })
})

test('a refund is made once under its reference, and a reversal has none', async () => {
  const { providerId, captured } = await aCapturedOrder()
  const asked = { ref: newId(), captureId: captured.captureId ?? '', amountCents: 3_20n }
  const refund = await paypal.orders.refund(asked)
  expect(refund).toMatchObject({ ref: asked.ref, outcome: 'succeeded', amountCents: 3_20n, currency: 'usd' })
  expect(await paypal.orders.refund(asked)).toEqual(refund)
  expect(await paypal.orders.fetch(providerId)).toMatchObject({ outcome: 'returned', returns: [refund] })
  const other = await aCapturedOrder()
  await act(other.ref, 'reverse')
  expect(await paypal.orders.fetch(other.providerId)).toMatchObject({
    outcome: 'returned',
    returns: [{ ref: null, outcome: 'succeeded', amountCents: 103_20n }],
  })
})

const order = (status: string, capture?: object) => ({
  id: 'O',
  status,
  purchase_units: [
    {
      custom_id: 'r',
      amount: { currency_code: 'USD', value: '1.00' },
      ...(capture && {
        payments: { captures: [{ id: 'C', amount: { currency_code: 'USD', value: '1.00' }, ...capture }] },
      }),
    },
  ],
})
test.each([
  ['CREATED', undefined, 'open'],
  ['SAVED', undefined, 'open'],
  ['PAYER_ACTION_REQUIRED', undefined, 'open'],
  ['APPROVED', undefined, 'approved'],
  ['VOIDED', undefined, 'expired'],
  ['COMPLETED', undefined, 'unrecognised'],
  ['constructor', undefined, 'unrecognised'],
  ['COMPLETED', 'COMPLETED', 'succeeded'],
  ['COMPLETED', 'PENDING', 'processing'],
  ['COMPLETED', 'DECLINED', 'declined'],
  ['COMPLETED', 'FAILED', 'declined'],
  ['COMPLETED', 'PARTIALLY_REFUNDED', 'returned'],
  ['COMPLETED', 'REFUNDED', 'returned'],
  ['COMPLETED', 'A_WORD_FROM_THE_FUTURE', 'unrecognised'],
])('an order that is %s with a capture that is %s counts as %s', (status, capture, outcome) => {
  expect(snapshotOf(order(status, capture === undefined ? undefined : { status: capture }))).toMatchObject({ outcome })
})

test('an amount that is no text of dollars and cents is never guessed', () => {
  for (const value of [1, '1e3', '1.005', '', '0x10', '１.00', null])
    expect(
      snapshotOf(order('COMPLETED', { status: 'COMPLETED', amount: { currency_code: 'USD', value } })),
    ).toMatchObject({
      outcome: 'unrecognised',
    })
})

test('cents become text and cents again, whatever the amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -10_000_000n, max: 10_000_000n }), (cents) => {
      expect(decimalOf(cents)).toMatch(/^-?\d+\.\d\d$/)
      expect(centsOf(decimalOf(cents))).toBe(cents)
    }),
  )
})

test.each([
  ['timeoutAfterCommit', {}, { kind: 'unknownOutcome', isAnswer: false }],
  ['error500', {}, { kind: 'unknownOutcome', isAnswer: false }],
  ['cutMidBody', {}, { kind: 'unknownOutcome', isAnswer: false }],
  ['reject', {}, { kind: 'rateLimited' }],
])('%s: the outcome is known for what it is, and a repeat comes to the one order', async (name, more, error) => {
  const request = aRequest()
  await paypal.orders.fetch('WARM')
  await fault(name, { path: '/wire/paypal/v2/checkout/orders', ...more })
  await expect(paypal.orders.create(request, { timeoutMs: 400 })).rejects.toMatchObject(error)
  const made = await paypal.orders.create(request)
  expect(made).toMatchObject({ ref: request.ref, outcome: 'open' })
  const all = await control<{ ref: string }[]>('GET', '/paypal/orders')
  expect(all.filter(({ ref }) => ref === request.ref)).toHaveLength(1)
})

test('a wrong amount and an unknown word are passed on as they are', async () => {
  await fault('wrongAmount', { path: '/wire/paypal/v2/checkout/orders' })
  expect(await paypal.orders.create(aRequest())).toMatchObject({ amountCents: 103_21n })
  await fault('unknownStatus', { path: '/wire/paypal/v2/checkout/orders' })
  expect(await paypal.orders.create(aRequest())).toMatchObject({ outcome: 'unrecognised' })
})

test('a token that PayPal no longer takes is renewed once, and one that is about to end before it is used', async () => {
  const request = aRequest()
  await paypal.orders.create(request)
  await control('POST', '/clock/advance', { seconds: 10 * 3600 })
  expect(await paypal.orders.fetch('NONE')).toBeNull()
  let now = 0
  const client = createPaypalClient(at(sandbox.url), () => now)
  await client.call({
    method: 'GET',
    path: '/v1/reporting/transactions?start_date=2026-01-01T00:00:00Z&end_date=2026-01-02T00:00:00Z',
  })
  now = (9 * 3600 - 60) * 1000
  await fault('error500', { path: '/wire/paypal/v1/oauth2/token' })
  await expect(client.call({ method: 'GET', path: '/v2/checkout/orders/X' })).rejects.toMatchObject({
    kind: 'unavailable',
  })
})

test('wrong credentials, an unknown field, and a PayPal that cannot be reached each fail as what they are', async () => {
  const stranger = paypalOf({ paypal: { ...at(sandbox.url), clientSecret: 'another' } })
  await expect(stranger.orders.fetch('X')).rejects.toMatchObject({ kind: 'auth', code: 'invalid_client' })
  const nobody = paypalOf({ paypal: at('http://127.0.0.1:9') })
  await expect(nobody.orders.create(aRequest())).rejects.toMatchObject({ kind: 'unavailable', isAnswer: false })
  await expect(paypalOf({ paypal: 'off' }).orders.fetch('X')).rejects.toMatchObject({ kind: 'unavailable' })
  const client = createPaypalClient(at(sandbox.url))
  await expect(
    client.call({ method: 'POST', path: '/v2/checkout/orders', body: { intent: 'CAPTURE', surprise: 1 } }),
  ).rejects.toMatchObject({ kind: 'invalid', code: 'UNKNOWN_PARAMETER' })
})

test('[V15.3.2] a redirect is followed nowhere', async () => {
  const elsewhere = createServer((_request, response) => response.writeHead(307, { location: sandbox.url }).end())
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()))
  const { port } = elsewhere.address() as AddressInfo
  const client = createPaypalClient(at(`http://127.0.0.1:${port}`))
  await expect(client.call({ method: 'GET', path: '/v2/checkout/orders/X' })).rejects.toMatchObject({
    kind: 'unavailable',
  })
  elsewhere.close()
})

test('the books list captures, refunds and reversals with PayPal’s share', async () => {
  const since = new Date(Date.now() - 60_000)
  const { ref, captured } = await aCapturedOrder()
  const refund = await paypal.orders.refund({ ref: newId(), captureId: captured.captureId ?? '', amountCents: 20n })
  const until = new Date(Date.now() + 40 * 24 * 3_600_000)
  const lines = await paypal.listTransactions({ since, until })
  expect(lines.find(({ id }) => id === captured.captureId)).toMatchObject({
    code: 'T0006',
    ref,
    amountCents: 103_20n,
    feeCents: -4_09n,
    currency: 'usd',
    status: 'S',
  })
  expect(lines.find(({ id }) => id === refund.providerId)).toMatchObject({
    code: 'T1107',
    amountCents: -20n,
    feeCents: 0n,
  })
})

/** What every adapter of the card port must do, against the sandbox on a real wire. */
import { createSandbox } from '@puente/sandbox'
import type { Sandbox } from '@puente/sandbox'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { cardOf } from './index.ts'
import type { CardIn, CheckoutRequest } from './port.ts'
import { createStripeCard } from './stripe.ts'

const secrets = {
  stripeSecretKey: 'sk_test_0123456789abcdefghij',
  stripeWebhookSecret: 'whsec_0123456789abcdefghij',
  twilioAccountSid: `AC${'0'.repeat(32)}`,
  twilioAuthToken: '0123456789abcdef',
  onfidoApiToken: 'api_sandbox_us.0123456789',
  onfidoWebhookToken: '0123456789abcdef',
  oidcGoogleSecret: '0123456789abcdef',
  oidcApplePrivateKey: '-----BEGIN PRIVATE KEY-----\n',
}
const OLD_SECRET = 'whsec_old_and_about_to_go_0000'

let sandbox: Sandbox
let card: CardIn
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl: 'http://127.0.0.1:9', webhookRetryMs: [], secrets })
  const { stripeSecretKey: secretKey, stripeWebhookSecret } = secrets
  card = createStripeCard({ url: sandbox.url, secretKey, webhookSecrets: [OLD_SECRET, stripeWebhookSecret] })
})
afterAll(() => sandbox.close())

const control = async (method: string, path: string, body: unknown = {}) => {
  const init = {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  }
  return (await fetch(`${sandbox.url}${path}`, init)).json() as Promise<never>
}
const fault = (name: string, more: object = {}) =>
  control('POST', '/faults', { provider: 'card', fault: name, times: 1, ...more })
afterEach(() => control('DELETE', '/faults'))

const aRequest = async (more: Partial<CheckoutRequest> = {}): Promise<CheckoutRequest> => {
  const ownerId = newId()
  return {
    ref: newId(),
    customerId: await card.createCustomer(ownerId),
    amountCents: 103_20,
    productName: 'Money for your balance',
    language: 'en',
    successUrl: 'http://localhost:3000/deposit-now/success',
    cancelUrl: 'http://localhost:3000/deposit-now/cancel',
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
    senderId: ownerId,
    recipientId: ownerId,
    ...more,
  }
}
const press = (ref: string, action: string) => control('POST', `/card/sessions/${ref}/${action}`)

test('a page is open until it is paid, and a paid one names its payment, reference and amount', async () => {
  const request = await aRequest()
  const open = await card.checkout(request)
  expect(open).toMatchObject({
    outcome: 'open',
    ref: request.ref,
    amountCents: 103_20n,
    currency: 'usd',
    wasDeclined: false,
  })
  expect(open.url).toContain('/card/pay/')
  await press(request.ref, 'pay')
  const paid = await card.fetch(open.providerId)
  expect(paid).toMatchObject({
    outcome: 'succeeded',
    ref: request.ref,
    amountCents: 103_20n,
    url: null,
    paymentId: expect.stringMatching(/^pi_/),
  })
  expect(await card.fetch(paid!.paymentId!)).toEqual(paid)
})

test('a decline leaves the page open and says so; a confirmation that is asked for leaves it open', async () => {
  const [declined, challenged] = [await aRequest(), await aRequest()]
  const first = await card.checkout(declined)
  await press(declined.ref, 'decline')
  expect(await card.fetch(first.providerId)).toMatchObject({ outcome: 'open', wasDeclined: true })
  const second = await card.checkout(challenged)
  await control('POST', '/card/next', { outcome: 'requireAction', match: challenged.ref })
  await press(challenged.ref, 'pay')
  expect(await card.fetch(second.providerId)).toMatchObject({ outcome: 'open', wasDeclined: false })
})

test('a closed page cannot be paid; closing one that was paid tells that it was', async () => {
  const [open, paid] = [await aRequest(), await aRequest()]
  const { providerId } = await card.checkout(open)
  expect(await card.expire(providerId)).toMatchObject({ outcome: 'expired', url: null })
  expect(await card.expire(providerId)).toMatchObject({ outcome: 'expired' })
  const page = await card.checkout(paid)
  await press(paid.ref, 'pay')
  expect(await card.expire(page.providerId)).toMatchObject({ outcome: 'succeeded' })
})

test('what the provider does not know is null, not an error', async () => {
  expect(await card.fetch('cs_test_nothing')).toBeNull()
  expect(await card.fetch('pi_nothing')).toBeNull()
  const { customerId } = await aRequest()
  expect(await card.findByRef({ ref: newId(), customerId, since: new Date() })).toBeNull()
})

test('the same request again is the same page; another one under its reference is refused', async () => {
  const request = await aRequest()
  const first = await card.checkout(request)
  expect(await card.checkout(request)).toEqual(first)
  await expect(card.checkout({ ...request, amountCents: 1_01 })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await card.createCustomer(request.senderId)).toBe(request.customerId)
})

test('an answer that never comes is an unknown outcome, and the page is found by its reference', async () => {
  const request = await aRequest()
  await fault('timeoutAfterCommit', { path: '/v1/checkout/sessions' })
  await expect(card.checkout(request, { timeoutMs: 300 })).rejects.toMatchObject({
    name: 'ProviderError',
    kind: 'unknownOutcome',
  })
  const { ref, customerId } = request
  expect(await card.findByRef({ ref, customerId, since: new Date() })).toMatchObject({ ref, outcome: 'open' })
})

test('a time that is no whole number of milliseconds is kept as well', async () => {
  const request = await aRequest()
  await fault('slow', { delayMs: 2_000, path: '/v1/checkout/sessions' })
  await expect(card.checkout(request, { timeoutMs: 300.25 })).rejects.toMatchObject({ kind: 'unknownOutcome' })
})

test('a slow answer within the time is waited for; one that is cut is an unknown outcome', async () => {
  const [slow, cut] = [await aRequest(), await aRequest()]
  await fault('slow', { delayMs: 200, path: '/v1/checkout/sessions' })
  expect(await card.checkout(slow)).toMatchObject({ outcome: 'open' })
  await fault('cutMidBody', { path: '/v1/checkout/sessions' })
  await expect(card.checkout(cut)).rejects.toMatchObject({ kind: 'unknownOutcome' })
})

test('a server error is an unknown outcome, before the effect or after it; a refusal for haste was never carried out', async () => {
  for (const after of [false, true]) {
    const request = await aRequest()
    await fault('error500', { after, path: '/v1/checkout/sessions' })
    await expect(card.checkout(request)).rejects.toMatchObject({ kind: 'unknownOutcome' })
    const { ref, customerId } = request
    expect((await card.findByRef({ ref, customerId, since: new Date() })) !== null).toBe(after)
  }
  const request = await aRequest()
  await fault('reject', { path: '/v1/checkout/sessions' })
  await expect(card.checkout(request)).rejects.toMatchObject({ kind: 'rateLimited' })
})

test('a wrong amount and an unknown word come through as they are', async () => {
  const request = await aRequest()
  const { providerId } = await card.checkout(request)
  await fault('unknownStatus')
  expect(await card.fetch(providerId)).toMatchObject({
    outcome: 'unrecognised',
    raw: expect.stringContaining('a_word_from_the_future'),
  })
  await press(request.ref, 'pay')
  await fault('wrongAmount')
  expect(await card.fetch(providerId)).toMatchObject({ outcome: 'succeeded', amountCents: 103_21n })
})

test('a wrong key, a refused form and an unreachable provider are different errors', async () => {
  const request = await aRequest()
  const { stripeSecretKey: secretKey } = secrets
  const wrong = createStripeCard({ url: sandbox.url, secretKey: 'sk_test_wrong_wrong_wrong', webhookSecrets: [] })
  await expect(wrong.checkout(request)).rejects.toMatchObject({ kind: 'auth' })
  await expect(card.checkout({ ...request, expiresAt: 1 })).rejects.toMatchObject({ kind: 'invalid' })
  const nowhere = createStripeCard({ url: 'http://127.0.0.1:9', secretKey, webhookSecrets: [] })
  await expect(nowhere.checkout(request)).rejects.toMatchObject({ kind: 'unavailable' })
  const off = cardOf({ card: 'off' })
  await expect(off.checkout(request)).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(off.verify(new Headers(), Buffer.from(''))).rejects.toMatchObject({ name: 'BadSignature' })
})

const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_700_000_000, data: { object } })
const signed = (payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) =>
  new Headers({ 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) })

test('an event signed with either secret in use names the object to read again', async () => {
  const payload = event('checkout.session.completed', { id: 'cs_test_1' })
  for (const secret of [OLD_SECRET, secrets.stripeWebhookSecret])
    expect(await card.verify(signed(payload, secret), Buffer.from(payload))).toEqual([
      {
        provider: 'stripe',
        eventId: 'evt_1',
        objectId: 'cs_test_1',
        type: 'checkout.session.completed',
        occurredAt: new Date(1_700_000_000_000),
        dedupe: 'once',
      },
    ])
  const dispute = event('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' })
  expect(await card.verify(signed(dispute, OLD_SECRET), Buffer.from(dispute))).toMatchObject([{ objectId: 'pi_1' }])
  const other = event('customer.created', { id: 'cus_1' })
  expect(await card.verify(signed(other, OLD_SECRET), Buffer.from(other))).toEqual([])
})

test('an event that is unsigned, signed with another key, too old, altered or rewritten is refused', async () => {
  const payload = event('payment_intent.succeeded', { id: 'pi_1', amount: 100 })
  const { stripeWebhookSecret: secret } = secrets
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const attempts: [Headers, string][] = [
    [new Headers(), payload],
    [signed(payload, 'whsec_somebody_elses_secret'), payload],
    [signed(payload, secret, hourAgo), payload],
    [signed(payload, secret), payload.replace('100', '900')],
    [signed(payload, secret), JSON.stringify(JSON.parse(payload), null, 2)],
    [signed(payload, secret), ''],
  ]
  for (const [headers, body] of attempts)
    await expect(card.verify(headers, Buffer.from(body))).rejects.toMatchObject({ name: 'BadSignature' })
})

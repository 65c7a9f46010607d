/** What every adapter of the card port must do, against the sandbox on a real wire. */
import { createSandbox } from '@puente/sandbox'
import type { Sandbox } from '@puente/sandbox'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { cardOf } from './index.ts'
import type { ReportSource } from '../report.ts'
import type { CardIn, ChargeRequest, CheckoutRequest } from './port.ts'
import { createStripeCard } from './stripe.ts'

const secrets = {
  stripeSecretKey: 'sk_test_0123456789abcdefghij',
  stripeWebhookSecret: 'whsec_0123456789abcdefghij',
  twilioAccountSid: `AC${'0'.repeat(32)}`,
  twilioAuthToken: '0123456789abcdef',
  onfidoApiToken: 'api_sandbox_us.0123456789',
  onfidoWebhookToken: '0123456789abcdef',
  increaseApiKey: '0123456789abcdef',
  increaseWebhookSecret: '0123456789abcdef',
  increaseAccountId: 'account_0123456789',
  plaidClientId: '0123456789abcdef',
  plaidSecret: '0123456789abcdef',
  plaidAccessToken: 'access-sandbox-0123',
  plaidAccountId: '0123456789abcdef',
  paypalClientId: '0123456789abcdef',
  paypalClientSecret: '0123456789abcdef',
  paypalWebhookId: 'SANDBOXHOOK',
  mailHookToken: '0123456789abcdef',
  vapidPublicKey: 'B'.repeat(87),
  vapidPrivateKey: 'b'.repeat(43),
  oidcGoogleSecret: '0123456789abcdef',
  oidcApplePrivateKey: '-----BEGIN PRIVATE KEY-----\n',
}
const OLD_SECRET = 'whsec_old_and_about_to_go_0000'

let sandbox: Sandbox
let card: CardIn & ReportSource
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

/** A customer with a card that was saved on a page of its own. */
const aSavedCard = async (playing = '4242') => {
  const ownerId = newId()
  const customerId = await card.createCustomer(ownerId)
  const urls = { successUrl: 'http://localhost:3000/cards', cancelUrl: 'http://localhost:3000/cards' }
  const url = await card.saveCardPage({ customerId, language: 'en', ...urls })
  await control('POST', `/card/sessions/${url.split('/').at(-1)}/pay`, { card: playing })
  const [saved] = await card.listCards(customerId)
  if (!saved) throw new Error('a card that was saved is missing')
  return { ownerId, customerId, saved }
}
type Saved = Awaited<ReturnType<typeof aSavedCard>>
const aCharge = ({ ownerId, customerId, saved }: Saved): ChargeRequest => ({
  ref: newId(),
  customerId,
  cardId: saved.cardId,
  amountCents: 50_00,
  returnUrl: 'http://localhost:3000/send/card/return',
  senderId: ownerId,
  recipientId: newId(),
})
const after = (paymentId: string, action: string, body: object = {}) =>
  control('POST', `/card/payments/${paymentId}/${action}`, body)

test('a card is saved without a payment, shows brand and last digits, and is gone once it is forgotten', async () => {
  const { customerId, saved } = await aSavedCard()
  expect(saved).toEqual({
    cardId: saved.cardId,
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2034,
    fingerprint: expect.any(String),
    savedAt: expect.any(Date),
  })
  await card.forgetCard(saved.cardId)
  await card.forgetCard(saved.cardId)
  expect(await card.listCards(customerId)).toEqual([])
  expect(await card.listCards('cus_nobody')).toEqual([])
})

test('an event about a page on which a card is saved names no payment', async () => {
  const payload = event('checkout.session.completed', { id: 'cs_test_1', mode: 'setup' })
  expect(await card.verify(signed(payload, OLD_SECRET), Buffer.from(payload))).toEqual([])
})

test('a saved card is charged once under its reference, and the charge is found by it', async () => {
  const owner = await aSavedCard()
  const request = aCharge(owner)
  const paid = await card.charge(request)
  expect(paid).toMatchObject({
    outcome: 'succeeded',
    ref: request.ref,
    amountCents: 50_00n,
    currency: 'usd',
    url: null,
  })
  expect(await card.charge(request)).toEqual(paid)
  expect(await card.fetch(paid.providerId)).toEqual(paid)
  const { ref, customerId } = request
  expect(await card.findChargeByRef({ ref, customerId, since: new Date() })).toEqual(paid)
  expect(await card.findChargeByRef({ ref: newId(), customerId, since: new Date() })).toBeNull()
  expect(await card.cancelCharge(paid.providerId)).toMatchObject({ outcome: 'succeeded' })
  await expect(card.charge({ ...request, amountCents: 51_00 })).rejects.toMatchObject({ kind: 'invalid' })
})

test('a declined charge is an answer that failed; an unknown, foreign or forgotten card is an error', async () => {
  const [owner, other] = [await aSavedCard(), await aSavedCard()]
  await control('POST', '/card/next', { outcome: 'decline' })
  expect(await card.charge(aCharge(owner))).toMatchObject({ outcome: 'failed', wasDeclined: true })
  const foreign = { ...aCharge(owner), cardId: other.saved.cardId }
  for (const request of [foreign, { ...aCharge(owner), cardId: 'pm_unknown' }])
    await expect(card.charge(request)).rejects.toMatchObject({ kind: 'invalid' })
  await card.forgetCard(owner.saved.cardId)
  await expect(card.charge(aCharge(owner))).rejects.toMatchObject({ kind: 'invalid' })
})

test('a charge that a bank wants confirmed is open with a page, and then paid, refused or given up', async () => {
  const owner = await aSavedCard('3155')
  for (const [answer, outcome] of [
    ['confirm', 'succeeded'],
    ['refuse', 'failed'],
  ] as const) {
    const open = await card.charge(aCharge(owner))
    expect(open).toMatchObject({
      outcome: 'open',
      url: expect.stringContaining('/card/challenge/'),
      wasDeclined: false,
    })
    await after(open.providerId, answer)
    expect(await card.fetch(open.providerId)).toMatchObject({ outcome, url: null })
  }
  const left = await card.charge(aCharge(owner))
  expect(await card.cancelCharge(left.providerId)).toMatchObject({ outcome: 'expired' })
  expect(await card.cancelCharge('pi_nothing')).toBeNull()
})

test('a charge whose answer never comes is an unknown outcome, and is found by its reference', async () => {
  const request = aCharge(await aSavedCard())
  await fault('timeoutAfterCommit', { path: '/v1/payment_intents' })
  await expect(card.charge(request, { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'unknownOutcome' })
  const { ref, customerId } = request
  expect(await card.findChargeByRef({ ref, customerId, since: new Date() })).toMatchObject({ outcome: 'succeeded' })
})

test('a warning, a dispute and refunds are listed as they stand, with what they moved', async () => {
  const owner = await aSavedCard()
  const { providerId } = await card.charge(aCharge(owner))
  expect(await card.listReturns(providerId)).toEqual([])
  await after(providerId, 'refund', { amountCents: 10_00 })
  await after(providerId, 'fail-refund')
  await after(providerId, 'fraud-warning')
  await after(providerId, 'dispute', { amountCents: 30_00 })
  const listed = await card.listReturns(providerId)
  const found = (kind: string) => listed.find((one) => one.kind === kind)
  const moved = (kind: string) => found(kind)?.lines.map(({ amountCents }) => amountCents)
  expect(found('refund')).toMatchObject({ state: 'kept', amountCents: 10_00n, raw: 'failed' })
  expect(found('warning')).toMatchObject({ state: 'open', amountCents: 0n })
  expect(found('dispute')).toMatchObject({ state: 'open', amountCents: 30_00n, raw: 'needs_response' })
  expect([moved('refund'), moved('warning'), moved('dispute')]).toEqual([[-10_00n, 10_00n], [], [-30_00n]])
  await after(providerId, 'win')
  const won = (await card.listReturns(providerId)).find((one) => one.kind === 'dispute')
  expect(won).toMatchObject({ state: 'kept', raw: 'won', lines: [{ amountCents: -30_00n }, { amountCents: 30_00n }] })
})

test('the report has each line of a period on all its pages, named as our postings are', async () => {
  const owner = await aSavedCard()
  const from = new Date(Math.floor(Date.now() / 1000) * 1000)
  const paid = await Promise.all(Array.from({ length: 105 }, () => card.charge(aCharge(owner))))
  const [first] = paid
  if (!first) throw new Error('nothing was charged')
  await after(first.providerId, 'refund', { amountCents: 10_00 })
  const to = new Date(Date.now() + 2_000)
  const names = new Set(paid.map(({ providerId }) => providerId))
  const lines = await card.report({ from, to })
  const payments = lines.filter(({ objectId }) => names.has(objectId))
  expect(new Set(payments.map(({ objectId }) => objectId)).size).toBe(105)
  expect(payments.find(({ objectId }) => objectId === first.providerId)).toMatchObject({
    kind: 'payment',
    ref: first.ref,
    amountCents: 50_00n,
    feeCents: 1_75n,
  })
  expect(lines.find(({ kind, amountCents }) => kind === 'refund' && amountCents === -10_00n)).toMatchObject({
    objectId: expect.stringMatching(/^re_/),
  })
  expect(await card.report({ from: new Date(0), to: new Date(1_000) })).toEqual([])
  await fault('error500', { path: '/v1/balance_transactions' })
  await expect(card.report({ from, to })).rejects.toMatchObject({ name: 'ProviderError' })
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

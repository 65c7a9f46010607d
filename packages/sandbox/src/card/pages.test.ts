import type Stripe from 'stripe'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { secrets, startWorld } from '../test/world.ts'
import { createCardTools, failureOf } from '../test/card.ts'

const world = await startWorld()
const stripe = world.stripe()
const { aSession, webhook } = createCardTools(world, stripe)

afterAll(() => world.close())
beforeEach(() => world.reset())

test('a person pays on the hosted page and is sent back; the events are signed so that the SDK accepts them', async () => {
  const { customer, session } = await aSession('op_happy')
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    ui_mode: 'hosted_page',
    payment_intent: null,
  })

  const answer = await world.form(`/card/pay/${session.id}`, { card: '4242' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://app.puente.test:3000/back?session=${session.id}`)

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  })
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, amount_total: 2500 })
  const intent = paid.payment_intent as Stripe.PaymentIntent
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 2500,
    metadata: { ref: 'op_happy' },
    customer: customer.id,
  })
  expect((intent.latest_charge as Stripe.Charge).balance_transaction).toMatchObject({
    amount: 2500,
    fee: 103,
    net: 2397,
    status: 'pending',
  })

  for (const type of ['checkout.session.completed', 'payment_intent.succeeded']) {
    const { headers, body } = await webhook(type)
    const event = stripe.webhooks.constructEvent(body, headers['stripe-signature']!, secrets.stripeWebhookSecret)
    expect(event).toMatchObject({ type, api_version: '2026-10-28.endive', livemode: false })
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ type })
    expect(() => stripe.webhooks.constructEvent(body, headers['stripe-signature']!, 'whsec_of_somebody_else')).toThrow()
  }
  expect((await world.read('/book?provider=card&ref=op_happy')).body).toMatchObject([
    { kind: 'charge', providerId: intent.id, amountCents: 2500 },
  ])
})

test('the SDK’s own signing helper and the sandbox agree on the signature of a body', async () => {
  const { session } = await aSession('op_sign')
  await world.control(`/card/sessions/${session.id}/pay`)
  const { headers, body } = await webhook('payment_intent.succeeded')
  const timestamp = Number(/^t=(\d+),/.exec(headers['stripe-signature'] as string)![1])
  expect(
    stripe.webhooks.generateTestHeaderString({ payload: body, secret: secrets.stripeWebhookSecret, timestamp }),
  ).toBe(headers['stripe-signature'])
})

test('a decline stays on the page, says so, and lets another card pay the same session', async () => {
  const { session } = await aSession('op_decline')
  const declined = await world.form(`/card/pay/${session.id}`, { card: '0002' })
  expect(declined.status).toBe(303)
  expect(declined.headers.get('location')).toBe(`/card/pay/${session.id}`)
  expect(await (await world.page(`/card/pay/${session.id}`)).text()).toContain('Your card was declined')
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
  })
  await webhook('payment_intent.payment_failed')

  expect((await world.form(`/card/pay/${session.id}`, { card: '4242' })).status).toBe(303)
  expect((await world.read('/book?ref=op_decline')).body).toHaveLength(1)
  expect(await (await world.page(`/card/pay/${session.id}`)).text()).toContain('This payment is complete')
  expect((await world.form(`/card/pay/${session.id}`, { card: '4242' })).status).toBe(200)
  expect((await world.read('/book?ref=op_decline')).body).toHaveLength(1)
})

test('a card that asks to confirm leads over the confirmation page, refused or confirmed', async () => {
  const { session } = await aSession('op_confirm')
  const first = await world.form(`/card/pay/${session.id}`, { card: '3155' })
  const challenge = first.headers.get('location')!
  expect(challenge).toMatch(/^\/card\/challenge\/pi_/)
  expect(await (await world.page(challenge)).text()).toContain('are you paying $25.00 to Puente')

  const refused = await world.form(challenge, { answer: 'refuse' })
  expect(refused.headers.get('location')).toBe(`/card/pay/${session.id}`)
  expect(await (await world.page(`/card/pay/${session.id}`)).text()).toContain('so nothing was charged')

  await world.form(`/card/pay/${session.id}`, { card: '3155' })
  const confirmed = await world.form(challenge, { answer: 'confirm' })
  expect(confirmed.headers.get('location')).toBe(`http://app.puente.test:3000/back?session=${session.id}`)
  expect((await world.read('/book?ref=op_confirm')).body).toHaveLength(1)
})

test('an expired session cannot be paid, by request and by the clock', async () => {
  const { session } = await aSession('op_expire')
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
  expect(await failureOf(stripe.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 })
  expect(await (await world.page(`/card/pay/${session.id}`)).text()).toContain('This page has expired')

  const { session: other } = await aSession('op_expire_2')
  await world.control('/clock/advance', { seconds: 32 * 60 })
  expect(await stripe.checkout.sessions.retrieve(other.id)).toMatchObject({ status: 'expired' })
  const events = world.receiver.received.filter(({ body }) => body.includes('checkout.session.expired'))
  expect(events).toHaveLength(2)
  expect((await world.control(`/card/sessions/${other.id}/pay`)).status).toBe(409)
})

test('the page speaks the browser’s language and sends no request elsewhere', async () => {
  const { session } = await aSession('op_words')
  const path = `/card/pay/${session.id}`
  expect(await (await world.page(path, { 'accept-language': 'fr, es-MX;q=0.8, en;q=0.5' })).text()).toContain(
    'Pagar $25.00',
  )
  expect(await (await world.page(path, { 'accept-language': 'ko-KR' })).text()).toContain(
    '테스트용 카드를 선택해 주세요',
  )
  const page = await world.page(path)
  expect(await page.text()).toContain('Pay $25.00')
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://app.puente.test:3000")
  expect((await world.page('/card/pay/cs_test_none')).status).toBe(404)
})

test('a form that comes from another site pays nothing', async () => {
  const { session } = await aSession('op_foreign')
  const foreign = await world.form(
    `/card/pay/${session.id}`,
    { card: '4242' },
    { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' },
  )
  expect(foreign.status).toBe(403)
  expect((await world.read('/book?ref=op_foreign')).body).toEqual([])
})

import type Stripe from 'stripe'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { secrets, startWorld } from '../test/world.ts'
import { createCardTools, failureOf } from '../test/card.ts'

const world = await startWorld()
const stripe = world.stripe()
const { aSession, aSavedCard, charge, webhook } = createCardTools(world, stripe)

afterAll(() => world.close())
beforeEach(() => world.reset())

test('a saved card is listed, charged at once, and unusable once detached', async () => {
  const { customer, method } = await aSavedCard('op_saved')
  expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({
    card: { brand: 'visa', last4: '4242' },
    customer: customer.id,
  })
  const intent = await charge(customer.id, method, 'op_saved_2')
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount: 4200,
    amount_received: 4200,
    metadata: { ref: 'op_saved_2' },
  })

  const since = { customer: customer.id, created: { gte: intent.created - 60 } }
  expect((await stripe.paymentIntents.list(since)).data.map(({ metadata }) => metadata['ref'])).toEqual([
    'op_saved_2',
    'op_saved',
  ])
  expect((await stripe.paymentIntents.list({ ...since, created: { gte: intent.created + 60 } })).data).toEqual([])
  const all: string[] = []
  for await (const { id } of stripe.paymentIntents.list({ ...since, limit: 1 })) all.push(id)
  expect(all).toHaveLength(2)

  await stripe.paymentMethods.detach(method)
  expect((await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data).toEqual([])
  expect(await failureOf(charge(customer.id, method, 'op_saved_3'))).toMatchObject({
    statusCode: 400,
    param: 'payment_method',
  })
})

test('a queued decline of a saved card is a 402 with the payment inside', async () => {
  const { customer, method } = await aSavedCard('op_402')
  await world.control('/card/next', { outcome: 'decline' })
  expect(await failureOf(charge(customer.id, method, 'op_402_2'))).toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { status: 'requires_payment_method', metadata: { ref: 'op_402_2' } },
  })
})

test('a queued confirmation of a saved card redirects to the challenge and back to the return address', async () => {
  const { customer, method } = await aSavedCard('op_3ds')
  await world.control('/card/next', { outcome: 'requireAction' })
  const intent = await charge(customer.id, method, 'op_3ds_2')
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  const url = new URL(intent.next_action!.redirect_to_url!.url!)
  const back = await world.form(url.pathname, { answer: 'confirm' })
  expect(back.headers.get('location')).toContain('http://app.puente.test:3000/back?payment_intent=pi_')
  expect(back.headers.get('location')).toContain('redirect_status=succeeded')
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', next_action: null })
})

test('an outcome with a match waits for its own payment', async () => {
  const { customer, method } = await aSavedCard('op_match')
  await world.control('/card/next', { outcome: 'decline', match: 'op_match_2' })
  await world.control('/card/next', { outcome: 'decline', match: 777 })
  await world.control('/card/next', { outcome: 'requireAction', match: 'OP_MATCH@example.com' })
  expect(await charge(customer.id, method, 'op_match_1')).toMatchObject({ status: 'requires_action' })
  expect(await charge(customer.id, method, 'op_match_3')).toMatchObject({ status: 'succeeded' })
  expect(await failureOf(charge(customer.id, method, 'op_match_2'))).toMatchObject({ code: 'card_declined' })
})

test('a queued timeout charges, sends the webhook and never answers; the repeated key then tells', async () => {
  const { customer, method } = await aSavedCard('op_hang')
  await world.control('/card/next', { outcome: 'timeoutAfterCommit' })
  const impatient = world.stripe(secrets.stripeSecretKey, 300)
  const create = (client: Stripe) =>
    client.paymentIntents.create(
      {
        amount: 900,
        currency: 'usd',
        customer: customer.id,
        payment_method: method,
        confirm: true,
        metadata: { ref: 'op_hang_2' },
      },
      { idempotencyKey: 'key_hang' },
    )
  expect(await failureOf(create(impatient))).toMatchObject({ type: 'StripeConnectionError' })
  expect((await world.read('/book?ref=op_hang_2')).body).toHaveLength(1)
  expect(await create(stripe)).toMatchObject({ status: 'succeeded', amount: 900 })
  expect((await world.read('/book?ref=op_hang_2')).body).toHaveLength(1)
})

test('a queued error charges nothing and is replayed for its key', async () => {
  const { customer, method } = await aSavedCard('op_500')
  await world.control('/card/next', { outcome: 'error' })
  const again = () => failureOf(charge(customer.id, method, 'op_500_2', { idempotencyKey: 'key_500' }))
  expect(await again()).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
  expect(await again()).toMatchObject({ statusCode: 500 })
  expect((await world.read('/book?ref=op_500_2')).body).toEqual([])
  expect(await charge(customer.id, method, 'op_500_2', { idempotencyKey: 'key_501' })).toMatchObject({
    status: 'succeeded',
  })
})

test('a repeated key replays the answer, another request under it is refused, and after 24 hours it is free', async () => {
  const { customer, method } = await aSavedCard('op_key')
  const options = { idempotencyKey: 'key_1' }
  const first = await charge(customer.id, method, 'op_key_2', options)
  const second = await charge(customer.id, method, 'op_key_2', options)
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await failureOf(charge(customer.id, method, 'op_key_3', options))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  expect(await failureOf(stripe.customers.create({ name: 'Ana' }, options))).toMatchObject({
    type: 'StripeIdempotencyError',
  })
  expect((await world.read('/book?ref=op_key_2')).body).toHaveLength(1)
  await world.control('/clock/advance', { seconds: 24 * 3600 })
  expect((await charge(customer.id, method, 'op_key_2', options)).id).not.toBe(first.id)
})

test('a request that fails validation leaves its key unused', async () => {
  const options = { idempotencyKey: 'key_valid' }
  expect(await failureOf(stripe.customers.create({ email: 'nobody' }, options))).toMatchObject({ statusCode: 400 })
  expect(await stripe.customers.create({ email: 'ana@example.com' }, options)).toMatchObject({
    email: 'ana@example.com',
  })
})

test.each([
  ['the old name of the hosted page', { ui_mode: 'hosted' }, 'ui_mode'],
  ['the old name of the method list', { payment_method_types: ['card'] }, 'payment_method_types'],
  ['a misspelt field', { sucess_url: 'http://x.test' }, 'sucess_url'],
  ['a misspelt nested field', { payment_intent_data: { metdata: { ref: 'x' } } }, 'payment_intent_data[metdata]'],
  ['an expiry too soon', { expires_at: Math.floor(Date.now() / 1000) + 60 }, 'expires_at'],
  ['a customer that does not exist', { customer: 'cus_nobody' }, 'customer'],
  ['an unknown expansion', { expand: ['nothing.of_this'] }, 'expand'],
])('a session with %s is refused with the field named', async (_name, fields, param) => {
  const failure = await failureOf(aSession('op_strict', fields as Partial<Stripe.Checkout.SessionCreateParams>))
  expect(failure).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param })
})

test('a wrong key, an unknown version, an unknown path and JSON are refused in Stripe’s words', async () => {
  expect(await failureOf(world.stripe('sk_test_wrong').customers.create({}))).toMatchObject({ statusCode: 401 })
  const call = (path: string, headers: Record<string, string>, body?: string) =>
    fetch(world.sandbox.url + path, { method: 'POST', headers, ...(body && { body }) })
  const authorization = `Bearer ${secrets.stripeSecretKey}`
  expect((await call('/v1/customers', {})).status).toBe(401)
  expect((await call('/v1/customers', { authorization, 'stripe-version': '2024-06-20' })).status).toBe(400)
  expect((await call('/v1/nothing', { authorization })).status).toBe(404)
  const json = await call('/v1/customers', { authorization, 'content-type': 'application/json' }, '{}')
  expect(json.status).toBe(400)
  expect(await json.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  expect(await failureOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('refunds are capped, show in the balance, and may fail later', async () => {
  const { customer, method } = await aSavedCard('op_refund')
  const intent = await charge(customer.id, method, 'op_refund_2')
  const refund = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 1200,
    metadata: { ref: 'op_refund_3' },
  })
  expect(refund).toMatchObject({ status: 'succeeded', amount: 1200, payment_intent: intent.id })
  expect(await failureOf(stripe.refunds.create({ payment_intent: intent.id, amount: 3001 }))).toMatchObject({
    statusCode: 400,
  })
  await stripe.refunds.create({ payment_intent: intent.id })
  expect(await failureOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
    code: 'charge_already_refunded',
  })

  expect((await world.control('/card/payments/op_refund_2/fail-refund')).status).toBe(200)
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ status }) => status)).toEqual([
    'failed',
    'succeeded',
  ])
  await webhook('refund.failed')
  const lines = await stripe.balanceTransactions.list({ limit: 100 })
  expect(lines.data.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund_failure', 3000],
    ['refund', -3000],
    ['refund', -1200],
    ['charge', 4200],
    ['charge', 2500],
  ])
})

test('a dispute takes the money, and winning it brings the money back', async () => {
  const { customer, method } = await aSavedCard('op_dispute')
  const intent = await charge(customer.id, method, 'op_dispute_2')
  await world.control(`/card/payments/${intent.id}/fraud-warning`)
  await webhook('radar.early_fraud_warning.created')
  expect((await world.control(`/card/payments/${intent.id}/win`)).status).toBe(409)
  await world.control(`/card/payments/${intent.id}/dispute`)
  expect((await world.control(`/card/payments/${intent.id}/dispute`)).status).toBe(409)
  const { body } = await webhook('charge.dispute.created')
  const id = JSON.parse(body).data.object.id as string
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    amount: 4200,
    payment_intent: intent.id,
  })
  await world.control(`/card/payments/${intent.id}/win`)
  await webhook('charge.dispute.funds_reinstated')
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'won',
    balance_transactions: [{ amount: -4200, fee: 1500 }, { amount: 4200 }],
  })
})

test('an expansion that does not exist is refused before anything is charged', async () => {
  const { customer, method } = await aSavedCard('op_expand')
  const refused = stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    customer: customer.id,
    payment_method: method,
    confirm: true,
    metadata: { ref: 'op_expand_2' },
    expand: ['latest_chrage'],
  })
  expect(await failureOf(refused)).toMatchObject({ statusCode: 400, param: 'expand' })
  expect((await world.read('/book?ref=op_expand_2')).body).toEqual([])
})

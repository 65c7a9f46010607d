import { dictionary, integer, list, object, oneOf, optional, text, webAddress } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import type { Emit } from './events.ts'
import { listFields, listPage } from './listing.ts'
import { amountRule, cardTypes } from './payment-endpoints.ts'
import { renderCustomer, renderPaymentMethod } from './render-parties.ts'
import type { Sessions } from './sessions.ts'
import type { CardStore } from './store.ts'
import { invalidRequest, missingResource } from './stripe-error.ts'
import type { Endpoint } from './wire.ts'

const customerFields = {
  email: optional(text({ max: 512, pattern: /^[^\s@]+@[^\s@]+$/, expected: 'an e-mail address' })),
  name: optional(text({ max: 256 })),
  phone: optional(text({ max: 20 })),
  description: optional(text({ max: 5000 })),
  metadata: optional(dictionary),
}

const futureUsage = optional(oneOf(['on_session', 'off_session']))
const sessionFields = {
  mode: oneOf(['payment', 'setup']),
  currency: optional(oneOf(['usd'])),
  // The old word for this page, `hosted`, is refused, as this version of the API does.
  ui_mode: optional(oneOf(['hosted_page'])),
  allowed_payment_method_types: optional(cardTypes),
  customer: optional(text()),
  customer_email: optional(text({ max: 800 })),
  client_reference_id: optional(text({ max: 200 })),
  line_items: optional(
    list(
      object({
        price_data: object({
          currency: oneOf(['usd']),
          unit_amount: amountRule,
          product_data: object({ name: text({ max: 1500 }), description: optional(text({ max: 5000 })) }),
        }),
        quantity: integer({ min: 1, max: 1, form: true }),
      }),
      { max: 1 },
    ),
  ),
  payment_intent_data: optional(
    object({
      metadata: optional(dictionary),
      setup_future_usage: futureUsage,
      description: optional(text({ max: 1000 })),
    }),
  ),
  metadata: optional(dictionary),
  locale: optional(oneOf(['auto', 'en', 'es', 'es-419', 'ko'])),
  submit_type: optional(oneOf(['auto', 'pay'])),
  success_url: webAddress,
  cancel_url: optional(webAddress),
  expires_at: optional(integer({ form: true })),
}

const shortestSessionSeconds = 30 * 60
const longestSessionSeconds = 24 * 3600

type Parts = { world: World; store: CardStore; sessions: Sessions; emit: Emit }

/** Customers, saved cards, checkout sessions and the list of events. */
export const addPartyEndpoints = (endpoint: Endpoint, { world, store, sessions, emit }: Parts) => {
  endpoint('POST', '/customers', customerFields, ({ fields }) => {
    const { email = null, name = null, phone = null, description = null, metadata = {} } = fields
    const customer = {
      id: `cus_${randomWord(14)}`,
      created: world.clock.unixSeconds(),
      email,
      name,
      phone,
      description,
      metadata,
    }
    store.customers.set(customer.id, customer)
    return renderCustomer(customer)
  })
  endpoint('GET', '/customers/:id', {}, ({ id }) => {
    const customer = store.customers.get(id)
    if (!customer) throw missingResource('customer', id)
    return renderCustomer(customer)
  })
  endpoint('GET', '/customers', { ...listFields, email: optional(text({ max: 512 })) }, ({ fields }) => {
    const matching = store.customers
      .newest()
      .filter((customer) => fields.email === undefined || customer.email === fields.email)
    return listPage(matching, fields, { url: '/v1/customers', render: renderCustomer })
  })

  const cardsOf = (customerId: string) =>
    store.paymentMethods.newest().filter((method) => method.customerId === customerId)
  const methodFields = { ...listFields, customer: text(), type: optional(oneOf(['card'])) }
  endpoint('GET', '/payment_methods', methodFields, ({ fields }) => {
    if (!store.customers.get(fields.customer)) throw missingResource('customer', fields.customer, 'customer')
    return listPage(cardsOf(fields.customer), fields, { url: '/v1/payment_methods', render: renderPaymentMethod })
  })
  endpoint('GET', '/payment_methods/:id', {}, ({ id }) => {
    const method = store.paymentMethods.get(id)
    if (!method) throw missingResource('PaymentMethod', id)
    return renderPaymentMethod(method)
  })
  endpoint('POST', '/payment_methods/:id/detach', {}, ({ id }) => {
    const method = store.paymentMethods.get(id)
    if (!method) throw missingResource('PaymentMethod', id)
    if (method.customerId === null) {
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
    }
    method.customerId = null
    // A detached card can never be used or attached again.
    emit('payment_method.detached', renderPaymentMethod(method))
    return renderPaymentMethod(method)
  })

  endpoint('POST', '/checkout/sessions', sessionFields, ({ fields }) => {
    if (fields.customer !== undefined && !store.customers.get(fields.customer)) {
      throw missingResource('customer', fields.customer, 'customer')
    }
    const [item] = fields.line_items ?? []
    const isSetup = fields.mode === 'setup'
    if (!isSetup && !item)
      throw invalidRequest('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
    const foreign = isSetup ? (['line_items', 'payment_intent_data'] as const) : []
    const param = foreign.find((name) => fields[name] !== undefined)
    if (param) throw invalidRequest(`You can not pass \`${param}\` in \`setup\` mode.`, { param })
    if (isSetup && fields.currency === undefined && fields.allowed_payment_method_types === undefined)
      throw invalidRequest('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' })
    const now = world.clock.unixSeconds()
    const expiresAt = fields.expires_at ?? now + longestSessionSeconds
    // One minute of grace: the sender computed the time before the request travelled.
    if (expiresAt < now + shortestSessionSeconds - 60 || expiresAt > now + longestSessionSeconds + 60) {
      throw invalidRequest(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
        { param: 'expires_at' },
      )
    }
    const intentData = fields.payment_intent_data
    const session = sessions.create({
      mode: fields.mode,
      amount: item?.price_data.unit_amount ?? 0,
      productName: item?.price_data.product_data.name ?? '',
      customerId: fields.customer ?? null,
      customerEmail: fields.customer_email ?? null,
      clientReferenceId: fields.client_reference_id ?? null,
      description: intentData?.description ?? null,
      metadata: fields.metadata ?? {},
      intentMetadata: intentData?.metadata ?? {},
      setupFutureUsage: intentData?.setup_future_usage ?? null,
      allowedPaymentMethodTypes: fields.allowed_payment_method_types ?? null,
      locale: fields.locale ?? null,
      successUrl: fields.success_url,
      cancelUrl: fields.cancel_url ?? null,
      expiresAt,
    })
    return sessions.render(session)
  })
  const sessionOf = (id: string) => {
    const session = store.sessions.get(id)
    if (!session) throw missingResource('checkout.session', id)
    return session
  }
  endpoint('GET', '/checkout/sessions/:id', {}, ({ id }) => sessions.render(sessionOf(id)))
  endpoint(
    'GET',
    '/checkout/sessions',
    { ...listFields, payment_intent: optional(text()), customer: optional(text()), status: optional(text()) },
    ({ fields }) => {
      const matching = store.sessions
        .newest()
        .filter(
          (session) =>
            (fields.payment_intent === undefined || session.intentId === fields.payment_intent) &&
            (fields.customer === undefined || session.customerId === fields.customer) &&
            (fields.status === undefined || session.status === fields.status),
        )
      return listPage(matching, fields, { url: '/v1/checkout/sessions', render: sessions.render })
    },
  )
  endpoint('POST', '/checkout/sessions/:id/expire', {}, ({ id }) => {
    const session = sessionOf(id)
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    sessions.expire(session)
    return sessions.render(session)
  })

  endpoint('GET', '/events/:id', {}, ({ id }) => {
    const event = store.events.get(id)
    if (!event) throw missingResource('event', id)
    return event.body
  })
  endpoint('GET', '/events', { ...listFields, type: optional(text()) }, ({ fields }) => {
    const matching = store.events.newest().filter((event) => fields.type === undefined || event.type === fields.type)
    return listPage(matching, fields, { url: '/v1/events', render: (event) => event.body })
  })
}

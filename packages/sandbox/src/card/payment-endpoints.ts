import { boolean, dictionary, integer, list, oneOf, optional, text, webAddress } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import type { Aftermath } from './aftermath.ts'
import { listFields, listPage } from './listing.ts'
import type { Intent, PaymentMethod } from './model.ts'
import type { Payments } from './payments.ts'
import {
  renderBalanceTransaction,
  renderCharge,
  renderDispute,
  renderFraudWarning,
  renderRefund,
} from './render-payments.ts'
import { renderPaymentMethod } from './render-parties.ts'
import type { CardStore } from './store.ts'
import { invalidRequest, missingResource, StripeError } from './stripe-error.ts'
import type { Endpoint } from './wire.ts'

/** Fifty cents is the smallest charge in dollars; the largest has eight digits. */
export const amountRule = integer({ min: 50, max: 99_999_999, form: true })
export const cardTypes = list(oneOf(['card']), { max: 1 })
const futureUsage = optional(oneOf(['on_session', 'off_session']))

const confirmFields = { payment_method: optional(text()), return_url: optional(webAddress) }
const createFields = {
  ...confirmFields,
  amount: amountRule,
  currency: oneOf(['usd']),
  allowed_payment_method_types: optional(cardTypes),
  confirm: optional(boolean({ form: true })),
  customer: optional(text()),
  description: optional(text({ max: 1000 })),
  metadata: optional(dictionary),
  off_session: optional(boolean({ form: true })),
  receipt_email: optional(text({ max: 800 })),
  setup_future_usage: futureUsage,
  statement_descriptor_suffix: optional(text({ max: 22 })),
}

type Parts = { world: World; store: CardStore; payments: Payments; aftermath: Aftermath }

/** Payment intents, refunds, and what reconciliation reads. */
export const addPaymentEndpoints = (endpoint: Endpoint, { world, store, payments, aftermath }: Parts) => {
  const find = <T>(kind: { get: (id: string) => T | undefined }, what: string, id: string, param?: string): T => {
    const found = kind.get(id)
    if (!found) throw missingResource(what, id, param)
    return found
  }

  const usableMethod = (id: string | undefined, customerId: string | null): PaymentMethod => {
    if (id === undefined) {
      throw invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.', {
        code: 'payment_intent_unexpected_state',
      })
    }
    const method = find(store.paymentMethods, 'PaymentMethod', id, 'payment_method')
    if (method.customerId === null || method.customerId !== customerId) {
      throw invalidRequest('The PaymentMethod does not belong to the Customer of this PaymentIntent.', {
        param: 'payment_method',
      })
    }
    return method
  }

  /** Confirms, or throws the 402 of a decline with the payment inside, as Stripe does. */
  const confirm = (
    target: { amount: number; customerId: string | null; refs: (string | undefined)[] },
    method: PaymentMethod,
    intentOf: () => Intent,
    hang: () => void,
  ) => {
    // The outcome comes first: a queued server error must leave no trace.
    const outcome = payments.outcomeFor(target, method.card)
    const intent = intentOf()
    payments.attempt(intent, method, outcome)
    if (outcome === 'timeoutAfterCommit') hang()
    const answer = payments.render(intent)
    if (!intent.lastError) return answer
    throw new StripeError(402, 'card_error', intent.lastError.message, {
      code: intent.lastError.code,
      ...(intent.lastError.declineCode && { decline_code: intent.lastError.declineCode }),
      payment_intent: answer,
      payment_method: renderPaymentMethod(method),
    })
  }

  endpoint('POST', '/payment_intents', createFields, ({ fields, hang }) => {
    const customerId =
      fields.customer === undefined ? null : find(store.customers, 'customer', fields.customer, 'customer').id
    const create = () =>
      payments.create({
        amount: fields.amount,
        customerId,
        description: fields.description ?? null,
        metadata: fields.metadata ?? {},
        returnUrl: fields.return_url ?? null,
        setupFutureUsage: fields.setup_future_usage ?? null,
        sessionId: null,
      })
    if (!fields.confirm) {
      if (fields.return_url !== undefined) {
        throw invalidRequest('return_url may only be sent when confirm is true.', { param: 'return_url' })
      }
      const method = fields.payment_method === undefined ? null : usableMethod(fields.payment_method, customerId)
      const intent = create()
      if (method) Object.assign(intent, { paymentMethodId: method.id, status: 'requires_confirmation' })
      return payments.render(intent)
    }
    const target = { amount: fields.amount, customerId, refs: [fields.metadata?.['ref']] }
    return confirm(target, usableMethod(fields.payment_method, customerId), create, hang)
  })

  endpoint('POST', '/payment_intents/:id/confirm', confirmFields, ({ id, fields, hang }) => {
    const intent = find(store.intents, 'payment_intent', id)
    if (intent.status !== 'requires_confirmation' && intent.status !== 'requires_payment_method') {
      throw invalidRequest(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
        payment_intent: payments.render(intent),
      })
    }
    const method = usableMethod(fields.payment_method ?? intent.paymentMethodId ?? undefined, intent.customerId)
    const target = { amount: intent.amount, customerId: intent.customerId, refs: [intent.metadata['ref'], intent.id] }
    const confirmed = () => Object.assign(intent, { returnUrl: fields.return_url ?? intent.returnUrl })
    return confirm(target, method, confirmed, hang)
  })

  endpoint('POST', '/payment_intents/:id/cancel', {}, ({ id }) => {
    const intent = find(store.intents, 'payment_intent', id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalidRequest(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
        payment_intent: payments.render(intent),
      })
    }
    payments.cancel(intent)
    return payments.render(intent)
  })

  endpoint('GET', '/payment_intents/:id', {}, ({ id }) => payments.render(find(store.intents, 'payment_intent', id)))
  endpoint('GET', '/payment_intents', { ...listFields, customer: optional(text()) }, ({ fields }) => {
    const matching = store.intents
      .newest()
      .filter((intent) => fields.customer === undefined || intent.customerId === fields.customer)
    return listPage(matching, fields, { url: '/v1/payment_intents', render: payments.render })
  })

  endpoint('GET', '/charges/:id', {}, ({ id }) => renderCharge(store, find(store.charges, 'charge', id)))

  const refundFields = {
    amount: optional(integer({ min: 1, form: true })),
    charge: optional(text()),
    payment_intent: optional(text()),
    reason: optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
    metadata: optional(dictionary),
  }
  endpoint('POST', '/refunds', refundFields, ({ fields }) => {
    if ((fields.charge === undefined) === (fields.payment_intent === undefined)) {
      throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
    }
    const intent =
      fields.payment_intent === undefined
        ? null
        : find(store.intents, 'payment_intent', fields.payment_intent, 'payment_intent')
    const charge = store.charges.get(fields.charge ?? intent?.latestChargeId ?? '')
    if (!charge && fields.charge !== undefined) throw missingResource('charge', fields.charge, 'charge')
    if (!charge || charge.error) throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
    const { amount, reason = null, metadata = {} } = fields
    return renderRefund(aftermath.refund(charge, { amount, reason, metadata }))
  })
  endpoint('GET', '/refunds/:id', {}, ({ id }) => renderRefund(find(store.refunds, 'refund', id)))
  endpoint(
    'GET',
    '/refunds',
    { ...listFields, payment_intent: optional(text()), charge: optional(text()) },
    ({ fields }) => {
      const matching = store.refunds
        .newest()
        .filter(
          (refund) =>
            (fields.payment_intent === undefined || refund.intentId === fields.payment_intent) &&
            (fields.charge === undefined || refund.chargeId === fields.charge),
        )
      return listPage(matching, fields, { url: '/v1/refunds', render: renderRefund })
    },
  )

  endpoint('GET', '/disputes/:id', {}, ({ id }) =>
    renderDispute(store, find(store.disputes, 'dispute', id), world.clock.unixSeconds()),
  )
  endpoint('GET', '/disputes', { ...listFields, payment_intent: optional(text()) }, ({ fields }) => {
    const matching = store.disputes
      .newest()
      .filter((dispute) => fields.payment_intent === undefined || dispute.intentId === fields.payment_intent)
    return listPage(matching, fields, {
      url: '/v1/disputes',
      render: (dispute) => renderDispute(store, dispute, world.clock.unixSeconds()),
    })
  })
  endpoint('GET', '/radar/early_fraud_warnings/:id', {}, ({ id }) =>
    renderFraudWarning(find(store.fraudWarnings, 'early_fraud_warning', id)),
  )

  endpoint('GET', '/radar/early_fraud_warnings', { ...listFields, payment_intent: optional(text()) }, ({ fields }) => {
    const matching = store.fraudWarnings
      .newest()
      .filter(({ intentId }) => fields.payment_intent === undefined || intentId === fields.payment_intent)
    return listPage(matching, fields, { url: '/v1/radar/early_fraud_warnings', render: renderFraudWarning })
  })

  const renderLine = (line: Parameters<typeof renderBalanceTransaction>[0]) =>
    renderBalanceTransaction(line, world.clock.unixSeconds())
  endpoint('GET', '/balance_transactions/:id', {}, ({ id }) =>
    renderLine(find(store.balanceTransactions, 'balance transaction', id)),
  )
  const lineFields = { ...listFields, type: optional(text()), source: optional(text()) }
  endpoint('GET', '/balance_transactions', lineFields, ({ fields }) => {
    const matching = store.balanceTransactions
      .newest()
      .filter(
        (line) =>
          (fields.type === undefined || line.type === fields.type) &&
          (fields.source === undefined || line.sourceId === fields.source),
      )
    return listPage(matching, fields, { url: '/v1/balance_transactions', render: renderLine })
  })
}

/** Orders, captures, refunds and the account's books on PayPal's wire. */
import { integer, list, object, oneOf, optional, text, webAddress } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { decimalOf, orderMoney } from './amounts.ts'
import type { Line } from './model.ts'
import type { Orders } from './orders.ts'
import { invalidRequest, missingResource } from './paypal-error.ts'
import type { Render } from './render.ts'
import type { PaypalStore } from './store.ts'
import { ok } from './wire.ts'
import type { Endpoint } from './wire.ts'

const amount = orderMoney
const context = object({
  brand_name: optional(text({ max: 127 })),
  locale: optional(text({ max: 10, pattern: /^[a-z]{2}(-[A-Z]{2})?$/, expected: 'a language tag' })),
  landing_page: optional(oneOf(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'])),
  shipping_preference: optional(oneOf(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'])),
  user_action: optional(oneOf(['CONTINUE', 'PAY_NOW'])),
  payment_method_preference: optional(oneOf(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'])),
  return_url: webAddress,
  cancel_url: webAddress,
})
const unit = object({
  reference_id: optional(text({ max: 256 })),
  custom_id: optional(text({ max: 255 })),
  invoice_id: optional(text({ max: 127 })),
  description: optional(text({ max: 127 })),
  soft_descriptor: optional(text({ max: 22 })),
  amount,
})

const pageOf = (lines: readonly Line[], page: number, size: number) => lines.slice((page - 1) * size, page * size)

const renderLine = ({ id, at, code, ref, amount: cents, fee, status, relatedId }: Line) => {
  const day = `${at.toISOString().slice(0, 19)}+0000`
  return {
    transaction_info: {
      transaction_id: id,
      ...(relatedId === null ? {} : { paypal_reference_id: relatedId, paypal_reference_id_type: 'TXN' }),
      transaction_event_code: code,
      transaction_initiation_date: day,
      transaction_updated_date: day,
      transaction_amount: { currency_code: 'USD', value: decimalOf(cents) },
      ...(fee === 0 ? {} : { fee_amount: { currency_code: 'USD', value: decimalOf(fee) } }),
      transaction_status: status,
      ...(ref === null ? {} : { custom_field: ref }),
    },
  }
}

const longestSpanMs = 31 * 24 * 3_600_000
const moment = text({
  pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{4})$/,
  expected: 'a moment without fractions of a second',
})

type Parts = { world: World; store: PaypalStore; orders: Orders; render: Render }

export const addOrderEndpoints = (endpoint: Endpoint, { world, store, orders, render }: Parts) => {
  const orderOf = (id: string) => {
    const order = store.orders.get(id)
    if (!order) throw missingResource()
    return order
  }
  const captureOf = (id: string) => {
    const capture = store.captures.get(id)
    if (!capture) throw missingResource()
    return capture
  }

  endpoint(
    'POST',
    '/v2/checkout/orders',
    {
      intent: oneOf(['CAPTURE']),
      purchase_units: list(unit, { max: 1 }),
      payment_source: object({ paypal: object({ experience_context: context }) }),
    },
    ({ fields, once, hasRequestId }) => {
      const [wanted] = fields.purchase_units
      if (!wanted) throw invalidRequest([{ field: '/purchase_units', issue: 'MISSING_REQUIRED_PARAMETER' }])
      if (!hasRequestId) throw invalidRequest([{ field: 'PayPal-Request-Id', issue: 'PAYPAL_REQUEST_ID_REQUIRED' }])
      const { experience_context: page } = fields.payment_source.paypal
      return once(() => {
        const order = orders.create({
          referenceId: wanted.reference_id ?? 'default',
          ref: wanted.custom_id ?? null,
          amount: wanted.amount,
          description: wanted.description ?? null,
          locale: page.locale ?? null,
          returnUrl: page.return_url,
          cancelUrl: page.cancel_url,
        })
        return { again: () => render.order(order) }
      })
    },
  )

  endpoint('GET', '/v2/checkout/orders/:id', {}, ({ id }) => ok(render.order(orderOf(id))))

  endpoint('POST', '/v2/checkout/orders/:id/capture', {}, ({ id, once }) => {
    const order = orderOf(id)
    return once(() => {
      orders.capture(order)
      return { again: () => render.order(order) }
    })
  })

  endpoint('GET', '/v2/payments/captures/:id', {}, ({ id }) => ok(render.capture(captureOf(id))))

  endpoint(
    'POST',
    '/v2/payments/captures/:id/refund',
    { amount: optional(amount), custom_id: optional(text({ max: 127 })), note_to_payer: optional(text({ max: 255 })) },
    ({ id, fields, once }) => {
      const capture = captureOf(id)
      return once(() => {
        const refund = orders.giveBack(capture, fields.amount ?? capture.amount, 'refund', fields.custom_id ?? null)
        return { again: () => render.refund(refund) }
      })
    },
  )

  endpoint('GET', '/v2/payments/refunds/:id', {}, ({ id }) => {
    const refund = store.refunds.get(id)
    if (!refund) throw missingResource()
    return ok(render.refund(refund))
  })

  endpoint(
    'GET',
    '/v1/reporting/transactions',
    {
      start_date: moment,
      end_date: moment,
      fields: optional(text({ max: 100 })),
      page_size: optional(integer({ min: 1, max: 500, form: true })),
      page: optional(integer({ min: 1, form: true })),
    },
    ({ fields }) => {
      const [from, to] = [Date.parse(fields.start_date), Date.parse(fields.end_date)]
      if (!(to >= from) || to - from > longestSpanMs)
        throw invalidRequest([{ field: '/end_date', issue: 'INVALID_DATE_RANGE' }])
      const { page = 1, page_size: size = 100 } = fields
      // Oldest first; a whole second counts to its end.
      const lines = store.lines
        .newest()
        .toReversed()
        .filter(({ at }) => at.getTime() >= from && at.getTime() < to + 1000)
      return ok({
        transaction_details: pageOf(lines, page, size).map(renderLine),
        start_date: fields.start_date,
        end_date: fields.end_date,
        last_refreshed_datetime: world.clock.now().toISOString(),
        page,
        total_items: lines.length,
        total_pages: Math.max(Math.ceil(lines.length / size), 1),
        links: [],
      })
    },
  )
}

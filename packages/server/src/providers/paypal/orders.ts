import { ProviderError } from '../types.ts'
import { decimalOf } from './amounts.ts'
import type { PaypalClient } from './client.ts'
import { PaypalRefusal } from './errors.ts'
import { textAt } from '../fields.ts'
import { returnOf, snapshotOf } from './order-snapshot.ts'
import type { CallOptions, CaptureRefusal, OrderRequest, OrderSnapshot, PaypalOrders } from './port.ts'

const LOCALES = { en: 'en-US', es: 'es-US', ko: 'ko-KR' } as const

const bodyOf = (request: OrderRequest) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: request.ref,
      custom_id: request.ref,
      description: request.description,
      amount: { currency_code: 'USD', value: decimalOf(request.amountCents) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        brand_name: request.brandName,
        locale: LOCALES[request.language],
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: request.returnUrl,
        cancel_url: request.cancelUrl,
      },
    },
  },
})

/** Why PayPal does not capture, by the issue that it names. */
const REFUSALS: Readonly<Record<string, CaptureRefusal>> = {
  INSTRUMENT_DECLINED: 'payerAction',
  PAYER_ACTION_REQUIRED: 'payerAction',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'payerAction',
  ORDER_NOT_APPROVED: 'notApproved',
  TRANSACTION_REFUSED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  PAYER_ACCOUNT_RESTRICTED: 'declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'declined',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  COMPLIANCE_VIOLATION: 'forbidden',
}

/** The order is captured, about to be, or void: it tells so itself. */
const STANDS: ReadonlySet<string> = new Set([
  'ORDER_ALREADY_CAPTURED',
  'ORDER_COMPLETION_IN_PROGRESS',
  'ORDER_EXPIRED',
  'ORDER_VOIDED',
])

const isMissing = (error: unknown): boolean =>
  error instanceof ProviderError && error.cause instanceof PaypalRefusal && error.cause.status === 404

/** A 422: the request was understood, and is not carried out. */
const issueOf = (error: unknown): string | null =>
  error instanceof ProviderError && error.cause instanceof PaypalRefusal && error.cause.status === 422
    ? (error.code ?? null)
    : null

const segment = (id: string): string => encodeURIComponent(id)

/** Orders by PayPal's API, version 2. */
export const createPaypalOrders = ({ call }: PaypalClient): PaypalOrders => {
  const read = async (path: `/v2/${string}`, { timeoutMs }: CallOptions = {}): Promise<unknown> => {
    try {
      return (await call({ method: 'GET', path, timeoutMs })).body
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const readOrder = async (orderId: string, options?: CallOptions): Promise<OrderSnapshot | null> => {
    const order = await read(`/v2/checkout/orders/${segment(orderId)}`, options)
    return order === null ? null : snapshotOf(order)
  }

  /** How an order stands that PayPal does not capture now for what it is already. */
  const standing = async (orderId: string, options?: CallOptions): Promise<OrderSnapshot> => {
    const snapshot = await readOrder(orderId, options)
    if (!snapshot) throw new ProviderError('unknownOutcome', 'PayPal has lost an order that it knew')
    return snapshot.outcome === 'approved' ? { ...snapshot, outcome: 'processing' } : snapshot
  }

  return {
    create: async (request, { timeoutMs } = {}) => {
      const { body } = await call({
        method: 'POST',
        path: '/v2/checkout/orders',
        body: bodyOf(request),
        requestId: request.ref,
        timeoutMs,
      })
      return snapshotOf(body)
    },
    fetch: async (objectId, options) => {
      const order = await readOrder(objectId, options)
      if (order) return order
      const capture = await read(`/v2/payments/captures/${segment(objectId)}`, options)
      const orderId = textAt(capture, 'supplementary_data', 'related_ids', 'order_id')
      return orderId === null ? null : readOrder(orderId, options)
    },
    capture: async ({ providerId, ref }, options = {}) => {
      try {
        const { body } = await call({
          method: 'POST',
          path: `/v2/checkout/orders/${segment(providerId)}/capture`,
          requestId: `${ref}-capture`,
          timeoutMs: options.timeoutMs,
        })
        return snapshotOf(body)
      } catch (error) {
        const issue = issueOf(error)
        if (issue === null) throw error
        if (STANDS.has(issue)) return standing(providerId, options)
        const refusal = Object.hasOwn(REFUSALS, issue) ? REFUSALS[issue] : undefined
        return { refusal: refusal ?? 'unrecognised', raw: issue }
      }
    },
    refund: async ({ ref, captureId, amountCents }, { timeoutMs } = {}) => {
      const { body } = await call({
        method: 'POST',
        path: `/v2/payments/captures/${segment(captureId)}/refund`,
        body: { amount: { currency_code: 'USD', value: decimalOf(amountCents) }, custom_id: ref },
        requestId: ref,
        timeoutMs,
      })
      return returnOf(body)
    },
  }
}

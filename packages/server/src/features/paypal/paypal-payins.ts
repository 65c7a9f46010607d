/** The PayPal rail: an order that the payer approves on PayPal's page, and that is captured as soon as PayPal says so. */
import type { PayinRail } from '#features/payins/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { ProviderError } from '#providers/types.ts'
import { captureOrder, giveOrderUp } from './capture-order.ts'
import { orderOf } from './order-body.ts'
import { isOrderOver, KEY_LIFETIME_MS, payinOf } from './order-rules.ts'
import { PAYPAL } from './paypal-rail.ts'

export const paypalRail: PayinRail = {
  ...PAYPAL,
  keyLifetimeMs: KEY_LIFETIME_MS,
  prepare: async ({ paypal }, payment) => {
    const request = orderOf(payment)
    return async (leftMs) => payinOf(await paypal.orders.create(request, { timeoutMs: leftMs }))
  },
  read: async (services, payment, timeoutMs) => {
    const order = await services.paypal.orders.fetch(payment.providerId, { timeoutMs })
    if (order?.outcome === 'approved') return captureOrder(services, payment, order, timeoutMs)
    if (order?.outcome !== 'open') return order && payinOf(order)
    const isOver = isOrderOver(payment, await databaseNow(services.db, services.clock))
    return { ...payinOf(order), ...(isOver ? { outcome: 'expired', url: null } : {}) }
  },
  readObject: async ({ paypal }, objectId) => {
    const order = await paypal.orders.fetch(objectId)
    return order && payinOf(order)
  },
  // PayPal looks nothing up by our reference; asked again under the same key, it tells of the order that there is.
  findLost: async ({ paypal, db, clock }, payment, timeoutMs) => {
    if (isOrderOver(payment, await databaseNow(db, clock))) return null
    try {
      return payinOf(await paypal.orders.create(orderOf(payment), { timeoutMs }))
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'invalid') return null
      throw error
    }
  },
  close: giveOrderUp,
  isOver: isOrderOver,
}

import type { Config } from '#platform/config.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { createPaypalClient } from './client.ts'
import { closedPayouts } from '../closed-payouts.ts'
import { createPaypalOrders } from './orders.ts'
import { createPaypalPayouts } from './payouts.ts'
import type { Paypal } from './port.ts'
import { listTransactionsOf } from './transactions.ts'
import { createPaypalWebhooks } from './webhooks.ts'

const off = async (): Promise<never> => {
  throw new ProviderError('unavailable', 'PayPal is switched off')
}

/** Without PayPal no event can be genuine. */
const unsigned = async (): Promise<never> => {
  throw new BadSignature('paypal is switched off')
}

/** PayPal as configured. Switched off, every call fails as if PayPal could not be reached. */
export const paypalOf = ({ paypal }: Pick<Config, 'paypal'>): Paypal => {
  if (paypal === 'off')
    return {
      orders: { create: off, fetch: off, capture: off, refund: off },
      events: { verify: unsigned },
      payouts: closedPayouts,
      listTransactions: off,
    }
  const client = createPaypalClient(paypal)
  const events = createPaypalWebhooks(paypal, client)
  return {
    orders: createPaypalOrders(client),
    payouts: createPaypalPayouts(client, events),
    events,
    listTransactions: listTransactionsOf(client),
  }
}

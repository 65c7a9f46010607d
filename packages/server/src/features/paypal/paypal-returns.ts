/** Refunds and reversals of a captured order. PayPal takes a reversal at once; its refunds do not come back once they are complete. */
import type { PayinReturn, ReturnsOfRail } from '#features/payins/index.ts'
import { returnHeldTransfer } from '#features/transfers/index.ts'
import type { ReturnSnapshot } from '#providers/paypal/port.ts'

const STATES: Record<ReturnSnapshot['outcome'], PayinReturn['state']> = {
  pending: 'open',
  succeeded: 'gone',
  failed: 'kept',
  unrecognised: 'unrecognised',
}

const returnOf = ({ providerId, ref, outcome, amountCents, currency, raw }: ReturnSnapshot): PayinReturn => ({
  objectId: providerId,
  kind: ref === null ? 'reversal' : 'refund',
  state: currency === 'usd' ? STATES[outcome] : 'unrecognised',
  amountCents,
  lines: [],
  raw: `${raw} ${currency}`,
})

export const paypalReturns: ReturnsOfRail = {
  isAboutReturns: (type) => type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED',
  list: async ({ paypal }, objectId) => (await paypal.orders.fetch(objectId))?.returns.map(returnOf) ?? [],
  giveBack: (services, row) => returnHeldTransfer(services, row, 'returned'),
}

import type { Input } from '@puente/contract'
import type { PayinStart } from '#features/payins/index.ts'
import { orderBody } from './order-body.ts'

/** What a deposit by PayPal asks: an order, which the person approves on PayPal's page. */
export const paypalDeposit = ({
  amount,
  expectedTotalCharge,
  sendSessionId,
}: Pick<Input<'startDeposit'>, 'amount' | 'expectedTotalCharge' | 'sendSessionId'>): PayinStart => ({
  amountCents: BigInt(amount),
  expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
  sendSessionId,
  send: null,
  bodyOf: orderBody,
})

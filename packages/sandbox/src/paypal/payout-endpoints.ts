/** Payouts on PayPal's wire. `PayPal-Request-Id` does not keep one from being made twice; only the batch id does. */
import { list, object, oneOf, optional, text } from '../core/shape.ts'
import { payoutMoney } from './amounts.ts'
import { invalidRequest, missingResource, PaypalError } from './paypal-error.ts'
import type { Payout } from './payout.ts'
import type { Payouts } from './payouts.ts'
import { renderBatch, renderItem, renderTaken } from './render-payouts.ts'
import { ok } from './wire.ts'
import type { Endpoint } from './wire.ts'

const header = object({
  sender_batch_id: text({ max: 256 }),
  email_subject: optional(text({ max: 255 })),
  email_message: optional(text({ max: 1000 })),
})
const item = object({
  recipient_type: oneOf(['EMAIL']),
  receiver: text({ max: 127, pattern: /^[^\s@]+@[^\s@]+$/, expected: 'an email address' }),
  amount: payoutMoney,
  sender_item_id: optional(text({ max: 63 })),
  note: optional(text({ max: 4000 })),
})

const required = (payout: Payout | undefined): Payout => {
  if (!payout) throw missingResource()
  return payout
}

export const addPayoutEndpoints = (endpoint: Endpoint, payouts: Payouts, publicUrl: () => string) => {
  endpoint(
    'POST',
    '/v1/payments/payouts',
    { sender_batch_header: header, items: list(item, { max: 1 }) },
    ({ fields }) => {
      const [wanted] = fields.items
      if (!wanted) throw invalidRequest([{ field: '/items', issue: 'MISSING_REQUIRED_PARAMETER' }])
      const payout = payouts.create({
        senderBatchId: fields.sender_batch_header.sender_batch_id,
        senderItemId: wanted.sender_item_id ?? null,
        receiver: wanted.receiver,
        amount: wanted.amount,
      })
      const taken = renderTaken(payout, publicUrl())
      payouts.begin(payout)
      return { status: 201, body: taken }
    },
  )
  endpoint('GET', '/v1/payments/payouts/:id', {}, ({ id }) =>
    ok(renderBatch(required(payouts.byBatch(id)), publicUrl())),
  )
  endpoint('GET', '/v1/payments/payouts-item/:id', {}, ({ id }) =>
    ok(renderItem(required(payouts.byItem(id)), publicUrl())),
  )
  endpoint('POST', '/v1/payments/payouts-item/:id/cancel', {}, ({ id }) => {
    const payout = required(payouts.byItem(id))
    if (!payouts.act(payout, 'return'))
      throw new PaypalError(400, 'ITEM_INCORRECT_STATUS', 'The payout item is not in the UNCLAIMED status.', [
        { issue: 'ITEM_INCORRECT_STATUS' },
      ])
    return ok(renderItem(payout, publicUrl()))
  })
}

/** Records in PayPal's words. */
import { money } from './amounts.ts'
import { basePath } from './events.ts'
import type { Capture, Order, Refund } from './model.ts'
import type { PaypalStore } from './store.ts'

type Link = { href: string; rel: string; method: string }

export const createRender = (store: PaypalStore, publicUrl: () => string) => {
  const link = (rel: string, path: string, method = 'GET'): Link => ({
    href: `${publicUrl()}${basePath}${path}`,
    rel,
    method,
  })

  const refund = ({ id, captureId, ref, amount, status, createdAt }: Refund) => ({
    id,
    amount: money(amount),
    ...(ref === null ? {} : { custom_id: ref }),
    status,
    create_time: createdAt.toISOString(),
    update_time: createdAt.toISOString(),
    links: [link('self', `/v2/payments/refunds/${id}`), link('up', `/v2/payments/captures/${captureId}`)],
  })

  const capture = ({ id, orderId, ref, amount, fee, status, createdAt }: Capture) => ({
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: money(amount),
    final_capture: true,
    ...(ref === null ? {} : { custom_id: ref }),
    ...(status === 'PENDING' || status === 'DECLINED'
      ? {}
      : {
          seller_receivable_breakdown: {
            gross_amount: money(amount),
            paypal_fee: money(fee),
            net_amount: money(amount - fee),
          },
        }),
    supplementary_data: { related_ids: { order_id: orderId } },
    create_time: createdAt.toISOString(),
    update_time: createdAt.toISOString(),
    links: [
      link('self', `/v2/payments/captures/${id}`),
      link('refund', `/v2/payments/captures/${id}/refund`, 'POST'),
      link('up', `/v2/checkout/orders/${orderId}`),
    ],
  })

  const order = (of: Order) => {
    const captures = of.captureIds.flatMap((id) => store.captures.get(id) ?? [])
    const refunds = captures.flatMap(({ refundIds }) => refundIds.flatMap((id) => store.refunds.get(id) ?? []))
    const isWaiting = of.status === 'CREATED' || of.status === 'PAYER_ACTION_REQUIRED'
    return {
      id: of.id,
      intent: 'CAPTURE',
      status: of.status,
      payment_source: {
        paypal: of.payer === null ? {} : { email_address: of.payer.email, account_id: of.payer.payerId },
      },
      purchase_units: [
        {
          reference_id: of.referenceId,
          amount: money(of.amount),
          ...(of.ref === null ? {} : { custom_id: of.ref }),
          ...(of.description === null ? {} : { description: of.description }),
          ...(captures.length === 0
            ? {}
            : {
                payments: {
                  captures: captures.map(capture),
                  ...(refunds.length === 0 ? {} : { refunds: refunds.map(refund) }),
                },
              }),
        },
      ],
      ...(of.payer === null
        ? {}
        : { payer: { payer_id: of.payer.payerId, email_address: of.payer.email, address: { country_code: 'US' } } }),
      create_time: of.createdAt.toISOString(),
      links: [
        link('self', `/v2/checkout/orders/${of.id}`),
        ...(isWaiting ? [{ href: approveUrl(of), rel: 'payer-action', method: 'GET' }] : []),
        ...(of.status === 'APPROVED' ? [link('capture', `/v2/checkout/orders/${of.id}/capture`, 'POST')] : []),
      ],
    }
  }

  const approveUrl = ({ id }: Order) => `${publicUrl()}/paypal/approve?token=${id}`

  return { refund, capture, order, approveUrl }
}

export type Render = ReturnType<typeof createRender>

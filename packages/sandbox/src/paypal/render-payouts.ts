/** Payouts in PayPal's words. */
import { decimalOf } from './amounts.ts'
import { basePath } from './events.ts'
import type { Payout } from './payout.ts'

const fee = { currency: 'USD', value: '0.25' }
const amountOf = ({ amount }: Payout) => ({ currency: 'USD', value: decimalOf(amount) })
const link = (publicUrl: string, path: string) => ({
  href: `${publicUrl}${basePath}${path}`,
  rel: 'self',
  method: 'GET',
})

export const renderItem = (payout: Payout, publicUrl: string) => ({
  payout_item_id: payout.itemId,
  ...(payout.status === 'PENDING' ? {} : { transaction_id: payout.transactionId }),
  transaction_status: payout.status,
  payout_batch_id: payout.batchId,
  sender_batch_id: payout.senderBatchId,
  payout_item_fee: fee,
  payout_item: {
    recipient_type: 'EMAIL',
    amount: amountOf(payout),
    receiver: payout.receiver,
    ...(payout.senderItemId === null ? {} : { sender_item_id: payout.senderItemId }),
  },
  time_processed: payout.processedAt.toISOString(),
  ...(payout.error === null ? {} : { errors: { ...payout.error, details: [] } }),
  links: [link(publicUrl, `/v1/payments/payouts-item/${payout.itemId}`)],
})

/** As it is answered when it is made: nothing but that it was understood. */
export const renderTaken = ({ batchId, senderBatchId }: Payout, publicUrl: string) => ({
  batch_header: {
    payout_batch_id: batchId,
    batch_status: 'PENDING',
    sender_batch_header: { sender_batch_id: senderBatchId },
  },
  links: [link(publicUrl, `/v1/payments/payouts/${batchId}`)],
})

export const renderBatch = (payout: Payout, publicUrl: string) => ({
  batch_header: {
    payout_batch_id: payout.batchId,
    batch_status: payout.batchStatus,
    time_created: payout.createdAt.toISOString(),
    sender_batch_header: { sender_batch_id: payout.senderBatchId },
    amount: amountOf(payout),
    fees: fee,
  },
  items: [renderItem(payout, publicUrl)],
  links: [link(publicUrl, `/v1/payments/payouts/${payout.batchId}`)],
})

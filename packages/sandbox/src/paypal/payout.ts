/** A payout with its one item, as PayPal keeps it. */
export type ItemStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'UNCLAIMED'
  | 'RETURNED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'REFUNDED'
  | 'REVERSED'

export type Payout = {
  batchId: string
  itemId: string
  transactionId: string
  createdAt: Date
  /** When the item last came to another status. */
  processedAt: Date
  /** Unique for thirty days: what keeps a payout from being made twice. */
  senderBatchId: string
  senderItemId: string | null
  receiver: string
  amount: number
  batchStatus: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED'
  status: ItemStatus
  error: { name: string; message: string } | null
  /** Withdraws what is due for it. */
  stopTimer: () => void
}

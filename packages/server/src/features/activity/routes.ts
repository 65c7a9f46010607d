import type { Handlers } from '#platform/http/ctx.ts'
import { cancelTransaction } from './cancel-transaction.ts'
import { getTransaction } from './get-transaction.ts'
import { getTransactions } from './get-transactions.ts'
import { listTransactions } from './list-transactions.ts'
import { noteTransaction } from './note-transaction.ts'
import { readReceipt } from './read-receipt.ts'

export const activityRoutes = {
  listTransactions,
  getTransaction,
  getTransactions,
  noteTransaction,
  receipt: readReceipt,
  cancelTransaction,
} satisfies Partial<Handlers>

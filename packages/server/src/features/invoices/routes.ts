import type { Handlers } from '#platform/http/ctx.ts'
import { cancelInvoice, declineInvoice } from './answer-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { getInvoice } from './get-invoice.ts'
import { listInvoices } from './list-invoices.ts'
import { remindInvoice } from './remind-invoice.ts'

export const invoicesRoutes = {
  createInvoice,
  listInvoices,
  getInvoice,
  declineInvoice,
  cancelInvoice,
  remindInvoice,
} satisfies Partial<Handlers>

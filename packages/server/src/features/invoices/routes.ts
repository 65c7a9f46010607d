import type { Handlers } from '#platform/http/ctx.ts'
import { cancelInvoice, declineInvoice } from './answer-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { getInvoice } from './get-invoice.ts'
import { listInvoices } from './list-invoices.ts'
import { readInvoicePdf } from './read-invoice-pdf.ts'
import { remindInvoice } from './remind-invoice.ts'

export const invoicesRoutes = {
  createInvoice,
  listInvoices,
  getInvoice,
  invoicePdf: readInvoicePdf,
  declineInvoice,
  cancelInvoice,
  remindInvoice,
} satisfies Partial<Handlers>

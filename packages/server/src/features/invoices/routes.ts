import { requireContacts } from '#features/accounts/index.ts'
import type { Handlers, UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { cancelInvoice, declineInvoice } from './answer-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { getInvoice } from './get-invoice.ts'
import { listInvoices } from './list-invoices.ts'
import { remindInvoice } from './remind-invoice.ts'

const notYet = async ({ user }: UserCtx): Promise<never> => {
  requireContacts(user)
  throw new Refusal('serviceUnavailable')
}

export const invoicesRoutes = {
  createInvoice,
  listInvoices,
  getInvoice,
  invoicePdf: notYet,
  declineInvoice,
  cancelInvoice,
  remindInvoice,
} satisfies Partial<Handlers>

import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const invoicesRoutes = {
  createInvoice: notYet,
  listInvoices: notYet,
  getInvoice: notYet,
  invoicePdf: notYet,
  declineInvoice: notYet,
  cancelInvoice: notYet,
  remindInvoice: notYet,
} satisfies Partial<Handlers>

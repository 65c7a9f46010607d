/** A payment for an invoice, seen from its transaction. */
import type { Transaction } from '@puente/contract'
import type { AnyRouter } from '@tanstack/react-router'
import { newKey } from '#lib/api/idempotency.ts'
import { withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import './pay-draft.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The invoice chosen for its detail screen, or to be paid. */
    invoice?: string
  }
}

/**
 * Goes on to the review of an invoice that was not paid, as another attempt at it.
 * @param invoiceSessionId the attempt before; it is closed by the next
 */
export const retryInvoice = (router: AnyRouter, row: Transaction, invoiceSessionId: string): void => {
  const { invoiceId } = row
  if (invoiceId === undefined) return router.history.push(paths.invoices.path)
  const method = row.method === 'paypal' ? 'paypal' : 'card'
  return router.history.push(
    paths.invoicesConfirmation.path,
    withDraft('invoicePay', { invoiceId, method, invoiceSessionId, key: newKey() }),
  )
}

/** Goes on to choose another way to pay the invoice, when the one before was declined. */
export const payInvoiceOtherWay = (router: AnyRouter, { invoiceId }: Transaction, invoiceSessionId: string): void =>
  invoiceId === undefined
    ? router.history.push(paths.invoices.path)
    : router.history.push(paths.invoicesPay.path, {
        ...withDraft('invoicePay', { invoiceSessionId }),
        invoice: invoiceId,
      })

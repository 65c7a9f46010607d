/** The one address where something is reviewed before it is done: an invoice before it is sent, or before it is paid. */
import { useLocation } from '@tanstack/react-router'
import { readDraft } from '#lib/forms/draft.ts'
import { hasContent } from '#shared/invoice/new-invoice.ts'
import '#shared/invoice/pay-draft.ts'
import { PayReview } from '../parts/pay-review.tsx'
import { SendReview } from '../parts/send-review.tsx'

export const ConfirmationScreen = () => {
  const pay = useLocation({ select: ({ state }) => readDraft('invoicePay', state) })
  const invoice = useLocation({ select: ({ state }) => readDraft('invoice', state) })
  if (pay?.invoiceId) return <PayReview id={pay.invoiceId} isAgain={pay.invoiceSessionId !== undefined} />
  return invoice?.recipient && hasContent(invoice) ? <SendReview /> : null
}

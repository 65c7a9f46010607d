import { forInvoice } from '#features/invoices/index.ts'
import { forRequest } from '#features/requests/index.ts'
import type { PayableAttempt, PayableNeed } from '#features/payments/index.ts'

const attemptIn = (need: PayableNeed): PayableAttempt => {
  if ('begin' in need) return need.begin
  if ('pay' in need) return need.pay
  return 'stop' in need ? need.stop : need.refund
}

/** Whichever participant has what the payment settles, for a command's `participants`; none where it settles nothing. */
export const forPaidFor = (need: PayableNeed | null): Record<string, unknown> => {
  if (!need) return {}
  return attemptIn(need).paidFor.kind === 'invoice' ? forInvoice(need) : forRequest(need)
}

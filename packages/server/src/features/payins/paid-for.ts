import { forInvoice } from '#features/invoices/index.ts'
import { forRequest } from '#features/requests/index.ts'
import { attemptIn, type GoesBack, type PayableNeed } from '#features/payments/index.ts'
import type { Contest, CreditedPayin } from './contest.ts'

/** Whichever participant has what the payment settles, for a command's `participants`; none where it settles nothing. */
export const forPaidFor = (need: PayableNeed | null): Record<string, unknown> => {
  if (!need) return {}
  return attemptIn(need).paidFor.kind === 'invoice' ? forInvoice(need) : forRequest(need)
}

/** What a contest does to the invoice that the payment paid: how much of it is contested, was taken, or is no longer in question. */
export const forInvoiceOf = (
  { paidAttempt }: CreditedPayin,
  { about }: Contest,
  { stage, cents = 0n, answers = null }: Pick<GoesBack, 'stage'> & { cents?: bigint; answers?: Contest | null },
): Record<string, unknown> =>
  paidAttempt?.paidFor.kind === 'invoice'
    ? forInvoice({ goesBack: { ...paidAttempt, amountCents: cents, about, stage, answers: answers?.about ?? null } })
    : {}

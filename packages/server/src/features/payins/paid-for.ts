import type { Facts } from '@puente/ledger'
import { forInvoice } from '#features/invoices/index.ts'
import { forRequest } from '#features/requests/index.ts'
import { attemptIn, type GoesBack, goesBackFact, type PayableNeed } from '#features/payments/index.ts'
import type { Contest, CreditedPayin } from './contest.ts'

/** Whichever participant has what the payment settles, for a command's `participants`; none where it settles nothing. */
export const forPaidFor = (need: PayableNeed | null): Record<string, unknown> => {
  if (!need) return {}
  return attemptIn(need).paidFor.kind === 'invoice' ? forInvoice(need) : forRequest(need)
}

type Said = Pick<GoesBack, 'stage' | 'fromIssuer'> & { cents?: bigint; answers?: Contest | null }

/** What a contest does to the invoice or request that the payment paid: how much of it is contested, was taken, or is no longer in question. */
export const forContested = (
  { paidAttempt }: CreditedPayin,
  { about }: Contest,
  { cents = 0n, answers = null, ...said }: Said,
): Record<string, unknown> =>
  forPaidFor(
    paidAttempt && {
      goesBack: { ...paidAttempt, ...said, amountCents: cents, about, answers: answers?.about ?? null },
    },
  )

/** What is taken out of the wallet that was credited, of `mostCents` that it could give: what it was asked for limits it. */
export const takenOf = ({ paidAttempt }: CreditedPayin, facts: Facts, mostCents: bigint): bigint =>
  paidAttempt ? facts.of(goesBackFact(paidAttempt.paidFor.kind)).issuerCents : mostCents

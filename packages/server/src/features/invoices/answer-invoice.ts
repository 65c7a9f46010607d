/** Ending an invoice that nobody has paid: its payer says no, or its issuer takes it back. */
import { type Input, invoiceId, type InvoiceSide, type Output } from '@puente/contract'
import { requireContacts } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { stepped } from './change-invoice.ts'
import { changeOwnInvoice } from './change-own-invoice.ts'

const end = async (
  ctx: UserCtx,
  id: string,
  { side, step }: { side: InvoiceSide; step: 'decline' | 'cancel' },
): Promise<Output<'declineInvoice'>> => {
  requireContacts(ctx.user)
  const after = await changeOwnInvoice(ctx, id, {
    side,
    event: step === 'decline' ? 'invoice.declined' : 'invoice.cancelled',
    next: (invoice, at) => {
      const ended = stepped(invoice, step, at)
      if (!ended) throw new Refusal('invalidInvoice', { reason: invoice.state })
      return ended
    },
  })
  return { invoiceId: invoiceId(after.invoiceId), state: after.state }
}

/** Says no to a received invoice. Refuses with `invalidInvoice` unless it is to be paid. */
export const declineInvoice = (
  ctx: UserCtx,
  { invoiceId: id }: Input<'declineInvoice'>,
): Promise<Output<'declineInvoice'>> => end(ctx, id, { side: 'received', step: 'decline' })

/** Takes back a sent invoice. Refuses with `invalidInvoice` unless it is to be paid. */
export const cancelInvoice = (
  ctx: UserCtx,
  { invoiceId: id }: Input<'cancelInvoice'>,
): Promise<Output<'cancelInvoice'>> => end(ctx, id, { side: 'sent', step: 'cancel' })

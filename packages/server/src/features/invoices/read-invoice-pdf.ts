import { type Input, type Output, uuidOf } from '@puente/contract'
import { findLanguageOf } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { issuePaper } from '#features/papers/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { getInvoice } from './get-invoice.ts'
import { invoiceContent, invoiceTotals } from './invoice-content.ts'
import { findInvoice } from './invoices-store.ts'

/**
 * An invoice of the caller as a paper, whichever side they are on, with the names of the day it was made. Unless asked otherwise it stands in
 * the other party's language too, while neither has blocked the other.
 */
export const readInvoicePdf = async (
  ctx: UserCtx,
  { invoiceId, ...asked }: Input<'invoicePdf'>,
): Promise<Output<'invoicePdf'>> => {
  const invoice = await getInvoice(ctx, { invoiceId })
  const kept = await findInvoice(ctx.db, ctx.user.id, uuidOf(invoiceId, 'inv') ?? '')
  if (!kept) throw new Refusal('invalidInvoice')
  const otherId = kept.counterpart.ownerId
  const isApart = invoice.blocked || (await isBlockedBetween(ctx.db, ctx.user.id, otherId))
  const otherLang = asked.otherLang ?? (isApart ? undefined : await findLanguageOf(ctx.db, otherId))
  return issuePaper(
    ctx,
    { ...asked, ...(otherLang && { otherLang }) },
    {
      ownerId: ctx.user.id,
      kind: 'invoice',
      totals: invoiceTotals(invoice),
      contentOf: invoiceContent(invoice, kept.ownName),
    },
  )
}

import { type Input, type Output, uuidOf } from '@puente/contract'
import { findLanguageOf, findPersonById } from '#features/accounts/index.ts'
import { issuePaper } from '#features/papers/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { getInvoice } from './get-invoice.ts'
import { invoiceContent, invoiceTotals } from './invoice-content.ts'

/**
 * An invoice of the caller as a paper, whichever side they are on. Unless asked otherwise it stands in the other party's language too,
 * while the two may see each other.
 */
export const readInvoicePdf = async (
  ctx: UserCtx,
  { invoiceId, ...asked }: Input<'invoicePdf'>,
): Promise<Output<'invoicePdf'>> => {
  const invoice = await getInvoice(ctx, { invoiceId })
  const otherId = uuidOf(invoice.was === 'sent' ? invoice.to : invoice.from, 'usr')
  const [own, otherLang] = await Promise.all([
    findPersonById(ctx.db, ctx.user.id),
    asked.otherLang ?? (otherId === null || invoice.blocked ? undefined : findLanguageOf(ctx.db, otherId)),
  ])
  return issuePaper(
    ctx,
    { ...asked, ...(otherLang && { otherLang }) },
    {
      ownerId: ctx.user.id,
      kind: 'invoice',
      totals: invoiceTotals(invoice),
      contentOf: invoiceContent(invoice, own?.fullName ?? ctx.user.fullName),
    },
  )
}

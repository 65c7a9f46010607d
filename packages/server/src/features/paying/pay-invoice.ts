import { type Input, type Output, uuidOf } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { findInvoice, type OwnInvoice } from '#features/invoices/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { pay, requireIssuer } from './pay.ts'
import type { Paid } from './payable.ts'

const inWords = ({ sendSessionId, ...paid }: Paid): Output<'payInvoice'> => ({
  ...paid,
  ...(sendSessionId && { invoiceSessionId: sendSessionId }),
})

/** An invoice that the caller received, however it stands; any other is as unknown as none. */
const requireReceived = async ({ db, user }: Pick<MoneyCtx, 'db' | 'user'>, wireId: string): Promise<OwnInvoice> => {
  const id = uuidOf(wireId, 'inv')
  const invoice = id && (await findInvoice(db, user.id, id))
  if (!invoice || invoice.was !== 'received') throw new Refusal('invalidInvoice')
  return invoice
}

/** Pays a received invoice in full. What an unverified payer may pay is within the limits of money from outside, from the wallet too. */
export const payInvoice = async (ctx: MoneyCtx, input: Input<'payInvoice'>): Promise<Output<'payInvoice'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const { amountCents, attemptId, invoiceId, issuerId, note } = await requireReceived(ctx, input.invoiceId)
  const { payMethod: method, cardId, saveCard, expectedTotalCharge, invoiceSessionId, consent } = input
  const asked = {
    payable: { paidFor: { kind: 'invoice', issuerId, id: invoiceId }, amountCents, attemptId, note },
    payee: await requireIssuer(ctx, issuerId),
    method,
    cardId,
    saveCard,
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    sendSessionId: invoiceSessionId,
    consent,
    operation: 'payInvoice',
  } as const
  return pay(ctx, asked, inWords)
}

import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { requirePayableRequest } from '#features/requests/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { pay, requireIssuer } from './pay.ts'

/**
 * Pays a request for money: one that the caller was asked for, by its id, or that of a link, by its code. From the wallet it takes an
 * identity check, as every send does.
 */
export const payRequest = async (ctx: MoneyCtx, input: Input<'payRequest'>): Promise<Output<'payRequest'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const { payMethod: method, cardId, saveCard, expectedTotalCharge, sendSessionId, consent } = input
  const { paidFor, amountCents, note, ownAttempt: attemptId } = await requirePayableRequest(ctx, input)
  const asked = {
    payable: { paidFor, amountCents, note, attemptId },
    payee: await requireIssuer(ctx, paidFor.issuerId),
    method,
    cardId,
    saveCard,
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    sendSessionId,
    consent,
    operation: 'payRequest',
  } as const
  return pay(ctx, asked, (paid) => paid)
}

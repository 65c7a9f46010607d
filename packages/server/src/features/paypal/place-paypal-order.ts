import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { requireRecipient } from '#features/payments/index.ts'
import { startPayin } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { orderBody } from './order-body.ts'
import { paypalRail } from './paypal-payins.ts'

/** Sends to another user by PayPal: the answer leads to PayPal's page. What is paid for needs a note that says what it was. */
export const placePaypalOrder = async (
  ctx: MoneyCtx,
  input: Input<'placePaypalOrder'>,
): Promise<Output<'placePaypalOrder'>> => {
  const { note = '', purpose = 'personal', expectedTotalCharge } = input
  if (purpose === 'goods' && note === '') throw new Refusal('invalidNote', { field: 'note' })
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const payee = await requireRecipient(ctx, input.toUser)
  return startPayin(
    ctx,
    paypalRail,
    {
      amountCents: BigInt(input.amount),
      expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
      sendSessionId: input.sendSessionId,
      send: { payee, note, purpose },
      bodyOf: orderBody,
    },
    ({ url = null, ...begun }, orderId) => ({ ...begun, orderId, approveUrl: url }),
  )
}

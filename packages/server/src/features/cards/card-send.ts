import type { Input } from '@puente/contract'
import { requireRecipient } from '#features/payments/index.ts'
import type { PayinSend, PayinStart } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

type Asked = Omit<Input<'startPayment'>, 'cardId'>

/**
 * What a send by card asks. Refuses with `invalidNote` a payment for goods that does not say what for, with `userNotFound` and
 * `invalidUser` a receiver who does not exist or cannot receive.
 */
export const cardSend = async (
  ctx: MoneyCtx,
  input: Asked,
  how: Pick<PayinStart, 'bodyOf'> & Pick<PayinSend, 'stepUp'>,
): Promise<PayinStart> => {
  const { note = '', purpose = 'personal', expectedTotalCharge, sendSessionId } = input
  if (purpose === 'goods' && note === '') throw new Refusal('invalidNote', { field: 'note' })
  const payee = await requireRecipient(ctx, input.toUser)
  return {
    amountCents: BigInt(input.amount),
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    sendSessionId,
    send: { payee, note, purpose, ...(how.stepUp && { stepUp: how.stepUp }) },
    bodyOf: how.bodyOf,
  }
}

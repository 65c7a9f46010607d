import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { requireRecipient } from '#features/payments/index.ts'
import type { PayinSend } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { beginZelle } from './begin-zelle.ts'

/**
 * The payee, note and purpose of a send. Refuses with `invalidNote` when goods are paid for without a note, and what `requireRecipient`
 * refuses.
 */
export const readSend = async (
  ctx: MoneyCtx,
  { toUser, note = '', purpose = 'personal' }: Pick<Input<'zelleIntent'>, 'toUser' | 'note' | 'purpose'>,
): Promise<PayinSend> => {
  if (purpose === 'goods' && note === '') throw new Refusal('invalidNote', { field: 'note' })
  return { payee: await requireRecipient(ctx, toUser), note, purpose }
}

/** Begins a send by Zelle: the quote is fixed, and the answer says what to pay. */
export const zelleIntent = async (ctx: MoneyCtx, input: Input<'zelleIntent'>): Promise<Output<'zelleIntent'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const { amount, expectedTotalCharge } = input
  const asked = {
    amountCents: BigInt(amount),
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    send: await readSend(ctx, input),
    given: null,
  }
  const { answer } = await beginZelle(ctx, asked, ({ transactionId, fee, totalCharge, instructions }) => ({
    transactionId,
    zelleSecretToken: instructions.memo,
    payTo: { address: instructions.address, name: instructions.name },
    amount,
    fee,
    totalCharge,
    qrText: instructions.qrText,
    expiresAt: instructions.expiresAt,
  }))
  return answer
}

import type { Input, Output } from '@puente/contract'
import { requireOpen } from '#features/accounts/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { beginZelle } from './begin-zelle.ts'

/** Begins a deposit by Zelle, for a caller who may begin one: the answer says what to pay from the own bank. */
export const zelleDeposit = async (ctx: MoneyCtx, input: Input<'startDeposit'>): Promise<Output<'startDeposit'>> => {
  requireOpen(ctx.user)
  const { amount, expectedTotalCharge } = input
  const asked = {
    amountCents: BigInt(amount),
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    send: null,
    given: null,
  }
  const { answer } = await beginZelle(
    ctx,
    asked,
    ({ instructions, transactionId, sendSessionId, fee, totalCharge }) => ({
      transactionId,
      sendSessionId,
      tipo: 'zelle' as const,
      zelle: instructions,
      fee,
      totalCharge,
    }),
  )
  return answer
}

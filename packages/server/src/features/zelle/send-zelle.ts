import { type Input, type Output, transactionId } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { findPayment } from '#features/payments/index.ts'
import type { PayinSend } from '#features/payins/index.ts'
import { findMovement } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { beginZelle } from './begin-zelle.ts'
import { confirmIntent } from './confirm-zelle.ts'
import { findIntentByCode } from './intents-store.ts'
import { lookForMoney, takeTry } from './numbers.ts'
import { readSend } from './zelle-intent.ts'

type Sent = Output<'sendZelle'>

/** For an intent of the caller's own, with this amount and receiver. */
const sendIntended = async (ctx: MoneyCtx, input: Input<'sendZelle'>, code: string, send: PayinSend): Promise<Sent> => {
  const intent = await findIntentByCode(ctx.db, ctx.user.id, code)
  const payment = intent && (await findPayment(ctx.db, intent))
  const row = intent && (await findMovement(ctx.db, { ownerId: intent.ownerId, movementId: intent.ref }))
  const isThis = payment?.amountCents === BigInt(input.amount) && row?.counterpart?.ownerId === send.payee.id
  if (!intent || !payment || !isThis) throw new Refusal('invalidTransactionId')
  const given = { confirmation: input.confirmation, holderName: input.fullName }
  return confirmIntent<Sent>(ctx, intent, given, {
    transactionId: transactionId(intent.ref),
    state: 'PENDING',
    zelleSecretToken: intent.code,
    fee: Number(payment.feeCents),
    totalCharge: Number(intent.totalCents),
  })
}

/**
 * Sends by Zelle what was paid at the own bank, under a number and the holder's name. The row stays when the money is not here
 * yet (`zelleNotFound`): it is credited by itself once it comes.
 */
export const sendZelle = async (ctx: MoneyCtx, input: Input<'sendZelle'>): Promise<Sent> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const { zelleSecretToken: code, confirmation, fullName: holderName, expectedTotalCharge } = input
  const send = await readSend(ctx, input)
  if (code !== undefined) return sendIntended(ctx, input, code, send)
  await takeTry(ctx, confirmation, null)
  const asked = {
    amountCents: BigInt(input.amount),
    expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
    send,
    given: { confirmation, holderName },
  }
  const { answer, ref, isNew } = await beginZelle<Sent>(ctx, asked, (begun) => ({
    transactionId: begun.transactionId,
    state: 'PENDING',
    zelleSecretToken: begun.instructions.memo,
    fee: begun.fee,
    totalCharge: begun.totalCharge,
  }))
  if (!isNew) return answer
  const found = { ...answer, state: await lookForMoney(ctx, ref) }
  return (await ctx.ledger.completeAnswer(ctx.user.id, ctx.money.key, found)) as Sent
}

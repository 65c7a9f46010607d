import { type Input, type Output, transactionId } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { findPayment, type Payment } from '#features/payments/index.ts'
import type { PayinSend } from '#features/payins/index.ts'
import { findMovement } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { beginZelle } from './begin-zelle.ts'
import { confirmIntent } from './confirm-zelle.ts'
import { findByNumber, findIntent, findIntentByCode, findWaiting, type Intent } from './intents-store.ts'
import { answerFound, isUsedBefore, takeTry } from './numbers.ts'
import { readSend } from './zelle-intent.ts'

type Sent = Output<'sendZelle'>

/** What the caller is sending already. */
type Begun = { intent: Intent; payment: Payment }

/** The payment of an intent of the caller's own, if it is of this amount and to this receiver. */
const begunAs = async (
  ctx: MoneyCtx,
  intent: Intent | null,
  { amount }: Input<'sendZelle'>,
  send: PayinSend,
): Promise<Begun | null> => {
  const payment = intent && (await findPayment(ctx.db, intent))
  const row = intent && (await findMovement(ctx.db, { ownerId: intent.ownerId, movementId: intent.ref }))
  const isThis = payment?.amountCents === BigInt(amount) && row?.counterpart?.ownerId === send.payee.id
  return intent && payment && isThis ? { intent, payment } : null
}

/** The same send under the same number, while it waits for its money. */
const findWaitingSend = async (ctx: MoneyCtx, input: Input<'sendZelle'>, send: PayinSend): Promise<Begun | null> => {
  const ref = await findByNumber(ctx.db, ctx.user.id, input.confirmation)
  if (ref === null || !(await findWaiting(ctx.db, ref))) return null
  return begunAs(ctx, await findIntent(ctx.db, ctx.user.id, ref), input, send)
}

const goOn = (ctx: MoneyCtx, { intent, payment }: Begun, input: Input<'sendZelle'>): Promise<Sent> =>
  confirmIntent<Sent>(
    ctx,
    intent,
    { confirmation: input.confirmation, holderName: input.fullName },
    {
      transactionId: transactionId(intent.ref),
      state: 'PENDING',
      zelleSecretToken: intent.code,
      fee: Number(payment.feeCents),
      totalCharge: Number(intent.totalCents),
    },
  )

const begin = async (ctx: MoneyCtx, input: Input<'sendZelle'>, send: PayinSend): Promise<Sent> => {
  const { confirmation, fullName: holderName, expectedTotalCharge } = input
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
  return isNew ? answerFound(ctx, ref, answer) : answer
}

/**
 * Sends by Zelle what was paid at the own bank, under a number and the holder's name. The row stays when the money is not here
 * yet (`zelleNotFound`): it is credited once it comes. The same send under the same number looks for it again while it waits.
 */
export const sendZelle = async (ctx: MoneyCtx, input: Input<'sendZelle'>): Promise<Sent> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const send = await readSend(ctx, input)
  if (input.zelleSecretToken !== undefined) {
    const intent = await findIntentByCode(ctx.db, ctx.user.id, input.zelleSecretToken)
    const begun = await begunAs(ctx, intent, input, send)
    if (!begun) throw new Refusal('invalidTransactionId')
    return goOn(ctx, begun, input)
  }
  const waiting = await findWaitingSend(ctx, input, send)
  if (waiting) return goOn(ctx, waiting, input)
  try {
    return await begin(ctx, input, send)
  } catch (error) {
    // Another call with this number may have been a moment faster.
    const faster = isUsedBefore(error) ? await findWaitingSend(ctx, input, send) : null
    if (!faster) throw error
    return goOn(ctx, faster, input)
  }
}

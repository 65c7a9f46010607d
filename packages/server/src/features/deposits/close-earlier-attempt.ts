/**
 * Another attempt, after a decline or after the page was left. The page of the one before is closed first, so that the two together can charge once;
 * if it was paid after all, that payment is the answer and nothing new is started. What the earlier attempt holds of limits and free
 * operations is given back with it, so a new attempt is judged only afterwards: one that is refused then leaves no page open, and nothing
 * charged.
 */
import { sendSessionId, transactionId } from '@puente/contract'
import type { Output } from '@puente/contract'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { ProviderError } from '#providers/types.ts'
import { closeDeposit } from './close-deposit.ts'
import type { Closed } from './close-deposit.ts'
import { isPaymentFinal, totalChargeCents, findPayment } from '#features/payments/index.ts'
import type { Payment, SendSession } from '#features/payments/index.ts'

const close = async (ctx: MoneyCtx, payment: Payment): Promise<Closed> => {
  if (payment.state === 'succeeded') return 'paid'
  if (isPaymentFinal(payment.state)) return 'closed'
  try {
    // A page that was only left is no decline, and its owner is not shown one.
    return await closeDeposit(ctx, payment, payment.reason === 'declined' ? 'failed' : 'cancelled')
  } catch (error) {
    if (error instanceof ProviderError) return 'unknown'
    throw error
  }
}

/** Null when the way is free for a new attempt; else the answer, which is stored under the request's key. */
export const closeEarlierAttempt = async (
  ctx: MoneyCtx,
  { sessionId, movementId }: SendSession,
): Promise<Output<'startDeposit'> | null> => {
  const payment = await findPayment(ctx.db, { ownerId: ctx.user.id, ref: movementId })
  if (!payment) throw new Error('a send session without its payment')
  // A repeat of the call beside this one may have made this very attempt: what the own key has made is not closed, and
  // posting under it again gives its answer.
  const [isOwn] = await ctx.ledger.areKeysTaken([{ ownerId: ctx.user.id, key: ctx.money.key }])
  const closed = isOwn ? 'unknown' : await close(ctx, payment)
  if (closed === 'closed') return null
  return ctx.money.post({
    kind: 'deposit.resumed',
    transferId: newId(),
    answer: () => ({
      transactionId: transactionId(movementId),
      tipo: closed === 'paid' ? 'completed' : 'processing',
      sendSessionId: sendSessionId(sessionId),
      fee: Number(payment.feeCents),
      totalCharge: Number(totalChargeCents(payment)),
    }),
  })
}

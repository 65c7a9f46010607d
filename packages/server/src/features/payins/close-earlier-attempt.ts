/**
 * Another attempt, after a decline or after the page was left. The one before is closed first, so that the two together can
 * charge once; if it was paid after all, that payment is the answer and nothing new is started. What the earlier attempt
 * holds of limits and free operations is given back with it, so a new attempt is judged only afterwards: one that is
 * refused then leaves nothing open, and nothing charged.
 */
import { sendSessionId, transactionId } from '@puente/contract'
import type { Json } from '@puente/ledger'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { ProviderError } from '#providers/types.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { closePayin } from './close-payin.ts'
import type { Closed } from './close-payin.ts'
import { isPaymentFinal, paidForOf, totalChargeCents, findPayment } from '#features/payments/index.ts'
import type { PaidFor, Payment, SendSession } from '#features/payments/index.ts'
import type { PayinKind, PayinRail } from './payin-rail.ts'
import type { PayinAnswer } from './store-payin.ts'

/**
 * Closes an attempt that its payer has left, so that it can no longer be paid. What the call's own key has made is not closed:
 * posting under the key again gives its answer.
 */
export const closeAttempt = async (ctx: MoneyCtx, rail: PayinRail, payment: Payment): Promise<Closed> => {
  const [isOwn] = await ctx.ledger.areKeysTaken([{ ownerId: ctx.user.id, key: ctx.money.key }])
  if (isOwn) return 'unknown'
  // Contested it is still paid; only what was refunded whole makes room for another.
  if (payment.state === 'succeeded' || payment.state === 'disputed') return 'paid'
  if (isPaymentFinal(payment.state)) return 'closed'
  try {
    return await closePayin(ctx, rail, payment, 'triedAgain')
  } catch (error) {
    if (error instanceof ProviderError) return 'unknown'
    throw error
  }
}

const rowOf = async ({ db, user }: MoneyCtx, movementId: string): Promise<Movement> => {
  const row = await findMovement(db, { ownerId: user.id, movementId })
  if (!row) throw new Error('a payment without its row')
  return row
}

/** The answer would be about what the caller has not asked for: a program would take it for its own. */
const requireSame = ({ amountCents }: Payment, { counterpart }: Movement, asked: AttemptAsked): void => {
  if (amountCents === asked.amountCents && (counterpart?.ownerId ?? null) === asked.payeeId) return
  throw new Refusal('idempotencyConflict', { field: 'sendSessionId', reason: 'earlierAttempt' })
}

/** What is asked for now; a deposit has no payee, and `paidFor` is the invoice or request that a send pays. */
type AttemptAsked = { kind: PayinKind; amountCents: bigint; payeeId: string | null; paidFor: PaidFor | null }

/**
 * Null when the way is free for a new attempt; else the answer, which is stored under the request's key. Refuses with
 * `notFound` when the session is of another rail, kind, invoice or request, with `idempotencyConflict` when the earlier attempt was paid, or may still be,
 * and is of another amount or for another person.
 */
export const closeEarlierAttempt = async <Answer extends Json>(
  ctx: MoneyCtx,
  rail: PayinRail,
  { sessionId, movementId, ...asked }: SendSession & AttemptAsked,
  answerOf: (begun: PayinAnswer) => Answer,
): Promise<Answer | null> => {
  const payment = await findPayment(ctx.db, { ownerId: ctx.user.id, ref: movementId })
  if (!payment) throw new Error('a send session without its payment')
  const begun = await rowOf(ctx, movementId)
  const isOfSame = paidForOf(begun)?.id === asked.paidFor?.id
  if (payment.rail !== rail.rail || payment.kind !== asked.kind || !isOfSame) throw new Refusal('notFound')
  const closed = await closeAttempt(ctx, rail, payment)
  if (closed === 'closed') return null
  const row = await rowOf(ctx, movementId)
  requireSame(payment, row, asked)
  return ctx.money.post<Answer>({
    kind: `${payment.kind}.resumed`,
    transferId: newId(),
    answer: () =>
      answerOf({
        transactionId: transactionId(movementId),
        sendSessionId: sendSessionId(sessionId),
        status: closed === 'paid' ? 'completed' : 'processing',
        state: row.state,
        reference: row.reference,
        fee: Number(payment.feeCents),
        totalCharge: Number(totalChargeCents(payment)),
      }),
  })
}

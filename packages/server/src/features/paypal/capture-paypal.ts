import { setTimeout as sleep } from 'node:timers/promises'
import { transactionId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { forParticipant, MoneyFrozen } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { partiesParticipant } from '#features/limits/index.ts'
import { advancePayin } from '#features/payins/index.ts'
import {
  findPayment,
  isInHand,
  isPaymentFinal,
  type Payment,
  systemKey,
  wasCredited,
} from '#features/payments/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import { ProviderError } from '#providers/types.ts'
import { paypalRail } from './paypal-payins.ts'
import { PAYPAL } from './paypal-rail.ts'

/** Each call to PayPal; the request's own deadline is a little later. */
const TIMEOUT_MS = 3_000
/** Another process that has the order in hand is waited for so often and so long. */
const MOST_LOOKS = 15
const BETWEEN_LOOKS_MS = 100

/**
 * The caller's own payment of this order; `invalidpaymentId` for anybody else's, for an order that is none of ours, and for one that ended
 * without money.
 */
const requirePayment = async ({ db, user }: MoneyCtx, orderId: string): Promise<Payment> => {
  const found = await findByObject(db, PAYPAL.provider, orderId)
  const payment = found?.ownerId === user.id ? await findPayment(db, found) : null
  if (payment?.rail !== PAYPAL.rail || payment.providerId !== orderId) throw new Refusal('invalidpaymentId')
  if (isPaymentFinal(payment.state) && !wasCredited(payment.state)) throw new Refusal('invalidpaymentId')
  return payment
}

/** PayPal knows who approved the order; what the return address says of them is held against that. */
const requirePayer = async ({ paypal }: MoneyCtx, orderId: string, payerId: string): Promise<void> => {
  const order = await paypal.orders.fetch(orderId, { timeoutMs: TIMEOUT_MS })
  if (order && order.payerId !== payerId) throw new Refusal('invalidPayerId')
}

/**
 * The end of an order is answered to one call, and to each repeat of it. For any other the order is not open any more: a caller who asks for its
 * money again learns that nothing was taken.
 */
const answerOnce = async ({ ledger, money }: MoneyCtx, { ownerId, ref, kind }: Payment): Promise<void> => {
  const outcome = await ledger.post({
    ownerId,
    key: systemKey('paypal-answered', ref),
    requestHash: money.key,
    kind: `${kind}.answered`,
    transferId: newId(),
  })
  if (!outcome.accepted) throw new Refusal('invalidpaymentId')
}

/** What is stored stays true while PayPal cannot be asked, or money is frozen: an event or the sweep goes on. */
const isForLater = (error: unknown): boolean => error instanceof ProviderError || error instanceof MoneyFrozen

/**
 * Where the payment stands. An order that is being captured or given up beside this call has come to its end by then, so that the answer is no
 * state that is over a moment later.
 */
const rowAfterwards = async (ctx: MoneyCtx, { ownerId, ref }: Payment): Promise<Movement> => {
  for (let looks = 0; ; looks += 1) {
    const isInHands = await isInHand(ctx.db, { ownerId, ref }, await databaseNow(ctx.db, ctx.clock))
    const row = await findMovement(ctx.db, { ownerId, movementId: ref })
    if (!row) throw new Error('a payment without its movement')
    if (row.state !== 'PENDING' || !isInHands || looks === MOST_LOOKS) return row
    await sleep(BETWEEN_LOOKS_MS)
  }
}

/**
 * The payer is back from PayPal's page: an order that PayPal calls approved is captured now. Nothing depends on it, since an
 * event and the sweep do the same; the answer tells where the payment stands.
 */
export const capturePaypal = async (ctx: MoneyCtx, input: Input<'capturePaypal'>): Promise<Output<'capturePaypal'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const payment = await requirePayment(ctx, input.paymentId)
  try {
    await requirePayer(ctx, input.paymentId, input.payerId)
    if (!isPaymentFinal(payment.state)) await advancePayin(ctx, paypalRail, payment, TIMEOUT_MS)
  } catch (error) {
    if (!isForLater(error)) throw error
    ctx.log.warn({ provider: PAYPAL.provider, transferId: payment.ref }, 'an order could not be captured yet')
  }
  const { ownerId, ref } = payment
  const movement = await rowAfterwards(ctx, payment)
  if (movement.state === 'COMPLETED' || movement.state === 'CANCELLED') await answerOnce(ctx, payment)
  return ctx.money.post({
    kind: `${payment.kind}.returned-from-paypal`,
    transferId: newId(),
    participants: forParticipant(partiesParticipant, { payer: { ownerId, minTier: 0, mayOwe: true } }),
    answer: () => ({ transactionId: transactionId(ref), state: movement.state }),
  })
}

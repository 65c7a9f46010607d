/**
 * What becomes of the attempt that is under way when its payer pays in another way, or once more. A page that was left is closed, so
 * that it can no longer be paid; what was paid after all is the answer, and nothing new begins. Money that may be on its way by Zelle
 * cannot be called back: that attempt makes way and stays open, and what comes of it is given back by itself.
 */
import type { Rail } from '@puente/contract'
import { cardRail } from '#features/cards/index.ts'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { closeAttempt, type PayinRail } from '#features/payins/index.ts'
import { findPayment, type Payment } from '#features/payments/index.ts'
import { paypalRail } from '#features/paypal/index.ts'
import { findMovement, isFinal, type Movement } from '#features/wallet/index.ts'
import { advanceZelle } from '#features/zelle/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'

/** `follows` what it takes the place of, and `waits` where that stays open; or `stands`: nothing new begins. */
export type UnderWay = { follows: string | null; waits: Movement | null } | { stands: Movement }

const FREE: UnderWay = { follows: null, waits: null }

const askedRails: Partial<Record<Rail, PayinRail>> = { card: cardRail, paypal: paypalRail }

const afterwards = async (ctx: MoneyCtx, row: Movement): Promise<Movement> => (await findMovement(ctx.db, row)) ?? row

/** Money that came does not make way: it waits for its receiver, or fits nothing and is with the operators. */
const hasCome = ({ holdReason, details }: Movement): boolean =>
  holdReason === HELD_FOR_RECEIVER || details['cancellable'] === false

const ofZelle = async (ctx: MoneyCtx, row: Movement): Promise<UnderWay> => {
  const { ownerId, movementId } = row
  await advanceZelle(ctx, { ownerId, ref: movementId })
  const after = await afterwards(ctx, row)
  if (after.state === 'CANCELLED') return FREE
  return isFinal(after.state) || hasCome(after) ? { stands: after } : { follows: movementId, waits: after }
}

const ofPage = async (ctx: MoneyCtx, rail: PayinRail, payment: Payment, row: Movement): Promise<UnderWay> =>
  (await closeAttempt(ctx, rail, payment)) === 'closed' ? FREE : { stands: await afterwards(ctx, row) }

/** Refuses nothing: whether it can be paid is decided in the batch. Throws MoneyFrozen while nothing could be posted. */
export const attemptUnderWay = async (ctx: MoneyCtx, attemptId: string | null): Promise<UnderWay> => {
  if (attemptId === null) return FREE
  const ownerId = ctx.user.id
  const row = await findMovement(ctx.db, { ownerId, movementId: attemptId })
  // It has ended since the invoice was read; the batch looks again.
  if (!row || isFinal(row.state)) return FREE
  const payment = await findPayment(ctx.db, { ownerId, ref: attemptId })
  const rail = payment && askedRails[payment.rail]
  if (payment?.rail === 'zelle' && row.method === 'zelle') return ofZelle(ctx, row)
  if (rail && payment.state !== 'succeeded') return ofPage(ctx, rail, payment, row)
  // Its money is here, and waits for its receiver.
  return { stands: row }
}

/**
 * Card payments of the past: stored and credited by the product's own verbs, at another time. No provider is asked: it
 * would not open a page that ended months ago, and would forget it at its next start.
 */
import { uuidOf } from '@puente/contract'
import { cardRail, checkoutBody } from '#features/cards/index.ts'
import { creditPayin, storePayin } from '#features/payins/index.ts'
import { findPayment } from '#features/payments/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { accepted } from './demo-ctx.ts'

const HOUR_MS = 3_600_000

/** Its id on the wire. */
export type Begun = `txn_${string}`

/** Begins a card payment; its key remembers the answer, which is the same in every run. */
export const beginDeposit = async (ctx: MoneyCtx, amountCents: bigint): Promise<Begun> => {
  const [movementId, sessionId] = [newId(), newId()]
  // By today's clock: the sweeper of the server that runs beside looks at nothing that is ended in a moment.
  const nextCheckAt = new Date(Date.now() + HOUR_MS)
  const attempt = { movementId, sessionId, amountCents, follows: null, nextCheckAt }
  const asked = { expectedTotalCents: undefined, send: null, bodyOf: checkoutBody(false) }
  const stored = await storePayin(ctx, cardRail, { ...attempt, ...asked }, (begun) => begun)
  return stored.transactionId
}

/** The page was paid. */
export const completeDeposit = async (ctx: MoneyCtx, name: string, begun: Begun): Promise<void> => {
  const ref = uuidOf(begun, 'txn') ?? ''
  const payment = await findPayment(ctx.db, { ownerId: ctx.user.id, ref })
  if (!payment) throw new Error(`the payment of the demo's ${name} is missing`)
  accepted(await creditPayin(ctx, cardRail, payment, `pi_demo_${ref.replaceAll('-', '')}`), name)
}

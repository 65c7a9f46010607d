import { transactionId, uuidOf } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { MoneyFrozen } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { closedRail, findRail, requireRail } from '#features/content/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { applySnapshot } from './advance-deposit.ts'
import { CARD } from './card-rail.ts'
import { endDeposit } from './end-deposit.ts'
import { openCheckout } from './open-checkout.ts'
import { findPayment, findSendSession, isPaymentFinal } from '#features/payments/index.ts'
import { closeEarlierAttempt } from './close-earlier-attempt.ts'
import { storeDeposit } from './store-deposit.ts'
import type { SendSession } from '#features/payments/index.ts'

type Answer = Output<'startDeposit'>

/** Both calls to the provider together; the request's own deadline is a little later. */
const REQUEST_TIMEOUT_MS = 6_000

/** The caller's own session that is not over; `notFound` for any other. */
const requireSendSession = async (ctx: MoneyCtx, wireId: string): Promise<SendSession> => {
  const sessionId = uuidOf(wireId, 'pss')
  const session = sessionId && (await findSendSession(ctx.db, ctx.user.id, sessionId))
  if (!session || session.expiresAt <= (await databaseNow(ctx.db, ctx.clock))) throw new Refusal('notFound')
  return session
}

/** A rail whose provider has not answered for a while is refused before anything is stored. */
const enterRail = ({ breakers }: MoneyCtx): { leave: () => void } => {
  const entered = breakers[CARD.rail].enter()
  if ('leave' in entered) return entered
  throw new Refusal('serviceUnavailable', {
    ...closedRail(CARD.rail),
    retryAfterSeconds: Math.ceil(entered.waitMs / 1_000),
  })
}

/** Opens the provider's page and adds to the stored answer what became of it. */
const openPage = async (ctx: MoneyCtx, movementId: string, stored: Answer): Promise<Answer> => {
  const payment = await findPayment(ctx.db, { ownerId: ctx.user.id, ref: movementId })
  if (!payment) throw new Error('a payment that was just stored is missing')
  const opened = await openCheckout(ctx, payment, REQUEST_TIMEOUT_MS)
  if (opened === 'unknown') return stored
  const complete = (patch: { tipo: Answer['tipo']; url?: string }) =>
    ctx.ledger.completeAnswer(ctx.user.id, ctx.money.key, patch) as Promise<Answer>
  if (opened === 'refused') {
    await endDeposit(ctx, payment, 'failed')
    return complete({ tipo: 'declined' })
  }
  await applySnapshot(ctx, payment, opened.snapshot)
  const { url } = opened.snapshot
  // Cancelled while its page was being opened: the person is not sent to a closed page.
  const current = await findPayment(ctx.db, payment)
  return url === null || !current || isPaymentFinal(current.state) ? stored : complete({ tipo: 'redirect', url })
}

/**
 * Adds money by card. The answer leads to the provider's page; when the provider says nothing in time the payment is
 * `processing`, and the sweeper goes on with the very same request. A repeat of the call starts nothing.
 */
export const startDeposit = async (ctx: MoneyCtx, input: Input<'startDeposit'>): Promise<Answer> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  requireRail(await findRail(ctx, CARD.rail))
  const session = input.sendSessionId === undefined ? null : await requireSendSession(ctx, input.sendSessionId)
  // Before the earlier page is closed: a rail that is not there now leaves it as it is.
  const rail = enterRail(ctx)
  try {
    const earlier = session && (await closeEarlierAttempt(ctx, session))
    if (earlier) return earlier
    const movementId = newId()
    const sessionId = session?.sessionId ?? newId()
    const follows = session && { ownerId: ctx.user.id, ...session }
    const stored = await storeDeposit(ctx, input, { movementId, sessionId, amountCents: BigInt(input.amount), follows })
    // Another call was first under the same key: its answer is the answer.
    if (stored.transactionId !== transactionId(movementId)) return stored
    return await openPage(ctx, movementId, stored).catch((error: unknown) => {
      // Frozen since it was stored: the payment is under way, and the sweeper goes on with it.
      if (error instanceof MoneyFrozen) return stored
      throw error
    })
  } finally {
    rail.leave()
  }
}

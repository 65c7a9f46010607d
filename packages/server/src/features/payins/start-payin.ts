import { sendSessionId, transactionId, uuidOf } from '@puente/contract'
import { type Json, MoneyFrozen } from '@puente/ledger'
import { closedRail, findRail, requireRail } from '#features/content/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { applySnapshot } from './advance-payin.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { closeEarlierAttempt } from './close-earlier-attempt.ts'
import { endPayin } from './end-payin.ts'
import { openPayin } from './open-payin.ts'
import { findPayment, findSendSession, isPaymentFinal, totalChargeCents } from '#features/payments/index.ts'
import type { Payment, SendSession } from '#features/payments/index.ts'
import type { PayinRail } from './payin-rail.ts'
import { kindOf, storePayin } from './store-payin.ts'
import type { PayinAnswer, PayinAsked } from './store-payin.ts'

/** All calls to the provider together; the request's own deadline is a little later. */
const REQUEST_TIMEOUT_MS = 6_000

/** The caller's own session on this rail that is not over; `notFound` for any other. */
const requireSendSession = async (ctx: MoneyCtx, wireId: string): Promise<SendSession> => {
  const sessionId = uuidOf(wireId, 'pss')
  const session = sessionId && (await findSendSession(ctx.db, ctx.user.id, sessionId))
  if (!session || session.expiresAt <= (await databaseNow(ctx.db, ctx.clock))) throw new Refusal('notFound')
  return session
}

/** A rail whose provider has not answered for a while is refused before anything is stored. */
const enterRail = (
  { breakers }: MoneyCtx,
  { rail }: PayinRail,
  standing: Awaited<ReturnType<typeof findRail>>,
): { leave: () => void } => {
  const entered = breakers[rail].enter()
  if ('leave' in entered) return entered
  throw new Refusal('serviceUnavailable', {
    ...closedRail(standing),
    retryAfterSeconds: Math.ceil(entered.waitMs / 1_000),
  })
}

const answerAbout = (payment: Payment, sessionId: string, { status, url, row }: Told): PayinAnswer => ({
  transactionId: transactionId(payment.ref),
  sendSessionId: sendSessionId(sessionId),
  status,
  state: row.state,
  reference: row.reference,
  ...(url !== undefined && { url }),
  fee: Number(payment.feeCents),
  totalCharge: Number(totalChargeCents(payment)),
})

type Standing = Pick<PayinAnswer, 'status' | 'url'> & { providerId?: string }
type Told = Standing & { row: Pick<Movement, 'state' | 'reference'> }

/** Where the pay-in stands after the provider's word was taken over; null while there is nothing to add to what was stored. */
const standingOf = (payment: Payment | null): Standing | null => {
  // Paid, yet not delivered: its row says what became of the money.
  if (payment?.reason === 'rejected') return null
  if (payment?.state === 'succeeded') return { status: 'completed' }
  if (payment?.state === 'failed') return { status: 'declined' }
  // Cancelled while it was being opened: the person is not sent to a closed page.
  if (!payment?.providerId || isPaymentFinal(payment.state) || payment.url === null) return null
  return { status: 'requiresAction', url: payment.url, providerId: payment.providerId }
}

/** Asks the provider, and tells what became of it; null while that is not known. */
const open = async (ctx: MoneyCtx, rail: PayinRail, payment: Payment): Promise<Standing | null> => {
  const opened = await openPayin(ctx, rail, payment, REQUEST_TIMEOUT_MS)
  if (opened === 'unknown') return null
  if (opened === 'refused') {
    await endPayin(ctx, payment, 'failed')
    return { status: 'declined' }
  }
  await applySnapshot(ctx, rail, payment, opened.snapshot)
  return standingOf(await findPayment(ctx.db, payment))
}

export type PayinStart = PayinAsked & {
  /** Another attempt in this send session, as the wire writes it. */
  sendSessionId?: string | undefined
}

/**
 * Begins a pay-in by a rail with a provider, for a caller who may begin one: guards are the verb's. The answer leads to the provider's page, or tells that it is `completed` or
 * `declined` already; when the provider says nothing in time it is `processing`, and the sweeper goes on with the very same
 * request. A repeat of the call starts nothing. Refuses with `notFound` for a send session that is over or not the
 * caller's on this rail, with `serviceUnavailable` while the rail is closed, with `idempotencyConflict` where the attempt before was another payment and can't be closed.
 * @param answerOf puts the answer in the words of the endpoint; `providerId` is what the provider calls what the payer is led to.
 */
export const startPayin = async <Answer extends { [key: string]: Json } & { transactionId: string }>(
  ctx: MoneyCtx,
  rail: PayinRail,
  { sendSessionId: wireId, ...asked }: PayinStart,
  answerOf: (begun: PayinAnswer, providerId: string | null) => Answer,
): Promise<Answer> => {
  const plainAnswer = (begun: PayinAnswer): Answer => answerOf(begun, null)
  const standing = await findRail(ctx, rail.rail)
  requireRail(standing)
  const session = wireId === undefined ? null : await requireSendSession(ctx, wireId)
  // Before the earlier attempt is closed: a rail that is not there now leaves it as it is.
  const place = enterRail(ctx, rail, standing)
  try {
    const { amountCents, send } = asked
    const attempt = { kind: kindOf(asked), amountCents, payeeId: send?.payee.id ?? null }
    const paidFor = send?.paying?.paidFor ?? null
    const earlier = session && (await closeEarlierAttempt(ctx, rail, { ...session, ...attempt, paidFor }, plainAnswer))
    if (earlier) return earlier
    const movementId = newId()
    const sessionId = session?.sessionId ?? newId()
    const follows = session && { ownerId: ctx.user.id, ...session }
    const stored = await storePayin(ctx, rail, { ...asked, movementId, sessionId, follows }, plainAnswer)
    // Another call was first under the same key: its answer is the answer.
    if (stored.transactionId !== transactionId(movementId)) return stored
    const payment = await findPayment(ctx.db, { ownerId: ctx.user.id, ref: movementId })
    if (!payment) throw new Error('a payment that was just stored is missing')
    const standing = await open(ctx, rail, payment).catch((error: unknown) => {
      // Frozen since it was stored: the payment is under way, and the sweeper goes on with it.
      if (error instanceof MoneyFrozen) return null
      throw error
    })
    const row = await findMovement(ctx.db, { ownerId: ctx.user.id, movementId })
    if (!standing || !row) return stored
    const answer = answerOf(answerAbout(payment, sessionId, { ...standing, row }), standing.providerId ?? null)
    return (await ctx.ledger.completeAnswer(ctx.user.id, ctx.money.key, answer)) as Answer
  } finally {
    place.leave()
  }
}

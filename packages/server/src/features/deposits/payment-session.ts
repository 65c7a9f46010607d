import { sendSessionId, transactionId, uuidOf } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { MoneyFrozen } from '@puente/ledger'
import { findMovement, isFinal } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ProviderError } from '#providers/types.ts'
import { advancePayin } from '#features/payins/index.ts'
import { askedRailOf } from './deposit-rails.ts'
import { nextStep } from './payment-session-rules.ts'
import {
  claimCheck,
  findPayment,
  findSendSession,
  paidForDetails,
  paidForOf,
  totalChargeCents,
} from '#features/payments/index.ts'
import type { PaymentRef } from '#features/payments/index.ts'

/** Between two questions to the provider about one payment, however often the screen asks us. */
const CHECK_PAUSE_MS = 2_000
const TIMEOUT_MS = 4_000

const askProvider = async (ctx: UserCtx, ref: PaymentRef): Promise<void> => {
  const payment = await findPayment(ctx.db, ref)
  const rail = payment && askedRailOf(payment.rail)
  if (!rail) return
  if (!(await claimCheck(ctx.db, ref, await databaseNow(ctx.db, ctx.clock), CHECK_PAUSE_MS))) return
  try {
    await advancePayin(ctx, rail, ref, TIMEOUT_MS)
  } catch (error) {
    // What is stored is still true; the next question or the sweeper will learn more.
    if (error instanceof MoneyFrozen) return
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ provider: rail.provider, transferId: ref.ref, reason: error.kind }, 'a provider could not be asked')
  }
}

/** Where a payment stands that left for the provider's page. What the return address claims counts for nothing. */
export const paymentSession = async (
  ctx: UserCtx,
  { id }: Input<'paymentSession'>,
): Promise<Output<'paymentSession'>> => {
  const ownerId = ctx.user.id
  const sessionId = uuidOf(id, 'pss')
  const session = sessionId && (await findSendSession(ctx.db, ownerId, sessionId))
  if (!session || session.expiresAt <= (await databaseNow(ctx.db, ctx.clock))) throw new Refusal('notFound')
  const { movementId } = session
  const ref = { ownerId, ref: movementId }
  const before = await findMovement(ctx.db, { ownerId, movementId })
  if (before && !isFinal(before.state)) await askProvider(ctx, ref)
  const [movement, payment] = await Promise.all([
    findMovement(ctx.db, { ownerId, movementId }),
    findPayment(ctx.db, ref),
  ])
  if (!movement || !payment) throw new Refusal('notFound')
  return {
    sendSessionId: sendSessionId(session.sessionId),
    transactionId: transactionId(movementId),
    ...paidForDetails(paidForOf(movement)),
    state: movement.state,
    next: nextStep(movement, payment),
    amount: Number(payment.amountCents),
    fee: Number(payment.feeCents),
    totalCharge: Number(totalChargeCents(payment)),
    url: payment.url,
  }
}

/**
 * The one way from what a provider says to what we hold true. Webhook jobs, the sweeper and the person's own screen all
 * come here; none of them brings facts along, each only makes us ask.
 */
import { type CancelReason, findMovement, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import {
  canAdvance,
  PAYMENT_MOVES,
  isPaymentFinal,
  findPayment,
  keepMisfit,
  recordNews,
} from '#features/payments/index.ts'
import type { PaymentState, Payment, PaymentRef } from '#features/payments/index.ts'
import { endPayin, flagForReview, markStanding } from './end-payin.ts'
import { openPayin } from './open-payin.ts'
import type { PayinRail, PayinSnapshot } from './payin-rail.ts'
import { isUnknownForLong } from './payin-rules.ts'
import { isAsAsked, settlePayin } from './settle-payin.ts'

const JOB_TIMEOUT_MS = 12_000

type News = { payment: Payment; snapshot: PayinSnapshot }

const record = async (services: Services, { provider }: PayinRail, { payment, snapshot }: News, to: PaymentState) => {
  const movement = await findMovement(services.db, { ownerId: payment.ownerId, movementId: payment.ref })
  const standing = { declined: snapshot.wasDeclined, providerHolds: snapshot.isHeld === true }
  const isTold = ({ details }: Movement) =>
    (details['declined'] === true) === standing.declined &&
    (details['providerHolds'] === true) === standing.providerHolds
  if (movement?.state === 'PENDING' && !isTold(movement)) await markStanding(services, payment, standing)
  const from = (Object.keys(PAYMENT_MOVES) as PaymentState[]).filter((state) => canAdvance(state, to))
  const { providerId, paymentId, url, wasDeclined } = snapshot
  const reason = wasDeclined ? 'declined' : null
  const news = { provider, providerId, providerPaymentId: paymentId, url, reason }
  await recordNews(services.db, payment, news, { to, from, at: await databaseNow(services.db, services.clock) })
}

/** What can still be paid, or was, as something else than was asked for: its payer is not sent there. */
const isMisfit = (payment: Payment, snapshot: PayinSnapshot): boolean =>
  (snapshot.outcome === 'open' || snapshot.outcome === 'processing') && !isAsAsked(payment, snapshot)

/**
 * Nothing is decided by what does not fit. Its id is kept, so that the sweep asks about it again, and a person looks at it; what it is
 * said to be for may claim it all the same.
 */
const noteMisfit = async (
  services: Services,
  { provider }: PayinRail,
  payment: Payment,
  { providerId, paymentId, raw }: PayinSnapshot,
): Promise<void> => {
  services.log.error(
    { alert: true, provider, transferId: payment.ref, label: providerId, reason: raw },
    'a provider has something else than was asked for',
  )
  const kept = { providerId: payment.providerId ?? providerId, providerPaymentId: paymentId, url: null }
  await keepMisfit(services.db, payment, kept, await databaseNow(services.db, services.clock))
  await flagForReview(services, payment)
}

/** Whether the provider's object is another payment's of ours, whose money it brings. */
const isOfAnother = async (
  { db }: Services,
  { provider }: PayinRail,
  { ref }: Payment,
  { providerId }: PayinSnapshot,
) => {
  const known = await findByObject(db, provider, providerId)
  return known !== null && known.ref !== ref
}

/** Why we have closed it, as its owner reads it. */
export type ClosedAs = Extract<CancelReason, 'cancelledByUser' | 'triedAgain'>

/** Takes over what the provider says of a pay-in; `closedAs` where it is closed with it. */
export const applySnapshot = async (
  services: Services,
  rail: PayinRail,
  payment: Payment,
  snapshot: PayinSnapshot,
  closedAs: ClosedAs | null = null,
): Promise<void> => {
  const news = { payment, snapshot }
  if (isMisfit(payment, snapshot) || (await isOfAnother(services, rail, payment, snapshot)))
    return noteMisfit(services, rail, payment, snapshot)
  switch (snapshot.outcome) {
    case 'open':
      return record(services, rail, news, 'awaitingPayment')
    case 'processing':
      return record(services, rail, news, 'processing')
    case 'succeeded':
      await record(services, rail, news, 'processing')
      return settlePayin(services, rail, payment, snapshot)
    case 'failed':
      await record(services, rail, news, 'processing')
      // What is tried again has not been declined for good.
      await endPayin(services, payment, 'failed', closedAs === 'triedAgain' ? { cancelReason: closedAs } : {})
      return
    case 'expired': {
      await record(services, rail, news, 'processing')
      if (closedAs) await endPayin(services, payment, 'cancelled', { cancelReason: closedAs })
      else await endPayin(services, payment, snapshot.wasDeclined ? 'failed' : 'expired')
      return
    }
    case 'unrecognised': {
      const { providerId, raw } = snapshot
      services.log.error(
        { provider: rail.provider, transferId: payment.ref, label: providerId, reason: raw },
        'an unknown word of a provider',
      )
      await record(services, rail, news, 'processing')
      await flagForReview(services, payment)
    }
  }
}

type Asking = { payment: Payment; at: Date; timeoutMs: number }

/** The provider has no id of ours yet: either it never heard of the pay-in, or its answer was lost. */
const findOrOpen = async (services: Services, rail: PayinRail, { payment, at, timeoutMs }: Asking): Promise<void> => {
  const lost = payment.attempts > 0 ? await rail.findLost(services, payment, timeoutMs) : null
  if (lost) return applySnapshot(services, rail, payment, lost)
  if (rail.isOver(payment, at)) {
    await endPayin(services, payment, 'expired')
    return
  }
  const opened = await openPayin(services, rail, payment, timeoutMs)
  if (opened === 'unknown') return
  if (opened === 'refused') await endPayin(services, payment, 'failed')
  else await applySnapshot(services, rail, payment, opened.snapshot)
}

const holdWhenUnknownForLong = async (services: Services, ref: PaymentRef, at: Date): Promise<void> => {
  const payment = await findPayment(services.db, ref)
  if (!payment || !(payment.state === 'created' || payment.state === 'processing')) return
  if (isUnknownForLong(payment.createdAt, at)) await flagForReview(services, payment)
}

/**
 * The provider no longer knows what it made. Once its time is over it cannot be paid, and the pay-in ends; money that comes
 * all the same goes to suspense for a person to decide.
 */
const noteLost = async (services: Services, rail: PayinRail, { payment, at }: Asking): Promise<void> => {
  services.log.error({ provider: rail.provider, transferId: payment.ref }, 'a provider has lost a pay-in')
  if (rail.isOver(payment, at)) await endPayin(services, payment, 'expired')
}

const ask = async (services: Services, rail: PayinRail, asking: Asking): Promise<void> => {
  const { payment, timeoutMs } = asking
  const { providerId } = payment
  if (providerId === null) return findOrOpen(services, rail, asking)
  const snapshot = await rail.read(services, { ...payment, providerId }, timeoutMs)
  return snapshot ? applySnapshot(services, rail, payment, snapshot) : noteLost(services, rail, asking)
}

/**
 * Brings a pay-in to where its provider has it. Throws ProviderError when the provider cannot be asked.
 * @param timeoutMs for each call to the provider; less where a person waits.
 */
export const advancePayin = async (
  services: Services,
  rail: PayinRail,
  ref: PaymentRef,
  timeoutMs: number = JOB_TIMEOUT_MS,
): Promise<void> => {
  const payment = await findPayment(services.db, ref)
  if (!payment || isPaymentFinal(payment.state)) return
  const at = await databaseNow(services.db, services.clock)
  try {
    await ask(services, rail, { payment, at, timeoutMs })
  } finally {
    await holdWhenUnknownForLong(services, ref, at)
  }
}

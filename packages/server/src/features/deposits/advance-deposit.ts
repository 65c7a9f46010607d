/**
 * The one way from what the provider says to what we hold true. Webhook jobs, the sweeper and the person's own screen all
 * come here; none of them brings facts along, each only makes us ask.
 */
import { findMovement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { CARD } from './card-rail.ts'
import { checkoutOf } from './checkout-body.ts'
import { isPageOver, isUnknownForLong } from './checkout-rules.ts'
import { canAdvance, PAYMENT_MOVES, isPaymentFinal, findPayment, recordNews } from '#features/payments/index.ts'
import type { PaymentState, Payment, PaymentRef } from '#features/payments/index.ts'
import { endDeposit, flagForReview, markDeclined } from './end-deposit.ts'
import { findLostPage, openCheckout } from './open-checkout.ts'
import { settleCardDeposit } from './settle-deposit.ts'

const JOB_TIMEOUT_MS = 12_000

const record = async (services: Services, payment: Payment, snapshot: CheckoutSnapshot, to: PaymentState) => {
  const movement = await findMovement(services.db, { ownerId: payment.ownerId, movementId: payment.ref })
  const isToldDeclined = movement?.details['declined'] === true
  if (movement?.state === 'PENDING' && snapshot.wasDeclined !== isToldDeclined)
    await markDeclined(services, payment, snapshot.wasDeclined)
  const from = (Object.keys(PAYMENT_MOVES) as PaymentState[]).filter((state) => canAdvance(state, to))
  const { providerId, paymentId, url, wasDeclined } = snapshot
  const news = {
    provider: CARD.provider,
    providerId,
    providerPaymentId: paymentId,
    url,
    reason: wasDeclined ? 'declined' : null,
  }
  await recordNews(services.db, payment, news, { to, from, at: await databaseNow(services.db, services.clock) })
}

/** Takes over what the provider says of the payment's page. */
export const applySnapshot = async (
  services: Services,
  payment: Payment,
  snapshot: CheckoutSnapshot,
  expiredAs: 'expired' | 'cancelled' | 'failed' = 'expired',
): Promise<void> => {
  switch (snapshot.outcome) {
    case 'open':
      return record(services, payment, snapshot, 'awaitingPayment')
    case 'processing':
      return record(services, payment, snapshot, 'processing')
    case 'succeeded':
      await record(services, payment, snapshot, 'processing')
      return settleCardDeposit(services, payment, snapshot)
    case 'expired': {
      await record(services, payment, snapshot, 'processing')
      const isDeclined = expiredAs === 'expired' && snapshot.wasDeclined
      await endDeposit(services, payment, isDeclined ? 'failed' : expiredAs)
      return
    }
    case 'unrecognised': {
      const { providerId, raw } = snapshot
      services.log.error(
        { provider: CARD.provider, transferId: payment.ref, label: providerId, reason: raw },
        'an unknown word of the card provider',
      )
      await record(services, payment, snapshot, 'processing')
      await flagForReview(services, payment)
    }
  }
}

/** The provider has no id of ours yet: either it never heard of the payment, or its answer was lost. */
const findOrOpen = async (services: Services, payment: Payment, at: Date, timeoutMs: number): Promise<void> => {
  const lost = payment.attempts > 0 ? await findLostPage(services, payment, timeoutMs) : null
  if (lost) return applySnapshot(services, payment, lost)
  if (isPageOver(checkoutOf(payment), at)) {
    await endDeposit(services, payment, 'expired')
    return
  }
  const opened = await openCheckout(services, payment, timeoutMs)
  if (opened === 'unknown') return
  if (opened === 'refused') await endDeposit(services, payment, 'failed')
  else await applySnapshot(services, payment, opened.snapshot)
}

const holdWhenUnknownForLong = async (services: Services, ref: PaymentRef, at: Date): Promise<void> => {
  const payment = await findPayment(services.db, ref)
  if (!payment || !(payment.state === 'created' || payment.state === 'processing')) return
  if (isUnknownForLong(payment.createdAt, at)) await flagForReview(services, payment)
}

/**
 * The provider no longer knows a page that it made. Once the page's time is over it cannot be paid, and the deposit
 * ends; money that comes all the same goes to suspense for a person to decide.
 */
const noteLostPage = async (services: Services, payment: Payment, at: Date): Promise<void> => {
  services.log.error({ provider: CARD.provider, transferId: payment.ref }, 'the card provider has lost a page')
  if (isPageOver(checkoutOf(payment), at)) await endDeposit(services, payment, 'expired')
}

/**
 * Brings a deposit to where the provider has it. Throws ProviderError when the provider cannot be asked.
 * @param timeoutMs for each call to the provider; less where a person waits.
 */
export const advanceDeposit = async (
  services: Services,
  ref: PaymentRef,
  timeoutMs: number = JOB_TIMEOUT_MS,
): Promise<void> => {
  const payment = await findPayment(services.db, ref)
  if (!payment || isPaymentFinal(payment.state)) return
  const at = await databaseNow(services.db, services.clock)
  try {
    if (payment.providerId === null) await findOrOpen(services, payment, at, timeoutMs)
    else {
      const snapshot = await services.card.fetch(payment.providerId, { timeoutMs })
      if (snapshot) await applySnapshot(services, payment, snapshot)
      else await noteLostPage(services, payment, at)
    }
  } finally {
    await holdWhenUnknownForLong(services, ref, at)
  }
}

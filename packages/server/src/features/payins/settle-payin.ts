/**
 * A pay-in becomes money here exactly once: the journal's key is the provider's payment, whatever brings the news (event,
 * sweep, the person's own screen) and however often. What the provider was paid is compared first; money that does not fit
 * what we asked for goes to suspense, and no wallet moves.
 */
import { forParticipant } from '@puente/ledger'
import { auditParticipant, forMovements } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { auditOfSystem, totalChargeCents, paymentsParticipant } from '#features/payments/index.ts'
import type { Payment } from '#features/payments/index.ts'
import { creditPayin } from './credit-payin.ts'
import { flagForReview } from './end-payin.ts'
import { onceFor } from './payin-posting.ts'
import type { PayinNames, PayinSnapshot } from './payin-rail.ts'

/** What has arrived: under which id, for which reference, how much of what. */
export type Paid = Pick<PayinSnapshot, 'paymentId' | 'ref' | 'amountCents' | 'currency' | 'raw'>

/** What a provider has is what was asked for: the same payment, amount and currency. */
export const isAsAsked = (
  payment: Payment,
  { ref, amountCents, currency }: Pick<Paid, 'ref' | 'amountCents' | 'currency'>,
): boolean => ref === payment.ref && currency === 'usd' && amountCents === totalChargeCents(payment)

/** Moves money to suspense that came in without a pay-in it belongs to; a person decides what becomes of it. */
const moveToSuspense = async (
  services: Services,
  names: PayinNames,
  payment: Payment,
  paid: Paid & { paymentId: string },
) => {
  const { ownerId, ref, kind } = payment
  const { amountCents, currency, raw, paymentId } = paid
  const reason = `asked for ${totalChargeCents(payment)} usd, paid ${amountCents} ${currency} (${raw})`
  services.log.error(
    { provider: names.provider, transferId: ref, label: paymentId, reason },
    'a payment does not fit what was asked for',
  )
  await flagForReview(services, payment)
  if (currency !== 'usd' || amountCents <= 0n) return
  const { ledger } = services
  await ledger.post({
    ...onceFor(names, payment, paymentId, 'suspense'),
    kind: `${kind}.unmatched`,
    legs: [
      { ...ledger.house(names.settlement, ownerId), amountCents: -amountCents },
      { ...ledger.house('suspense:unmatched', ownerId), amountCents },
    ],
    participants: {
      ...forParticipant(paymentsParticipant, { unwatch: ref }),
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [{ cameLate: { ownerId, movementId: ref, cents: amountCents } }],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.unmatched`, movementId: ref })),
    },
  })
}

/** Posts a payment that the provider calls succeeded, exactly once. */
export const settlePayin = async (
  services: Services,
  names: PayinNames,
  payment: Payment,
  paid: Paid,
): Promise<void> => {
  const { paymentId } = paid
  if (paymentId === null) throw new Error('a succeeded payment has an id')
  const arrived = { ...paid, paymentId }
  // Reports name the money by this id alone, and its key is the payer's, regardless of the receiver.
  await keepObject(services.db, names.provider, paymentId, payment)
  if (!isAsAsked(payment, paid)) return moveToSuspense(services, names, payment, arrived)
  const outcome = await creditPayin(services, names, payment, paymentId)
  if (outcome.accepted) return
  // The payment has ended in another way, yet the money is here; or it lies in suspense already.
  if (outcome.refusal.code === 'invalidTransactionId') return moveToSuspense(services, names, payment, arrived)
  services.log.error(
    { transferId: payment.ref, label: paymentId, code: outcome.refusal.code },
    'a payment was not credited',
  )
}

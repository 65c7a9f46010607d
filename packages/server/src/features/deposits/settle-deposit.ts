/**
 * A card payment becomes money here exactly once: the journal's key is the provider's payment, whatever brings the news
 * (event, sweep, the person's own screen) and however often. What the provider was paid is compared first; money that
 * does not fit what we asked for goes to suspense, and the user's balance does not move.
 */
import type { Command, Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { auditParticipant, forMovements, walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { auditOfSystem, totalChargeCents, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import { CARD } from './card-rail.ts'
import { flagForReview } from './end-deposit.ts'
import type { Payment } from '#features/payments/index.ts'

const isAsAsked = (payment: Payment, { ref, amountCents, currency }: CheckoutSnapshot): boolean =>
  ref === payment.ref && currency === 'usd' && amountCents === totalChargeCents(payment)

/** The card pays amount and fee; a waived fee is income all the same, paid by promotion. */
const legsOf = ({ ledger }: Pick<Services, 'ledger'>, payment: Payment): Leg[] => {
  const { ownerId, amountCents, feeCents, waivedCents } = payment
  const legs: Leg[] = [
    { ...ledger.house(CARD.settlement, ownerId), amountCents: -totalChargeCents(payment) },
    { ...walletOf(ownerId), amountCents },
    { ...ledger.house('expense:promotion', ownerId), amountCents: -waivedCents },
    { ...ledger.house('income:fees', ownerId), amountCents: feeCents + waivedCents },
  ]
  return legs.filter((leg) => leg.amountCents !== 0n)
}

/** One key per payment for both ends it can come to, so that it never comes to both. */
const command = (
  { ownerId, ref }: Payment,
  paymentId: string,
  end: 'credited' | 'suspense',
): Pick<Command, 'ownerId' | 'key' | 'requestHash' | 'transferId'> => ({
  ownerId,
  key: systemKey('deposit', CARD.provider, paymentId),
  requestHash: `${end}:${ref}`,
  transferId: newId(),
})

/** The money of a payment arrives: the ledger takes it once, under the payment's id. */
export const creditDeposit = (
  services: Pick<Services, 'ledger'>,
  payment: Payment,
  paymentId: string,
): Promise<Outcome> => {
  const { ownerId, ref } = payment
  return services.ledger.post({
    ...command(payment, paymentId, 'credited'),
    kind: 'deposit.card',
    legs: legsOf(services, payment),
    participants: {
      ...forParticipant(paymentsParticipant, {
        advance: { ownerId, ref, to: 'succeeded', providerPaymentId: paymentId },
      }),
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [{ move: { ownerId, movementId: ref, to: 'COMPLETED' }, isPosted: true }],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'deposit.completed', movementId: ref })),
    },
  })
}

/** Moves money to suspense that came in without a deposit it belongs to; a person decides what becomes of it. */
const moveToSuspense = async (services: Services, payment: Payment, snapshot: CheckoutSnapshot, paymentId: string) => {
  const { ownerId, ref } = payment
  const { amountCents, currency, raw } = snapshot
  const reason = `asked for ${totalChargeCents(payment)} usd, paid ${amountCents} ${currency} (${raw})`
  services.log.error(
    { provider: CARD.provider, transferId: ref, label: paymentId, reason },
    'a card payment does not fit what was asked for',
  )
  await flagForReview(services, payment)
  if (currency !== 'usd' || amountCents <= 0n) return
  const { ledger } = services
  await ledger.post({
    ...command(payment, paymentId, 'suspense'),
    kind: 'deposit.unmatched',
    legs: [
      { ...ledger.house(CARD.settlement, ownerId), amountCents: -amountCents },
      { ...ledger.house('suspense:unmatched', ownerId), amountCents },
    ],
    participants: {
      ...forParticipant(paymentsParticipant, { unwatch: ref }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'deposit.unmatched', movementId: ref })),
    },
  })
}

/** Posts a payment that the provider calls succeeded, exactly once. */
export const settleCardDeposit = async (
  services: Services,
  payment: Payment,
  snapshot: CheckoutSnapshot,
): Promise<void> => {
  const { paymentId } = snapshot
  if (paymentId === null) throw new Error('a succeeded payment has an id')
  if (!isAsAsked(payment, snapshot)) return moveToSuspense(services, payment, snapshot, paymentId)
  const outcome = await creditDeposit(services, payment, paymentId)
  if (outcome.accepted) return
  // The payment has ended in another way, yet the money is here; or it lies in suspense already.
  if (outcome.refusal.code === 'invalidTransactionId') return moveToSuspense(services, payment, snapshot, paymentId)
  services.log.error(
    { transferId: payment.ref, label: paymentId, code: outcome.refusal.code },
    'a card payment was not credited',
  )
}

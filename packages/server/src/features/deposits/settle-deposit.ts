/**
 * A card payment becomes money here exactly once: the journal's key is the provider's payment, whoever brings the news
 * (event, sweeper, the person's own screen) and however often. What the provider was paid is compared first; money that
 * does not fit what we asked for goes to suspense, and the user's balance does not move.
 */
import type { Command, Leg, Outcome } from '@puente/ledger'
import { partOf } from '@puente/ledger'
import { auditParticipant, movementsPart, walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { auditOfSystem, totalChargeCents, paymentsParticipant, systemKey } from '#features/payments/index.ts'
import { holdDeposit } from './end-deposit.ts'
import type { Operation } from '#features/payments/index.ts'

const isAsAsked = (operation: Operation, { ref, amountCents, currency }: CheckoutSnapshot): boolean =>
  ref === operation.ref && currency === 'usd' && amountCents === totalChargeCents(operation)

/** The card pays amount and fee; a waived fee is income all the same, paid by promotion. */
const legsOf = ({ ledger }: Pick<Services, 'ledger'>, operation: Operation): Leg[] => {
  const { ownerId, amountCents, feeCents, waivedCents } = operation
  const legs: Leg[] = [
    { ...ledger.house('settlement:card', ownerId), amountCents: -totalChargeCents(operation) },
    { ...walletOf(ownerId), amountCents },
    { ...ledger.house('expense:promotion', ownerId), amountCents: -waivedCents },
    { ...ledger.house('income:fees', ownerId), amountCents: feeCents + waivedCents },
  ]
  return legs.filter((leg) => leg.amountCents !== 0n)
}

/** One key per payment for both ends it can come to, so that it never comes to both. */
const command = (
  { ownerId, ref }: Operation,
  paymentId: string,
  end: 'credited' | 'suspense',
): Pick<Command, 'ownerId' | 'key' | 'requestHash' | 'transferId'> => ({
  ownerId,
  key: systemKey('deposit', 'stripe', paymentId),
  requestHash: `${end}:${ref}`,
  transferId: newId(),
})

/** The money of a payment arrives: the ledger takes it once, under the payment's id. */
export const creditDeposit = (
  services: Pick<Services, 'ledger'>,
  operation: Operation,
  paymentId: string,
): Promise<Outcome> => {
  const { ownerId, ref } = operation
  return services.ledger.post({
    ...command(operation, paymentId, 'credited'),
    kind: 'deposit.card',
    legs: legsOf(services, operation),
    parts: {
      ...partOf(paymentsParticipant, { advance: { ownerId, ref, to: 'succeeded', paymentId } }),
      ...movementsPart({
        owners: [ownerId],
        touches: [{ ownerId, movementId: ref }],
        write: () => [{ move: { ownerId, movementId: ref, to: 'COMPLETED' }, isPosted: true }],
      }),
      ...partOf(auditParticipant, auditOfSystem({ action: 'deposit.completed', movementId: ref })),
    },
  })
}

/** Keeps money apart that came in and belongs to nobody yet; a person decides what becomes of it. */
const keepApart = async (services: Services, operation: Operation, snapshot: CheckoutSnapshot, paymentId: string) => {
  const { ownerId, ref } = operation
  const { amountCents, currency, raw } = snapshot
  const reason = `asked for ${totalChargeCents(operation)} usd, paid ${amountCents} ${currency} (${raw})`
  services.log.error(
    { provider: 'stripe', transferId: ref, label: paymentId, reason },
    'a card payment does not fit what was asked for',
  )
  await holdDeposit(services, operation)
  if (currency !== 'usd' || amountCents <= 0n) return
  const { ledger } = services
  await ledger.post({
    ...command(operation, paymentId, 'suspense'),
    kind: 'deposit.unmatched',
    legs: [
      { ...ledger.house('settlement:card', ownerId), amountCents: -amountCents },
      { ...ledger.house('suspense:unmatched', ownerId), amountCents },
    ],
    parts: {
      ...partOf(paymentsParticipant, { unwatch: ref }),
      ...partOf(auditParticipant, auditOfSystem({ action: 'deposit.unmatched', movementId: ref })),
    },
  })
}

/** Posts a payment that the provider calls succeeded, once for ever. */
export const settleCardDeposit = async (
  services: Services,
  operation: Operation,
  snapshot: CheckoutSnapshot,
): Promise<void> => {
  const { paymentId } = snapshot
  if (paymentId === null) throw new Error('a succeeded payment has an id')
  if (!isAsAsked(operation, snapshot)) return keepApart(services, operation, snapshot, paymentId)
  const outcome = await creditDeposit(services, operation, paymentId)
  if (outcome.accepted) return
  // The operation has ended in another way, yet the money is here; or it lies in suspense already.
  if (outcome.refusal.code === 'invalidTransactionId') return keepApart(services, operation, snapshot, paymentId)
  services.log.error(
    { transferId: operation.ref, label: paymentId, code: outcome.refusal.code },
    'a card payment was not credited',
  )
}

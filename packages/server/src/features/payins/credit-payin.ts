/** The money of a pay-in arrives: the ledger takes it once, under the payment's id, for the person it belongs to by then. */
import type { Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditParticipant, forMovements } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { auditOfSystem, paymentsParticipant } from '#features/payments/index.ts'
import type { Payment } from '#features/payments/index.ts'
import { creditSend } from './credit-send.ts'
import { creditLegs, onceFor } from './payin-posting.ts'
import type { PayinNames } from './payin-rail.ts'

const creditDeposit = (
  services: Pick<Services, 'ledger'>,
  names: PayinNames,
  payment: Payment,
  paymentId: string,
): Promise<Outcome> => {
  const { ownerId, ref } = payment
  return services.ledger.post({
    ...onceFor(names, payment, paymentId, 'credited'),
    kind: `deposit.${names.method}`,
    legs: creditLegs(services, names, { wallet: ownerId, payment }),
    participants: {
      ...forParticipant(partiesParticipant, { gains: ownerId }),
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

/** Refused with `invalidTransactionId` when the pay-in has ended in another way. */
export const creditPayin = (
  services: Pick<Services, 'clock' | 'db' | 'ledger' | 'log'>,
  names: PayinNames,
  payment: Payment,
  paymentId: string,
): Promise<Outcome> =>
  payment.kind === 'send'
    ? creditSend(services, names, payment, paymentId)
    : creditDeposit(services, names, payment, paymentId)

import type { Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import {
  auditOfSystem,
  type Payout,
  paymentsParticipant,
  systemKey,
  totalChargeCents,
} from '#features/payments/index.ts'
import { auditParticipant, forMovements, walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

type House = Pick<Services, 'ledger'>

/** Amount and fee leave the wallet; a waived fee is income all the same, paid by promotion. */
export const settlingLegs = ({ ledger }: House, rail: WithdrawalRail, payout: Payout): Leg[] => {
  const { ownerId, amountCents, feeCents, waivedCents } = payout
  const legs: Leg[] = [
    { ...walletOf(ownerId), amountCents: -totalChargeCents(payout) },
    { ...ledger.house(rail.settlement, ownerId), amountCents },
    { ...ledger.house('expense:promotion', ownerId), amountCents: -waivedCents },
    { ...ledger.house('income:fees', ownerId), amountCents: feeCents + waivedCents },
  ]
  return legs.filter((leg) => leg.amountCents !== 0n)
}

/** The money has arrived: what was set aside for it is gone. Happens once. */
export const settleWithdrawal = (services: House, rail: WithdrawalRail, payout: Payout): Promise<Outcome> => {
  const { ownerId, ref } = payout
  return services.ledger.post({
    ownerId,
    key: systemKey('withdrawal-settle', ref),
    requestHash: ref,
    kind: `withdrawal.${rail.rail}`,
    transferId: newId(),
    participants: {
      ...forParticipant(paymentsParticipant, { advancePayout: { ownerId, ref, to: 'settled' } }),
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [{ move: { ownerId, movementId: ref, to: 'COMPLETED' }, isPosted: true }],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'withdrawal.completed', movementId: ref })),
    },
    holds: [{ op: 'settle', ownerId, holdId: ref, amountCents: totalChargeCents(payout), final: true }],
    legs: settlingLegs(services, rail, payout),
  })
}

/**
 * Money that comes back after it had arrived. The row of the withdrawal stays as it is, and one linked to it tells of the
 * return. Amount and fee are given back once for each object of the provider, whatever it calls the return, and never more
 * than what went. Who has closed their account has no wallet for it any more: the money is kept for them.
 */
import type { Command, Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import {
  auditOfSystem,
  type Payout,
  paymentsParticipant,
  systemKey,
  totalChargeCents,
} from '#features/payments/index.ts'
import {
  auditParticipant,
  findMovement,
  forMovements,
  type Movement,
  type MovementDraft,
  newReference,
  walletOf,
} from '#features/wallet/index.ts'
import { forEvents } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { PayoutSnapshot } from '#providers/payout-port.ts'
import { givenBack } from './given-back.ts'
import { settlingLegs } from './settle-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** A withdrawal that had arrived came back, to its owner's wallet or kept for them once it is closed; `id` is its movement. */
    'withdrawal.returned': { ownerId: string; id: string; cents: number }
  }
}

type Return = {
  rail: WithdrawalRail
  payout: Payout
  withdrawn: Movement
  snapshot: PayoutSnapshot
  movementId: string
}

/** Which account it came back from, as the withdrawal's row shows it. */
const accountIn = ({
  details: { bankName = null, accountNumber, paypalEmail },
}: Movement): MovementDraft['details'] => ({
  ...(accountNumber !== undefined && { bankName, accountNumber }),
  ...(paypalEmail !== undefined && { paypalEmail }),
})

const rowOf = ({ payout, withdrawn, snapshot, movementId }: Return, amountCents: bigint): MovementDraft => ({
  ownerId: payout.ownerId,
  movementId,
  type: 'reversal',
  state: 'COMPLETED',
  method: withdrawn.method,
  direction: 1,
  amountCents,
  counterpart: null,
  note: withdrawn.note,
  reference: newReference(),
  linkedId: payout.ref,
  details: { ...accountIn(withdrawn), returnReason: snapshot.reason },
})

/** The row of the return beside that of the withdrawal, each with the way to the other. */
const bothRows = (back: Return, insert: MovementDraft, isPosted: boolean) => {
  const { ownerId, ref } = back.payout
  const withdrawn = { ownerId, movementId: ref }
  return forMovements({
    movementRefs: [withdrawn],
    write: () => [
      { insert, isPosted },
      {
        returned: {
          ...withdrawn,
          as: back.movementId,
          reason: back.snapshot.reason,
          givenBackCents: isPosted ? insert.amountCents : null,
        },
      },
    ],
  })
}

/** One key for each object of the provider, whatever becomes of its money. */
const commandOf = ({ rail, payout, snapshot, movementId, withdrawn }: Return) =>
  ({
    ownerId: payout.ownerId,
    key: systemKey('return', rail.provider, snapshot.returnId),
    requestHash: payout.ref,
    kind: `withdrawal.${rail.rail}-returned`,
    transferId: movementId,
    ...(withdrawn.transferId !== null && { reverses: { ownerId: payout.ownerId, transferId: withdrawn.transferId } }),
  }) satisfies Partial<Command>

const trailOf = ({ payout: { ref } }: Return, action: `withdrawal.${string}`) =>
  forParticipant(auditParticipant, auditOfSystem({ action, movementId: ref }))

const stateOf = (
  { payout: { ownerId, ref }, snapshot: { reason, returnId } }: Return,
  to: 'returned' | 'returnBlocked',
) => forParticipant(paymentsParticipant, { advancePayout: { ownerId, ref, to, reason, returnId } })

const backTo = (services: Services, { rail, payout }: Return, wallet: Leg): Leg[] => {
  const [, ...house] = settlingLegs(services, rail, payout).map((leg) => ({ ...leg, amountCents: -leg.amountCents }))
  return [wallet, ...house]
}

const toldOf = (payout: Payout) =>
  forEvents(() => [
    {
      event: 'withdrawal.returned',
      data: { ownerId: payout.ownerId, id: payout.ref, cents: Number(totalChargeCents(payout)) },
    },
  ])

const creditWallet = (services: Services, back: Return): Promise<Outcome> => {
  const { payout } = back
  const totalCents = totalChargeCents(payout)
  return services.ledger.post({
    ...commandOf(back),
    participants: {
      ...forParticipant(partiesParticipant, { holder: payout.ownerId }),
      ...givenBack(payout, back.withdrawn),
      ...stateOf(back, 'returned'),
      ...bothRows(back, rowOf(back, totalCents), true),
      ...trailOf(back, 'withdrawal.returned'),
      ...toldOf(payout),
    },
    legs: backTo(services, back, { ...walletOf(payout.ownerId), amountCents: totalCents }),
  })
}

/**
 * Of a closed account: the house owes it to the former owner, once they prove who they are. What the withdrawal used stays used: there
 * is no row that would say otherwise.
 */
const keepUnclaimed = (services: Services, back: Return): Promise<Outcome> => {
  const { payout } = back
  const unclaimed = services.ledger.house('liability:unclaimed', payout.ownerId)
  return services.ledger.post({
    ...commandOf(back),
    participants: {
      ...stateOf(back, 'returned'),
      ...trailOf(back, 'withdrawal.return-unclaimed'),
      ...toldOf(payout),
    },
    legs: backTo(services, back, { ...unclaimed, amountCents: totalChargeCents(payout) }),
  })
}

const returnOf = async (
  { db }: Services,
  rail: WithdrawalRail,
  payout: Payout,
  snapshot: PayoutSnapshot,
): Promise<Return> => {
  const withdrawn = await findMovement(db, { ownerId: payout.ownerId, movementId: payout.ref })
  if (!withdrawn) throw new Error('a withdrawal that arrived has a row')
  return { rail, payout, withdrawn, snapshot, movementId: newId() }
}

/** Gives amount and fee back. */
export const creditReturn = async (
  services: Services,
  rail: WithdrawalRail,
  payout: Payout,
  snapshot: PayoutSnapshot,
): Promise<Outcome> => {
  const back = await returnOf(services, rail, payout, snapshot)
  const credited = await creditWallet(services, back)
  if (credited.accepted || credited.refusal.code !== 'invalidUser') return credited
  services.log.error({ alert: true, transferId: payout.ref }, 'money came back for an account that is closed')
  return keepUnclaimed(services, back)
}

type Keeping = { account: 'liability:blocked' | 'suspense:unmatched'; amountCents: bigint }

/** What came back whole shows what its owner would be given, fee included; anything else what there is. */
const heldRow = (back: Return, { account, amountCents }: Keeping): MovementDraft => {
  const { payout } = back
  const isWhole = amountCents === payout.amountCents && payout.state !== 'returned'
  const row = rowOf(back, isWhole ? totalChargeCents(payout) : amountCents)
  const kept = account === 'liability:blocked' ? 'blocked' : 'unmatched'
  const details = { ...row.details, kept, keptCents: Number(amountCents) }
  return { ...row, state: 'ON HOLD', holdReason: 'underReview', details }
}

/** Under a row that its owner sees is under review. */
const keepApart = ({ ledger }: Pick<Services, 'ledger'>, back: Return, { account, amountCents }: Keeping) => ({
  participants: {
    ...bothRows(back, heldRow(back, { account, amountCents }), false),
    ...trailOf(back, 'withdrawal.return-blocked'),
  },
  legs: [
    { ...ledger.house(back.rail.settlement, back.payout.ownerId), amountCents: -amountCents },
    { ...ledger.house(account, back.payout.ownerId), amountCents },
  ],
})

/**
 * Came back by order of law, or in a way that makes no sense: it is kept apart, and its owner sees that it is under review.
 * `account` is the one of the house that keeps it.
 */
export const keepReturn = async (
  services: Services,
  rail: WithdrawalRail,
  payout: Payout,
  snapshot: PayoutSnapshot,
  account: Keeping['account'],
): Promise<Outcome> => {
  const back = await returnOf(services, rail, payout, snapshot)
  const { participants, legs } = keepApart(services, back, { account, amountCents: payout.amountCents })
  return services.ledger.post({
    ...commandOf(back),
    participants: { ...stateOf(back, 'returnBlocked'), ...participants },
    legs,
  })
}

/**
 * More or less came back than went, or it came back once more. What there is lies at our bank, so it is kept apart at its own amount;
 * whoever looks at it decides how much of it is the owner's.
 */
export const keepOddReturn = async (
  services: Services,
  rail: WithdrawalRail,
  payout: Payout,
  snapshot: PayoutSnapshot,
): Promise<Outcome> => {
  const back = await returnOf(services, rail, payout, snapshot)
  const { reverses: _, ...command } = commandOf(back)
  const kept = keepApart(services, back, { account: 'suspense:unmatched', amountCents: snapshot.amountCents })
  const isFirst = payout.state === 'settled'
  return services.ledger.post({
    ...command,
    participants: { ...(isFirst && stateOf(back, 'returnBlocked')), ...kept.participants },
    legs: kept.legs,
  })
}

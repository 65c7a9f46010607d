/**
 * The command of an in-app send: everything that must be true together. Who takes part, the limits and the quote are looked
 * at again under the locks; the money, what both sides see, and the trail of it are written together or not at all.
 */
import { transactionId } from '@puente/contract'
import type { Output } from '@puente/contract'
import type { Facts, HoldOp } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import type { Person } from '#features/accounts/index.ts'
import { blocksParticipant } from '#features/contacts/index.ts'
import {
  feesParticipant,
  HELD_FOR_RECEIVER,
  heldUntil,
  limitsParticipant,
  OPERATION_GROUPS,
  partiesParticipant,
  type StepUpBy,
  stepUpParticipant,
} from '#features/limits/index.ts'
import { auditParticipant, betweenWallets, forMovements, walletOf } from '#features/wallet/index.ts'
import type { MovementDraft, MovementWrite } from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { MoneyCommand } from '#platform/http/ctx.ts'
import { IN_APP } from './in-app-rail.ts'
import { counterpartOf, heldTransfer, paymentsParticipant } from '#features/payments/index.ts'

export type Send = {
  movementId: string
  payer: Person
  payee: Person
  amountCents: bigint
  /** The total that the payer was shown. */
  expectedTotalCents: bigint | undefined
  note: string
  purpose: 'personal' | 'goods'
  reference: string
  trail: AuditEntry
  /** How the payer proves that it is them, where the amount asks for it. */
  stepUp: StepUpBy
}

/** Money that must wait is set aside until its receiver has proved who they are. */
const isHeld = (facts: Facts): boolean => facts.of(limitsParticipant).mustWait

const stateOf = (facts: Facts): Pick<MovementDraft, 'state' | 'holdReason'> =>
  isHeld(facts) ? { state: 'ON HOLD', holdReason: HELD_FOR_RECEIVER } : { state: 'COMPLETED' }

const rowsOf = ({ payer, payee, ...send }: Send, facts: Facts): MovementWrite[] => {
  const shared = {
    movementId: send.movementId,
    method: 'wallet',
    amountCents: send.amountCents,
    note: send.note,
    reference: send.reference,
    details: { purpose: send.purpose, ...(isHeld(facts) && { returnsAt: heldUntil(facts.at).toISOString() }) },
    ...stateOf(facts),
  } as const
  const sent: MovementDraft = {
    ...shared,
    ownerId: payer.id,
    type: 'sent',
    direction: -1,
    counterpart: counterpartOf(payee),
  }
  const received: MovementDraft = {
    ...shared,
    ownerId: payee.id,
    type: 'received',
    direction: 1,
    counterpart: counterpartOf(payer),
  }
  return [sent, received].map((insert) => ({ insert, isPosted: !isHeld(facts) }))
}

const stepUpOf = ({ movementId, payee, amountCents }: Send, by: NonNullable<StepUpBy>) => ({
  by,
  movementId,
  operation: 'sendInApp',
  feeOperation: IN_APP.operation,
  rail: IN_APP.rail,
  payee,
  amountCents,
})

const participantsOf = (send: Send): NonNullable<MoneyCommand['participants']> => {
  const { movementId, payer, payee, amountCents, expectedTotalCents } = send
  const ownerId = payer.id
  const counted = { ownerId, movementId, amountCents }
  return {
    ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 1 }, receiver: payee.id }),
    ...forParticipant(blocksParticipant, { between: [ownerId, payee.id] }),
    ...forParticipant(limitsParticipant, {
      take: { ...counted, operations: OPERATION_GROUPS[IN_APP.operation].send },
      receiver: payee.id,
    }),
    ...forParticipant(feesParticipant, { take: { ...counted, operation: IN_APP.operation }, expectedTotalCents }),
    ...(send.stepUp && forParticipant(stepUpParticipant, stepUpOf(send, send.stepUp))),
    ...forParticipant(paymentsParticipant, {
      watch: (facts) => (isHeld(facts) ? heldTransfer({ ownerId, ref: movementId }, facts.at) : null),
    }),
    ...forMovements({ write: (facts) => rowsOf(send, facts) }),
    ...forParticipant(auditParticipant, send.trail),
  }
}

const holdsOf = ({ movementId, payer, amountCents }: Send, { at }: Facts): HoldOp[] => [
  {
    op: 'place',
    ownerId: payer.id,
    holdId: movementId,
    account: walletOf(payer.id).account,
    amountCents,
    purpose: HELD_FOR_RECEIVER,
    expiresAt: heldUntil(at),
  },
]

/** In-app sends are free by promise; charging one takes more than a row of the schedule. */
const assertFree = (facts: Facts): void => {
  if (facts.of(feesParticipant).scheduledFeeCents !== 0n) throw new Error('the schedule asks a fee for an in-app send')
}

export const sendCommand = (send: Send): MoneyCommand => ({
  kind: 'send.in-app',
  transferId: send.movementId,
  locks: [walletOf(send.payee.id)],
  holdRefs: [{ ownerId: send.payer.id, holdId: send.movementId }],
  participants: participantsOf(send),
  holds: (facts) => (isHeld(facts) ? holdsOf(send, facts) : []),
  legs: (facts) => {
    assertFree(facts)
    return isHeld(facts) ? [] : betweenWallets(send.payer.id, send.payee.id, send.amountCents)
  },
  answer: (facts): Output<'sendInApp'> => ({
    transactionId: transactionId(send.movementId),
    state: isHeld(facts) ? 'ON HOLD' : 'COMPLETED',
    fee: 0,
    totalCharge: Number(send.amountCents),
    balance: Number(facts.balanceOf(walletOf(send.payer.id)).availableCents),
    reference: send.reference,
  }),
})

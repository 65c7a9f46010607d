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
import { rowOf, type Wait, waitOf } from './wait-rules.ts'
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

/** Money that must wait is set aside in the payer's wallet. */
const waitIn = ({ payer, payee }: Send, facts: Facts): Wait | null =>
  waitOf({
    mustWait: facts.of(limitsParticipant).mustWait,
    payer: facts.of(partiesParticipant).get(payer.id),
    payeeId: payee.id,
    at: facts.at,
  })

const rowsOf = (send: Send, facts: Facts): MovementWrite[] => {
  const { payer, payee } = send
  const wait = waitIn(send, facts)
  const { details, ...standing } = rowOf(wait)
  const shared = {
    movementId: send.movementId,
    method: 'wallet',
    amountCents: send.amountCents,
    note: send.note,
    reference: send.reference,
    details: { purpose: send.purpose, ...details },
    ...standing,
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
  return [sent, received].map((insert) => ({ insert, isPosted: wait === null }))
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
      watch: (facts) => {
        const wait = waitIn(send, facts)
        return wait && heldTransfer({ ownerId, ref: movementId }, wait.until)
      },
    }),
    ...forMovements({ write: (facts) => rowsOf(send, facts) }),
    ...forParticipant(auditParticipant, send.trail),
  }
}

const holdsOf = ({ movementId, payer, amountCents }: Send, wait: Wait, { at }: Facts): HoldOp[] => [
  {
    op: 'place',
    ownerId: payer.id,
    holdId: movementId,
    account: walletOf(payer.id).account,
    amountCents,
    purpose: wait.for === 'undo' ? 'undo' : HELD_FOR_RECEIVER,
    // What can be undone may then have to wait for its receiver as well.
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
  holds: (facts) => {
    const wait = waitIn(send, facts)
    return wait ? holdsOf(send, wait, facts) : []
  },
  legs: (facts) => {
    assertFree(facts)
    return waitIn(send, facts) ? [] : betweenWallets(send.payer.id, send.payee.id, send.amountCents)
  },
  answer: (facts): Output<'sendInApp'> => {
    const wait = waitIn(send, facts)
    return {
      transactionId: transactionId(send.movementId),
      state: rowOf(wait).state,
      ...(wait?.for === 'undo' && { arrivesAt: wait.until.toISOString() }),
      fee: 0,
      totalCharge: Number(send.amountCents),
      balance: Number(facts.balanceOf(walletOf(send.payer.id)).availableCents),
      reference: send.reference,
    }
  },
})

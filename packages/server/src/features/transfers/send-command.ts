/**
 * The command of a send from wallet to wallet, whatever it pays: everything that must be true together. Who takes part, the limits and the quote are looked
 * at again under the locks; the money, what both sides see, and the trail of it are written together or not at all.
 */
import { transactionId } from '@puente/contract'
import type { Consent, Output } from '@puente/contract'
import type { Facts, HoldOp } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import type { Person } from '#features/accounts/index.ts'
import { approversFact, forApprovers } from '#features/approvers/index.ts'
import { blocksParticipant } from '#features/contacts/index.ts'
import {
  feesParticipant,
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
import { purposeOf, rowOf, type Wait, waitOf } from './waits.ts'
import {
  consentDetails,
  counterpartOf,
  heldTransfer,
  paidForDetails,
  type Paying,
  paymentsParticipant,
  typesOf,
} from '#features/payments/index.ts'
import { forPaidFor } from '#features/payins/index.ts'

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
  /** What the payer of an invoice or a request was shown. */
  consent?: Consent | undefined
  trail: AuditEntry
  /** The call's key in the contract, and how the payer proves that it is them, where the amount asks for it. */
  stepUp: { operation: string; by: StepUpBy }
  /** The invoice or request that it settles. */
  paying?: Paying
}

/**
 * Money that must wait is set aside in the payer's wallet. What somebody asked for is not sent to the wrong person, and cannot be undone;
 * it is approved like any other, or a thief would have themselves asked.
 */
const waitIn = ({ payer, payee, paying }: Send, facts: Facts): Wait | null =>
  waitOf({
    approval: facts.of(approversFact),
    mustWait: facts.of(limitsParticipant).mustWait,
    payer: paying ? undefined : facts.of(partiesParticipant).get(payer.id),
    payeeId: payee.id,
    at: facts.at,
  })

const rowsOf = (send: Send, facts: Facts): MovementWrite[] => {
  const { payer, payee } = send
  const wait = waitIn(send, facts)
  const paidFor = send.paying?.paidFor
  const types = typesOf(paidFor)
  const shared = {
    movementId: send.movementId,
    method: 'wallet',
    amountCents: send.amountCents,
    note: send.note,
    reference: send.reference,
  } as const
  const standingOf = (side: 'sender' | 'receiver') => {
    const { details, ...standing } = rowOf(wait, side)
    return { ...standing, details: { purpose: send.purpose, ...paidForDetails(paidFor), ...details } }
  }
  const sender = standingOf('sender')
  const sent: MovementDraft = {
    ...shared,
    ...sender,
    details: { ...sender.details, ...consentDetails(send.consent) },
    ownerId: payer.id,
    type: types.sent,
    direction: -1,
    counterpart: counterpartOf(payee),
  }
  const received: MovementDraft = {
    ...shared,
    ...standingOf('receiver'),
    ownerId: payee.id,
    type: types.received,
    direction: 1,
    counterpart: counterpartOf(payer),
  }
  return [sent, received].map((insert) => ({ insert, isPosted: wait === null }))
}

const stepUpOf = ({ movementId, payee, amountCents, stepUp }: Send, by: NonNullable<StepUpBy>) => ({
  by,
  movementId,
  operation: stepUp.operation,
  feeOperation: IN_APP.operation,
  rail: IN_APP.rail,
  payee,
  amountCents,
})

/** Invoices may be paid by people who are not verified, within the limits of money from outside; nothing else leaves their wallet. */
const termsOf = ({ paying }: Send) =>
  paying?.paidFor.kind === 'invoice'
    ? { minTier: 0, operations: OPERATION_GROUPS[IN_APP.operation].invoice }
    : { minTier: 1, operations: OPERATION_GROUPS[IN_APP.operation].send }

const participantsOf = (send: Send): NonNullable<MoneyCommand['participants']> => {
  const { movementId, payer, payee, amountCents, expectedTotalCents, paying, stepUp } = send
  const { minTier, operations } = termsOf(send)
  const ownerId = payer.id
  const counted = { ownerId, movementId, amountCents }
  return {
    ...forParticipant(partiesParticipant, { payer: { ownerId, minTier }, receiver: payee.id }),
    ...forParticipant(blocksParticipant, { between: [ownerId, payee.id] }),
    ...forParticipant(limitsParticipant, {
      take: { ...counted, operations },
      receiver: payee.id,
    }),
    ...forParticipant(feesParticipant, { take: { ...counted, operation: IN_APP.operation }, expectedTotalCents }),
    ...(stepUp.by && forParticipant(stepUpParticipant, stepUpOf(send, stepUp.by))),
    ...forApprovers({ asks: { ownerId, movementId, payeeId: payee.id, amountCents } }),
    ...forParticipant(paymentsParticipant, {
      watch: (facts) => {
        const wait = waitIn(send, facts)
        return wait && heldTransfer({ ownerId, ref: movementId }, wait.until)
      },
    }),
    ...(paying &&
      forPaidFor({
        pay: { paidFor: paying.paidFor, payerId: ownerId, movementId, amountCents },
        follows: paying.follows,
        waits: (facts) => waitIn(send, facts) !== null,
      })),
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
    purpose: purposeOf(wait),
    // What was approved, or can be undone, may then have to wait for its receiver as well.
    expiresAt: heldUntil(at),
  },
]

/** In-app sends are free by promise; charging one takes more than a row of the schedule. */
const assertFree = (facts: Facts): void => {
  if (facts.of(feesParticipant).scheduledFeeCents !== 0n) throw new Error('the schedule asks a fee for an in-app send')
}

export const sendCommand = (
  send: Send,
): Omit<MoneyCommand, 'answer'> & { answer: (facts: Facts) => Output<'sendInApp'> } => ({
  kind: 'send.in-app',
  transferId: send.movementId,
  locks: [walletOf(send.payee.id)],
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
      state: rowOf(wait, 'sender').state,
      ...(wait?.for === 'undo' && { arrivesAt: wait.until.toISOString() }),
      ...(wait?.for === 'approver' && {
        decideBy: wait.until.toISOString(),
        approverNames: wait.approval.names,
      }),
      fee: 0,
      totalCharge: Number(send.amountCents),
      balance: Number(facts.balanceOf(walletOf(send.payer.id)).availableCents),
      reference: send.reference,
    }
  },
})

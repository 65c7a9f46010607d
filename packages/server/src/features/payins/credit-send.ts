/**
 * The money of a send arrives. The receiver is looked at again under the locks: it is theirs at once; or it waits, in the
 * sender's wallet, until they have proved who they are, as a held transfer does; or they cannot receive it any more, and it
 * is the sender's, with the fee, unless the sender has blocked them. Decision 25.
 */
import type { Command, Facts, HoldOp, Outcome, Refusal } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { findPersonById } from '#features/accounts/index.ts'
import { blocksParticipant } from '#features/contacts/index.ts'
import {
  countedAsDeposit,
  feesParticipant,
  HELD_FOR_RECEIVER,
  heldUntil,
  limitsParticipant,
  partiesParticipant,
} from '#features/limits/index.ts'
import {
  attemptOf,
  auditOfSystem,
  counterpartOf,
  heldTransfer,
  paidForDetails,
  paidForOf,
  paymentsParticipant,
  totalChargeCents,
  typesOf,
  withoutConsent,
} from '#features/payments/index.ts'
import type { Payment } from '#features/payments/index.ts'
import {
  auditParticipant,
  countUndelivered,
  findMovement,
  forMovements,
  newReference,
  walletOf,
} from '#features/wallet/index.ts'
import type { CancelReason, Counterpart, Movement, MovementWrite } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { forPaidFor } from './paid-for.ts'
import { creditLegs, onceFor } from './payin-posting.ts'
import type { PayinNames } from './payin-rail.ts'

/** A send whose money is here: the sender's row, and both people as the other one's row remembers them. */
type Arrived = { payment: Payment; paymentId: string; row: Movement; payer: Counterpart; payee: Counterpart }

const mustWait = (facts: Facts): boolean => facts.of(limitsParticipant).mustWait

const rowsOf = ({ row, payer }: Arrived, payeeId: string, facts: Facts): MovementWrite[] => {
  const { ownerId, movementId, method, amountCents, note, reference } = row
  const isHeld = mustWait(facts)
  const waits: Movement['details'] = isHeld ? { returnsAt: heldUntil(facts.at).toISOString() } : {}
  const type = typesOf(paidForOf(row)).received
  const received = { ownerId: payeeId, movementId, type, direction: 1, counterpart: payer } as const
  const standing = isHeld
    ? ({ state: 'ON HOLD', holdReason: HELD_FOR_RECEIVER } as const)
    : ({ state: 'COMPLETED' } as const)
  const arrival = {
    ownerId,
    movementId: newId(),
    type: 'deposit',
    state: 'COMPLETED',
    method,
    direction: 1,
    amountCents,
    counterpart: null,
    note: '',
    reference: newReference(),
    linkedId: movementId,
  } as const
  const sent: MovementWrite[] = isHeld
    ? [
        {
          move: { ownerId, movementId, to: 'ON HOLD', holdReason: HELD_FOR_RECEIVER, details: waits },
          isPosted: false,
        },
        { insert: arrival, isPosted: true },
      ]
    : // The sender's wallet pays for nothing: their row shows no balance.
      [{ move: { ownerId, movementId, to: 'COMPLETED' }, isPosted: false }]
  return [
    ...sent,
    {
      insert: {
        ...received,
        ...standing,
        method,
        amountCents,
        note,
        reference,
        details: { ...withoutConsent(row.details), ...waits },
      },
      isPosted: !isHeld,
    },
  ]
}

/**
 * Refused with `invalidUser` when the receiver cannot receive it or one of the two has blocked the other, with `accountRestricted` when
 * the sender is not open, and with `invalidInvoice` or `notFound` when what it was to pay is paid already, or not to be paid any more.
 */
const delivery = (services: Pick<Services, 'ledger'>, names: PayinNames, arrived: Arrived): Command => {
  const { payment, paymentId, row, payee } = arrived
  const attempt = attemptOf(row)
  const { ownerId, ref, amountCents } = payment
  const credit = (wallet: string) => creditLegs(services, names, { wallet, payment })
  const hold = ({ at }: Facts): HoldOp => ({
    op: 'place',
    ownerId,
    holdId: ref,
    account: walletOf(ownerId).account,
    amountCents,
    purpose: HELD_FOR_RECEIVER,
    expiresAt: heldUntil(at),
  })
  return {
    ...onceFor(names, payment, paymentId, 'credited'),
    kind: `send.${names.method}`,
    locks: [...credit(ownerId), walletOf(payee.ownerId)].map(({ ownerId: owner, account }) => ({
      ownerId: owner,
      account,
    })),
    holdRefs: [{ ownerId, holdId: ref }],
    participants: {
      ...forParticipant(partiesParticipant, { sender: ownerId, receiver: payee.ownerId }),
      ...forParticipant(blocksParticipant, { between: [ownerId, payee.ownerId], saysWhose: true }),
      ...forParticipant(limitsParticipant, { arrives: { sender: ownerId, receiver: payee.ownerId, amountCents } }),
      ...forParticipant(paymentsParticipant, {
        advance: { ownerId, ref, to: 'succeeded', providerPaymentId: paymentId },
        thenWatch: (facts) => (mustWait(facts) ? heldTransfer({ ownerId, ref }, heldUntil(facts.at)) : null),
      }),
      ...forPaidFor(attempt && { pay: attempt, waits: mustWait }),
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: (facts) => rowsOf(arrived, payee.ownerId, facts),
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'send.completed', movementId: ref })),
    },
    holds: (facts) => (mustWait(facts) ? [hold(facts)] : []),
    legs: (facts) => credit(mustWait(facts) ? ownerId : payee.ownerId),
  }
}

type Stuck = {
  paymentId: string
  row: Movement | null
  /** Why it cannot be delivered: by an act of the sender's own, since what it was to pay is over, or by the receiver's side. */
  because: 'taken-back' | 'not-needed' | 'undeliverable'
}

/** What was taken back has been with the sender since the moment at which it came. */
const endingOf = (because: Stuck['because'], at: Date): Pick<Movement, 'details'> & { cancelReason: CancelReason } => {
  if (because === 'taken-back') return { cancelReason: 'cancelledByUser', details: { returnsAt: at.toISOString() } }
  const details: Movement['details'] = because === 'not-needed' ? { notNeeded: true } : { undeliverable: true }
  return { cancelReason: 'rejected', details }
}

/**
 * The sender gets all that was paid, fee included, and a row that says so; its place among the free operations is free again. Its
 * limits stay used: the money has come in, and is the sender's to move. What the sender has made undeliverable themselves is taken back,
 * as from a send that waits: they get the amount, fee and place stay used, and it counts as a deposit.
 */
const giveBack = (
  { ledger }: Pick<Services, 'ledger'>,
  names: PayinNames,
  payment: Payment,
  { paymentId, row, because }: Stuck,
): Command => {
  const attempt = row && attemptOf(row)
  const isTakenBack = because === 'taken-back'
  const { ownerId, ref } = payment
  const { method } = names
  const amountCents = isTakenBack ? payment.amountCents : totalChargeCents(payment)
  const ended = { ownerId, movementId: ref }
  const refundId = newId()
  return {
    ...onceFor(names, payment, paymentId, 'credited'),
    kind: 'send.given-back',
    legs: isTakenBack
      ? creditLegs({ ledger }, names, { wallet: ownerId, payment })
      : [
          { ...ledger.house(names.settlement, ownerId), amountCents: -amountCents },
          { ...walletOf(ownerId), amountCents },
        ],
    participants: {
      ...forParticipant(partiesParticipant, { gains: ownerId }),
      ...(isTakenBack
        ? countedAsDeposit({ ...payment, ...ended, method })
        : forParticipant(feesParticipant, { restore: ended })),
      ...forParticipant(paymentsParticipant, {
        advance: { ownerId, ref, to: 'succeeded', providerPaymentId: paymentId, reason: 'rejected' },
      }),
      ...forMovements({
        movementRefs: [ended],
        write: ({ at }) => [
          { move: { ...ended, to: 'CANCELLED', ...endingOf(because, at) }, isPosted: false },
          {
            insert: {
              ownerId,
              movementId: refundId,
              type: 'refund',
              state: 'COMPLETED',
              method,
              direction: 1,
              amountCents,
              counterpart: null,
              note: '',
              reference: newReference(),
              linkedId: ref,
              details: paidForDetails(attempt?.paidFor),
            },
            isPosted: true,
          },
        ],
      }),
      ...forPaidFor(attempt && { stop: attempt }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'send.given-back', movementId: ref })),
    },
  }
}

/** It was paid in another way meanwhile, or its issuer took it back. */
const UNPAYABLE: readonly string[] = ['invalidInvoice', 'notFound']
/**
 * The receiver is gone, one of the two has blocked the other, the sender is frozen, or the money is not needed any more: what cannot be
 * delivered stays with the sender.
 */
const UNDELIVERABLE: readonly string[] = ['invalidUser', 'accountRestricted', ...UNPAYABLE]

const becauseOf = ({ code, details }: Refusal): Stuck['because'] =>
  details?.['isOwn'] === true ? 'taken-back' : UNPAYABLE.includes(code) ? 'not-needed' : 'undeliverable'

/** How many that come back within `REPEATS_MS` are looked at by people: each costs the house its fee. */
const REPEATS = 3
const REPEATS_MS = 30 * 86_400_000

/** Tells operators of the sender once, when the number is reached. */
const alertOfRepeats = async (
  { clock, db, log }: Pick<Services, 'clock' | 'db' | 'log'>,
  { ownerId, ref }: Payment,
): Promise<void> => {
  const at = await databaseNow(db, clock)
  if ((await countUndelivered(db, ownerId, new Date(at.getTime() - REPEATS_MS))) === REPEATS)
    log.error({ alert: true, transferId: ref }, 'three payments of one sender came back undelivered within 30 days')
}

/** Refused with `invalidTransactionId` when the send has ended in another way. */
export const creditSend = async (
  services: Pick<Services, 'clock' | 'db' | 'ledger' | 'log'>,
  names: PayinNames,
  payment: Payment,
  paymentId: string,
): Promise<Outcome> => {
  const { ownerId, ref } = payment
  const [row, payer] = await Promise.all([
    findMovement(services.db, { ownerId, movementId: ref }),
    findPersonById(services.db, ownerId),
  ])
  let because: Stuck['because'] = 'undeliverable'
  if (row?.counterpart && payer) {
    const arrived = { payment, paymentId, row, payer: counterpartOf(payer), payee: row.counterpart }
    const outcome = await services.ledger.post(delivery(services, names, arrived))
    if (outcome.accepted || !UNDELIVERABLE.includes(outcome.refusal.code)) return outcome
    because = becauseOf(outcome.refusal)
  }
  const outcome = await services.ledger.post(giveBack(services, names, payment, { paymentId, row, because }))
  if (because === 'undeliverable' && outcome.accepted && !outcome.replayed) await alertOfRepeats(services, payment)
  return outcome
}

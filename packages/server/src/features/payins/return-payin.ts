/**
 * Money of a pay-in that goes back over its rail, or may. What is contested is set aside in the wallet that was credited, as
 * far as it is still there, and shows in a row of its own; when it is gone, what was set aside pays for it, and the rest is
 * owed by the payer. No balance becomes negative. Each object of a provider counts once, by its key.
 */
import type { Facts, HoldOp, Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditOfSystem, canAdvance, paymentsParticipant } from '#features/payments/index.ts'
import type { Payment, PaymentState } from '#features/payments/index.ts'
import { auditParticipant, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import type { Movement, MovementWrite, PayinReturnStep } from '#features/wallet/index.ts'
import { forEvents } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { Services } from '#platform/services.ts'
import {
  caseIdOf,
  type Contest,
  contestKeys,
  type CreditedPayin,
  goneAs,
  keptAs,
  onPayersRow,
  onReceiversRow,
  openAs,
  openCase,
  type PayersWrite,
  rowTypeOf,
} from './contest.ts'
import { givenBack } from './given-back.ts'
import { forContested, takenOf } from './paid-for.ts'
import { type Share, totalOf, warnedUntil } from './return-rules.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** A provider has taken back, in whole or in part, what this person had paid; `id` is the payment's movement. */
    'payin.taken-back': { ownerId: string; id: string; cents: number }
  }
}

const cancelled = ({ ownerId, movementId }: Movement, returnStep: PayinReturnStep) => ({
  move: { ownerId, movementId, to: 'CANCELLED' as const, cancelReason: 'returned' as const, details: { returnStep } },
  isPosted: false,
})

const moveTo = ({ ownerId, ref, state }: Payment, to: PaymentState) =>
  canAdvance(state, to) ? forParticipant(paymentsParticipant, { advance: { ownerId, ref, to } }) : {}

const heldLeft = (facts: Facts, ref: { ownerId: string; holdId: string }): bigint => {
  const hold = facts.holdOf(ref)
  return hold?.state === 'open' ? hold.amountCents - hold.settledCents - hold.releasedCents : 0n
}

/** What was added to one's own wallet and is no longer there when it is contested, its row keeps: its owner would come to owe it. */
const withUncovered = (
  { payment, walletOwner }: CreditedPayin,
  writes: readonly PayersWrite[],
  uncoveredCents: bigint,
): MovementWrite[] =>
  writes.map(({ payinReturned }) => ({
    payinReturned: walletOwner === payment.ownerId ? { ...payinReturned, uncoveredCents } : payinReturned,
  }))

/**
 * Sets aside what is left of the credit, once for each case. What was set aside for another contest that this one answers is
 * freed in the same batch. While it is open, its owner and the payer hear of it; what is decided already they hear by `takeBack`.
 */
export const holdContested = async (
  services: Pick<Services, 'db' | 'ledger'>,
  credited: CreditedPayin,
  contest: Contest,
  { share, isOpen, answers = null }: { share: Share; isOpen: boolean; answers?: Contest | null },
): Promise<Outcome> => {
  const { names, payment, walletOwner } = credited
  const caseId = await caseIdOf(services, credited, contest)
  const ref = { ownerId: walletOwner, holdId: caseId }
  const answered = answers && (await openCase(services, credited, answers))
  const answeredRef = answered && { ownerId: walletOwner, holdId: answered.movementId }
  const onPayers = onPayersRow(credited, isOpen ? openAs(contest) : null)
  const onReceivers = onReceiversRow(credited)
  let freedCents = 0n
  const fromWallet = (facts: Facts): bigint => {
    freedCents = answeredRef ? heldLeft(facts, answeredRef) : 0n
    const availableCents = facts.balanceOf(walletOf(walletOwner)).availableCents + freedCents
    return availableCents < share.creditedCents ? availableCents : share.creditedCents
  }
  const holds = (facts: Facts): HoldOp[] => {
    const amountCents = takenOf(credited, facts, fromWallet(facts))
    const ops: HoldOp[] = answeredRef && freedCents > 0n ? [{ op: 'release', ...answeredRef }] : []
    if (amountCents > 0n) ops.push({ op: 'place', ...ref, account: 'wallet', amountCents, purpose: 'underReview' })
    return ops
  }
  return services.ledger.post({
    ownerId: payment.ownerId,
    key: contestKeys(names, contest.about).held,
    requestHash: payment.ref,
    kind: `${payment.kind}.contested`,
    transferId: newId(),
    locks: [walletOf(walletOwner)],
    holdRefs: answeredRef ? [ref, answeredRef] : [ref],
    holds,
    participants: {
      ...forParticipant(partiesParticipant, { gains: walletOwner }),
      ...(rowTypeOf(contest) === 'reversal' && moveTo(payment, 'disputed')),
      ...forContested(credited, contest, {
        stage: 'contested',
        cents: share.creditedCents,
        fromIssuer: fromWallet,
        answers,
      }),
      ...forMovements({
        movementRefs: [...(answered ? [answered] : []), ...onPayers.refs, ...onReceivers.refs],
        write: (facts) => {
          const amountCents = heldLeft(facts, ref)
          const writes = withUncovered(credited, onPayers.writes, share.creditedCents - amountCents)
          if (answered && freedCents > 0n) writes.push(cancelled(answered, 'replaced'))
          if (amountCents === 0n) return writes
          const shown = { type: rowTypeOf(contest), method: names.method, direction: -1, amountCents } as const
          const insert = {
            ...shown,
            ownerId: walletOwner,
            movementId: caseId,
            state: 'ON HOLD',
            holdReason: contest.kind === 'warning' ? 'fraudWarning' : 'disputed',
            counterpart: credited.payer,
            note: '',
            reference: newReference(),
            linkedId: payment.ref,
            details: {
              cancellable: false,
              ...(isOpen && { returnStep: openAs(contest) }),
              ...(contest.kind === 'warning' && {
                fraudWarning: true,
                warnedUntil: warnedUntil(payment).toISOString(),
              }),
            },
          } as const
          if (isOpen) writes.push(...onReceivers.writes(openAs(contest), amountCents))
          return [...writes, { insert, isPosted: false }]
        },
      }),
      ...forParticipant(
        auditParticipant,
        auditOfSystem({ action: `${payment.kind}.contested`, movementId: payment.ref }),
      ),
    },
  })
}

/**
 * The contest was decided for us, or another took its place (`replaced`): what was set aside, if anything, is free again. The payer hears only of
 * one that was decided, since of a refund that took nothing they never heard. With `decided` people dropped it: refused with
 * `invalidTransactionId` when nothing is set aside any more.
 */
export const dropContest = async (
  services: Pick<Services, 'db' | 'ledger'>,
  credited: CreditedPayin,
  contest: Contest,
  { as = keptAs(contest), decided }: { as?: PayinReturnStep; decided?: { digest: string; trail: AuditEntry } } = {},
): Promise<Outcome> => {
  const { names, payment, walletOwner } = credited
  const isDecided = as === 'kept' || as === 'cleared'
  const onPayers = onPayersRow(credited, isDecided ? as : null)
  const onReceivers = onReceiversRow(credited)
  const action = `${payment.kind}.kept` as const
  const row = await openCase(services, credited, contest)
  if (decided && !row) return { accepted: false, refusal: { code: 'invalidTransactionId' }, replayed: false }
  return services.ledger.post({
    ownerId: payment.ownerId,
    key: contestKeys(names, contest.about).dropped,
    requestHash: decided?.digest ?? payment.ref,
    kind: action,
    transferId: newId(),
    locks: [walletOf(walletOwner)],
    holds: row ? [{ op: 'release', ownerId: walletOwner, holdId: row.movementId }] : [],
    participants: {
      ...forParticipant(partiesParticipant, { gains: walletOwner }),
      ...(payment.state === 'disputed' && moveTo(payment, 'succeeded')),
      ...forContested(credited, contest, { stage: 'none' }),
      ...forMovements({
        movementRefs: [...(row ? [row] : []), ...onPayers.refs, ...onReceivers.refs],
        write: () => [
          ...onPayers.writes,
          ...(row && isDecided ? onReceivers.writes(as, null) : []),
          ...(row ? [cancelled(row, as)] : []),
        ],
      }),
      ...forParticipant(auditParticipant, decided?.trail ?? auditOfSystem({ action, movementId: payment.ref })),
    },
  })
}

/**
 * The money is gone, from the account where it lies until then: what was set aside pays for it, the fee gives its part, and
 * the payer owes the rest. With the last of what was paid (`othersCents` went before) the pay-in gives back what it used, and what was
 * booked for a waived fee is taken back. Refused with `idempotencyConflict` for what has been kept here (`keepFailedRefund`), with
 * `invalidTransactionId` when the payment has moved since it was read.
 */
export const takeBack = async (
  services: Pick<Services, 'db' | 'ledger'>,
  credited: CreditedPayin,
  contest: Contest,
  { share, from, othersCents }: { share: Share; from: string; othersCents: bigint },
): Promise<Outcome | null> => {
  const { names, payment, walletOwner, paid } = credited
  const { ledger } = services
  const { ownerId, ref, kind } = payment
  const totalCents = totalOf(share)
  if (totalCents === 0n) return null
  // It stays refunded until some of it is here again, so this happens once each time.
  const isWhole = othersCents + totalCents === totalOf(paid) && canAdvance(payment.state, 'refunded')
  const waivedCents = isWhole ? credited.waivedCents : 0n
  const movementId = await caseIdOf(services, credited, contest)
  const hold = { ownerId: walletOwner, holdId: movementId }
  const row = { ownerId: walletOwner, movementId }
  const returnStep = goneAs(contest)
  const onPayers = onPayersRow(credited, returnStep, totalCents)
  const onReceivers = onReceiversRow(credited)
  const fromHold = (facts: Facts): bigint => {
    const cents = heldLeft(facts, hold)
    return cents < share.creditedCents ? cents : share.creditedCents
  }
  const accounts = {
    gone: ledger.house(from, ownerId),
    fees: ledger.house('income:fees', ownerId),
    promotion: ledger.house('expense:promotion', ownerId),
    owed: ledger.house('receivable:user', ownerId),
  }
  const legs = (facts: Facts): Leg[] => {
    const heldCents = fromHold(facts)
    const all: Leg[] = [
      { ...accounts.gone, amountCents: totalCents },
      { ...walletOf(walletOwner), amountCents: -heldCents },
      { ...accounts.fees, amountCents: -share.feeCents - waivedCents },
      { ...accounts.promotion, amountCents: waivedCents },
      { ...accounts.owed, amountCents: heldCents - share.creditedCents },
    ]
    return all.filter(({ amountCents }) => amountCents !== 0n)
  }
  return ledger.post({
    ownerId,
    key: contestKeys(names, contest.about).taken,
    requestHash: ref,
    kind: `${kind}.${rowTypeOf(contest)}`,
    transferId: newId(),
    locks: [walletOf(walletOwner), ...Object.values(accounts)],
    holdRefs: [hold],
    holds: (facts) => {
      const amountCents = fromHold(facts)
      return amountCents > 0n ? [{ op: 'settle', ...hold, amountCents, final: true }] : []
    },
    legs,
    participants: {
      ...forParticipant(partiesParticipant, { debtor: { ownerId, receivable: accounts.owed, movementId: ref } }),
      ...(isWhole && { ...givenBack(payment), ...moveTo(payment, 'refunded') }),
      ...forContested(credited, contest, { stage: 'taken', cents: share.creditedCents, fromIssuer: fromHold }),
      ...forMovements({
        movementRefs: [row, ...onPayers.refs, ...onReceivers.refs],
        write: (facts) => {
          const held = facts.holdOf(hold)
          if (held?.state !== 'settled') return onPayers.writes
          return [
            ...onPayers.writes,
            ...onReceivers.writes(returnStep, held.settledCents),
            { move: { ...row, to: 'COMPLETED', details: { returnStep } }, isPosted: true },
          ]
        },
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.${rowTypeOf(contest)}`, movementId: ref })),
      ...forEvents(() => [{ event: 'payin.taken-back', data: { ownerId, id: ref, cents: Number(totalCents) } }]),
    },
  })
}

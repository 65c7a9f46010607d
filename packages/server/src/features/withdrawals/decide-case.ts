/**
 * What two operators have decided about money that waits for people. A withdrawal that was blocked before it arrived is given back, or
 * booked as blocked: then it leaves the wallet, and the house owes it to whom the law says; what it used of limits and free operations
 * is free again either way. What was kept apart when it came back is given back, once for each withdrawal and never more than went; for a
 * closed account it is kept for its owner. Given back are also a withdrawal that came back before it arrived, and one that the provider
 * can no longer be asked about, once they have seen over there that it has no such payout.
 */
import type { AccountRef, Command, Leg, Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import {
  findPayout,
  findPayoutStanding,
  type PaymentRef,
  type Payout,
  paymentsParticipant,
  type PayoutStanding,
  systemKey,
  totalChargeCents,
} from '#features/payments/index.ts'
import {
  auditParticipant,
  findMovement,
  forMovements,
  type Movement,
  newReference,
  walletOf,
} from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { forEvents } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { endKey, endWithdrawal, type WithdrawalEnd } from './end-withdrawal.ts'
import { givenBack } from './given-back.ts'

type Deciding = Pick<Services, 'db' | 'ledger' | 'log'>

/**
 * `movementId` is the row that its owner sees on hold: the withdrawal, or its return. `digest` names the decision: what it posts is
 * its own, so that its repeat finds it.
 */
export type CaseDecision = {
  ownerId: string
  movementId: string
  act: 'release' | 'block'
  digest: string
  trail: AuditEntry
}

const REFUSED: Outcome = { accepted: false, refusal: { code: 'invalidTransactionId' }, replayed: false }

type Case = Pick<CaseDecision, 'digest' | 'trail'> & { payout: Payout; row: Movement }

const blockedKey = (ref: string): string => systemKey('withdrawal-blocked', ref)
const releasedKey = (ref: string): string => systemKey('return-released', ref)

const bookBlocked = ({ ledger }: Deciding, { payout, row: withdrawn, digest, trail }: Case): Promise<Outcome> => {
  const { ownerId, ref } = payout
  const [amountCents, id] = [totalChargeCents(payout), newId()]
  return ledger.post({
    ownerId,
    key: blockedKey(ref),
    requestHash: digest,
    kind: 'withdrawal.blocked',
    transferId: id,
    participants: {
      ...givenBack(payout, withdrawn),
      ...forParticipant(paymentsParticipant, { advancePayout: { ownerId, ref, to: 'returnBlocked' } }),
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [
          { move: { ownerId, movementId: ref, to: 'CANCELLED', cancelReason: 'keptApart' }, isPosted: false },
          {
            isPosted: true,
            insert: {
              ownerId,
              movementId: id,
              type: 'adjustment',
              state: 'COMPLETED',
              method: 'wallet',
              direction: -1,
              amountCents,
              counterpart: null,
              note: withdrawn.note,
              reference: newReference(),
              linkedId: ref,
            },
          },
        ],
      }),
      ...forParticipant(auditParticipant, trail),
    },
    holds: [{ op: 'settle', ownerId, holdId: ref, amountCents, final: true }],
    legs: [
      { ...walletOf(ownerId), amountCents: -amountCents },
      { ...ledger.house('liability:blocked', ownerId), amountCents },
    ],
  })
}

/** How much of a row's amount lies apart; the rest is the fee, which the house gives back with it. */
const keptCentsOf = ({ amountCents, details: { keptCents } }: Movement): bigint =>
  typeof keptCents === 'number' ? BigInt(keptCents) : amountCents

type Kept = Case & { withdrawn: Movement | null }

/**
 * The command that takes it from where it lies to an account of its owner's. One key for a withdrawal, so that of several things that
 * came back one is given back.
 */
const releaseTo = ({ ledger }: Deciding, { payout, row, digest, trail }: Kept, account: AccountRef) => {
  const { ownerId, amountCents, details } = row
  const apart = details['kept'] === 'blocked' ? 'liability:blocked' : 'suspense:unmatched'
  const keptCents = keptCentsOf(row)
  const legs: Leg[] = [
    { ...ledger.house(apart, ownerId), amountCents: -keptCents },
    { ...account, amountCents },
    { ...ledger.house('income:fees', ownerId), amountCents: keptCents - amountCents - payout.waivedCents },
    { ...ledger.house('expense:promotion', ownerId), amountCents: payout.waivedCents },
  ]
  return {
    ownerId,
    key: releasedKey(payout.ref),
    requestHash: digest,
    kind: 'withdrawal.return-released',
    transferId: newId(),
    legs: legs.filter((leg) => leg.amountCents !== 0n),
    participants: {
      ...forParticipant(paymentsParticipant, {
        advancePayout: { ownerId, ref: payout.ref, to: 'returned', reason: payout.reason, isDecided: true },
      }),
      ...forParticipant(auditParticipant, trail),
      ...forEvents(() => [
        { event: 'withdrawal.returned', data: { ownerId, id: payout.ref, cents: Number(amountCents) } },
      ]),
    },
  } satisfies Command
}

/**
 * Of a closed account: the house owes it to the former owner, once they prove who they are. The row ends without money in it, and what
 * the withdrawal used stays used.
 */
const keepUnclaimed = (services: Deciding, kept: Kept): Promise<Outcome> => {
  const { ownerId, movementId } = kept.row
  const command = releaseTo(services, kept, services.ledger.house('liability:unclaimed', ownerId))
  return services.ledger.post({
    ...command,
    participants: {
      ...command.participants,
      ...forMovements({
        movementRefs: [{ ownerId, movementId }],
        write: () => [{ move: { ownerId, movementId, to: 'CANCELLED', cancelReason: 'rejected' }, isPosted: false }],
      }),
    },
  })
}

const creditWallet = (services: Deciding, kept: Kept): Promise<Outcome> => {
  const { payout, row, withdrawn } = kept
  const { ownerId, movementId, amountCents, details } = row
  const { returnReason } = details
  const command = releaseTo(services, kept, walletOf(ownerId))
  return services.ledger.post({
    ...command,
    participants: {
      ...command.participants,
      ...forParticipant(partiesParticipant, { holder: ownerId }),
      ...givenBack(payout, withdrawn),
      ...forMovements({
        movementRefs: [
          { ownerId, movementId },
          { ownerId, movementId: payout.ref },
        ],
        write: () => [
          { move: { ownerId, movementId, to: 'COMPLETED' }, isPosted: true },
          {
            returned: {
              ownerId,
              movementId: payout.ref,
              as: movementId,
              reason: typeof returnReason === 'string' ? returnReason : null,
              givenBackCents: amountCents,
            },
          },
        ],
      }),
    },
  })
}

const giveBack = async (services: Deciding, kept: Kept): Promise<Outcome> => {
  const credited = await creditWallet(services, kept)
  if (credited.accepted || credited.refusal.code !== 'invalidUser') return credited
  services.log.error({ alert: true, transferId: kept.payout.ref }, 'money came back for an account that is closed')
  return keepUnclaimed(services, kept)
}

type Way = (services: Deciding, found: Case) => Promise<Outcome>
type Asked = Omit<CaseDecision, 'digest' | 'trail'>

const endBy =
  (end: WithdrawalEnd): Way =>
  (services, { payout, digest, trail }) =>
    endWithdrawal(services, payout, { ...end, decision: digest, trail })

/** Of a withdrawal that had not arrived when it was stopped. */
const wayOfWithdrawal = ({ state }: PayoutStanding, row: Movement, act: CaseDecision['act']): Way | null => {
  if (act === 'block') return state === 'blocked' ? bookBlocked : null
  if (state === 'blocked') return endBy({ to: 'cancelled', cancelReason: 'rejected' })
  if (row.holdReason !== 'underReview') return null
  if (state === 'submitting' || state === 'submitUnknown')
    return endBy({ to: 'cancelled', cancelReason: 'expired', isDecided: true })
  const { backAs: returnId, backReason: reason } = row.details
  if (state !== 'onHold' || typeof returnId !== 'string') return null
  return endBy({ to: 'returned', cancelReason: 'returned', returnId, ...(typeof reason === 'string' && { reason }) })
}

const giveReturnBack: Way = async (services, decided) => {
  const { ownerId, ref } = decided.payout
  return giveBack(services, { ...decided, withdrawn: await findMovement(services.db, { ownerId, movementId: ref }) })
}

const wayOfReturn = ({ state, amountCents }: PayoutStanding, row: Movement, act: CaseDecision['act']): Way | null =>
  act === 'release' && state === 'returnBlocked' && keptCentsOf(row) <= amountCents ? giveReturnBack : null

/** How it is carried out; null for what is no such case, or none any more. */
const wayOf = (payout: PayoutStanding, row: Movement, act: CaseDecision['act']): Way | null =>
  row.state === 'ON HOLD' ? (row.type === 'reversal' ? wayOfReturn : wayOfWithdrawal)(payout, row, act) : null

/** The row that was on hold, and the withdrawal that it is about. */
const findCase = async (db: Services['db'], { ownerId, movementId }: Asked) => {
  const row = await findMovement(db, { ownerId, movementId })
  const ref = row?.type === 'reversal' ? row.linkedId : movementId
  return row && ref ? { row, payoutRef: { ownerId, ref } } : null
}

/** Whether it could be decided so now. */
export const canDecideCase = async ({ db }: Pick<Services, 'db'>, asked: Asked): Promise<boolean> => {
  const found = await findCase(db, asked)
  if (!found) return false
  const payout = await findPayoutStanding(db, found.payoutRef)
  return payout !== null && wayOf(payout, found.row, asked.act) !== null
}

/** What this decision has posted before; null when nothing. */
const findDecided = async ({ ledger }: Deciding, { ownerId, ref }: PaymentRef, digest: string) => {
  const keys = [endKey(ref), blockedKey(ref), releasedKey(ref)]
  const outcomes = await Promise.all(keys.map((key) => ledger.findOutcome({ ownerId, key, requestHash: digest })))
  return outcomes.find((outcome) => outcome?.accepted) ?? null
}

/**
 * Does it, once: the same decision again finds it done, whatever has become of the case. Refuses with `invalidTransactionId` what is no
 * such case, or none any more.
 */
export const decideCase = async (services: Deciding, { digest, trail, ...asked }: CaseDecision): Promise<Outcome> => {
  const found = await findCase(services.db, asked)
  const payout = found && (await findPayout(services.db, found.payoutRef))
  if (!payout) return REFUSED
  const { row } = found
  const way = wayOf(payout, row, asked.act)
  const outcome = way === null ? REFUSED : await way(services, { payout, row, digest, trail })
  if (outcome.accepted) return outcome
  const decided = await findDecided(services, payout, digest)
  if (decided) return decided
  return outcome.refusal.code === 'idempotencyConflict' ? REFUSED : outcome
}

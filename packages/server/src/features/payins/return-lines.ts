/**
 * What a provider moves on its own account of us before it is decided whose money that was, by its own lines: a dispute's money
 * is away while it is contested, and a refund that failed comes back. Each line counts once.
 */
import { forParticipant } from '@puente/ledger'
import type { Outcome } from '@puente/ledger'
import { auditOfSystem, type Payment, systemKey } from '#features/payments/index.ts'
import { auditParticipant } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { PayinNames } from './payin-rail.ts'
import { contestKeys } from './contest.ts'

/** A line of the provider's books: negative for what went away. */
export type ReturnLine = { id: string; amountCents: bigint }

export const SUSPENSE = 'suspense:unmatched'

/** Where the money of a dispute lies between the provider's taking it and the end of the dispute. */
export const contestedAccount = ({ rail }: PayinNames): string => `clearing:${rail}`

type Moved = { key: string; requestHash: string; what: string; to: string; amountCents: bigint }

const moveLine = (
  { ledger }: Pick<Services, 'ledger'>,
  names: PayinNames,
  { ownerId, ref, kind }: Payment,
  { key, requestHash, what, to, amountCents }: Moved,
): Promise<Outcome> =>
  ledger.post({
    ownerId,
    key,
    requestHash,
    kind: `${kind}.${what}`,
    transferId: newId(),
    // What lies at the provider is a negative balance here.
    legs: [
      { ...ledger.house(names.settlement, ownerId), amountCents: -amountCents },
      { ...ledger.house(to, ownerId), amountCents },
    ],
    participants: forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.${what}`, movementId: ref })),
  })

/** The money of a dispute has left the rail, or came back to it. */
export const moveContested = (
  services: Pick<Services, 'ledger'>,
  names: PayinNames,
  payment: Payment,
  { id, amountCents }: ReturnLine,
): Promise<Outcome> =>
  moveLine(services, names, payment, {
    key: systemKey('dispute', names.provider, id),
    requestHash: payment.ref,
    what: amountCents < 0n ? 'disputed' : 'reinstated',
    to: contestedAccount(names),
    amountCents,
  })

/**
 * A refund failed whose money was nobody's, and is in suspense again; or it was never booked as gone, and goes and comes back by way of
 * suspense, so that it cannot be booked any more. What was taken from a person goes back to them instead (`restoreTaken`).
 */
export const keepFailedRefund = async (
  services: Pick<Services, 'ledger'>,
  names: PayinNames,
  payment: Payment,
  { objectId, amountCents }: { objectId: string; amountCents: bigint },
): Promise<Outcome> => {
  const away = await moveLine(services, names, payment, {
    key: contestKeys(names, objectId).taken,
    requestHash: `kept:${payment.ref}`,
    what: 'refunding',
    to: SUSPENSE,
    amountCents: -amountCents,
  })
  const wasBooked = !away.accepted && away.refusal.code === 'idempotencyConflict'
  if (!away.accepted && !wasBooked) return away
  return moveLine(services, names, payment, {
    key: contestKeys(names, objectId).failed,
    requestHash: payment.ref,
    what: 'refund-failed',
    to: SUSPENSE,
    amountCents,
  })
}

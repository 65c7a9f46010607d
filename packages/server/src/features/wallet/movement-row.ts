import type { Transaction } from '@puente/contract'
import { fileId, sendSessionId, transactionId, userId, whyBackOf } from '@puente/contract'
import { isFinal } from './movement-states.ts'
import type { Counterpart, Movement } from './movement.ts'

/** The person whose row it is. */
export type Viewer = { fullName: string }

const imageUrl = (counterpart: Counterpart | null): string | null =>
  counterpart?.imageFileId ? `/api/files/${fileId(counterpart.imageFileId)}` : null

/** From the payer to the receiver, whichever of them is looking. */
const inDirection = <T>(movement: Movement, own: T, other: T): { from: T; to: T } =>
  movement.direction === -1 ? { from: own, to: other } : { from: other, to: own }

/** What the owner sees of the details. Whatever else a slice keeps there is for its own decisions, and does not leave the server. */
const SHOWN_DETAILS = [
  'purpose',
  'consent',
  'payee',
  'recipientId',
  'bankName',
  'accountNumber',
  'paypalEmail',
  'received',
  'returnReason',
  'returnedAs',
  'givenBack',
  'payBy',
  'returnsAt',
  'warnedUntil',
  'arrivesAt',
  'decideBy',
  'approverNames',
  'decidedBy',
  'unclaimed',
  'declined',
  'invoiceId',
  'requestId',
  'notNeeded',
  'undeliverable',
  'providerHolds',
  'disputeStep',
  'disputeId',
  'debtStep',
  'returnStep',
  'matched',
] as const

/** Adds what the row itself does not have. The other way round would be slow: an object that grows by so many fields. */
const laidUnder = ({ state, details }: Movement, row: Transaction): Transaction => {
  const rest: Record<string, unknown> = row
  for (const key of SHOWN_DETAILS) if (details[key] !== undefined && !Object.hasOwn(row, key)) rest[key] = details[key]
  if (rest['payBy'] !== undefined && state !== 'PENDING') rest['payBy'] = null
  const reason = whyBackOf(state, details)
  if (reason !== undefined) rest['returnReason'] = reason
  return row
}

/** Its provider has the payer's word for the money and keeps it back; what waits for its receiver has come. */
const isHeldByProvider = ({ holdReason, details }: Movement): boolean =>
  details['providerHolds'] === true && holdReason !== 'recipientKycRequired'

/** What is under way can be given up by who pays for it, unless the row says that it is too late. */
const isCancellable = (movement: Movement): boolean =>
  !isFinal(movement.state) &&
  (movement.direction === -1 || movement.type === 'deposit') &&
  movement.details['cancellable'] !== false &&
  !isHeldByProvider(movement)

/**
 * A movement as its owner sees it on the wire. A counterpart who blocked, is blocked or has left shows neither name nor
 * picture. Details that are shown are laid under the row, so that none of them can pose as one of its own fields.
 */
export const transactionRow = (movement: Movement, viewer: Viewer, isBlocked = false): Transaction => {
  const shown = isBlocked ? null : movement.counterpart
  const ownId = userId(movement.ownerId)
  const otherId = movement.counterpart ? userId(movement.counterpart.ownerId) : null
  const ids = inDirection<string | null>(movement, ownId, otherId)
  const names = inDirection<string | null>(movement, viewer.fullName, shown?.name ?? null)
  return laidUnder(movement, {
    id: transactionId(movement.movementId),
    type: movement.type,
    state: movement.state,
    method: movement.method,
    from: ids.from,
    to: ids.to,
    involves: otherId ? [ownId, otherId] : [ownId],
    date: movement.createdAt.toISOString(),
    paymentDate: movement.paidAt?.toISOString() ?? null,
    amount: Number(movement.amountCents),
    currency: 'USD',
    fee: Number(movement.feeCents),
    puenteFee: Number(movement.feeCents),
    note: movement.note,
    privateNote: movement.privateNote,
    reference: movement.reference,
    fromName: names.from,
    toName: names.to,
    fullName: shown?.name ?? null,
    // What names the counterpart to the viewer is the handle: addresses are not shared.
    email: shown?.handle ?? null,
    image: imageUrl(shown),
    business: shown?.isBusiness ?? false,
    blocked: isBlocked,
    balance: movement.balanceAfterCents === null ? null : Number(movement.balanceAfterCents),
    cancellable: isCancellable(movement),
    holdReason: movement.holdReason,
    cancelReason: movement.cancelReason,
    expected: movement.expected,
    timeline: movement.timeline,
    linkedId: movement.linkedId && transactionId(movement.linkedId),
    sendSessionId: movement.sendSessionId ? sendSessionId(movement.sendSessionId) : null,
    version: movement.version,
  })
}

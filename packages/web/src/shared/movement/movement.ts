/** A transaction as its viewer reads it: which way the money went, who was on the other side, where it stands. */
import type { MovementState, Transaction } from '@puente/contract'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The transaction chosen for its detail screen. */
    movement?: string
    /** The days that a statement is wanted of, chosen on the screen before. */
    statementDays?: { fromDate: string; toDate: string }
  }
}

type Direction = Pick<Transaction, 'from'>

export const isOutgoing = ({ from }: Direction, viewerId: string): boolean => from === viewerId

/** Seen by its receiver: a payment of another person. */
export const isFromPerson = (row: Pick<Transaction, 'type' | 'from'>, viewerId: string): boolean =>
  row.type === 'received' || (row.type === 'invoice' && !isOutgoing(row, viewerId))

/** Its payer has paid, and the provider keeps the money back for now. */
export const isHeldByProvider = ({
  state,
  holdReason,
  providerHolds,
}: Pick<Transaction, 'state' | 'holdReason' | 'providerHolds'>): boolean =>
  providerHolds === true && (state === 'PENDING' || holdReason === 'providerUnknown')

/**
 * The amount as `Money` shows it: with the sign it has for the viewer, or without one where no money moved in the end, or another amount came
 * than was asked for.
 */
export const amountFor = (
  row: Direction & Pick<Transaction, 'type' | 'amount' | 'state' | 'received'>,
  viewerId: string,
): { cents: number; signed: boolean } => {
  if (row.type === 'deposit' && row.state === 'ON HOLD' && row.received !== undefined)
    return { cents: row.received, signed: false }
  return row.state === 'CANCELLED'
    ? { cents: row.amount, signed: false }
    : { cents: isOutgoing(row, viewerId) ? -row.amount : row.amount, signed: true }
}

/** Types with a person on the other side: one without a name has blocked, was blocked, or has left. */
const BETWEEN_PEOPLE: ReadonlySet<Transaction['type']> = new Set(['sent', 'received', 'invoice'])
export const isBetweenPeople = (type: Transaction['type']): boolean => BETWEEN_PEOPLE.has(type)

type Named = Pick<Transaction, 'type' | 'fullName' | 'payee' | 'blocked'>
export type Counterpart = { kind: 'person'; name: string } | { kind: 'blocked' | 'unnamed' | 'none' }

/**
 * Who is on the other side; of a withdrawal, whose account it went to. One whose receiver has no name is `unnamed`; money from
 * outside is `none`.
 */
export const counterpartOf = (row: Named): Counterpart => {
  if (row.blocked) return { kind: 'blocked' }
  const name = row.fullName || row.payee
  if (name) return { kind: 'person', name }
  if (isBetweenPeople(row.type)) return { kind: 'blocked' }
  return { kind: row.type === 'withdraw' ? 'unnamed' : 'none' }
}

/** Of a withdrawal and its return: the account outside; null where the row names none. */
export const accountOf = ({
  bankName,
  accountNumber,
  paypalEmail,
}: Pick<Transaction, 'bankName' | 'accountNumber' | 'paypalEmail'>): string | null => {
  if (accountNumber !== undefined) return bankName ? `${bankName} ${accountNumber}` : accountNumber
  return paypalEmail ?? null
}

export const isInFlight = ({ state }: { state: MovementState }): boolean => state === 'PENDING' || state === 'ON HOLD'

/** Until when it can be paid at the own bank by Zelle, as nothing has come and its payer has not said that they paid; null for all else. */
export const payByOf = ({ state, payBy }: Pick<Transaction, 'state' | 'payBy'>): string | null =>
  state === 'PENDING' ? (payBy ?? null) : null

/** A payment by Zelle that waits to be made or found, though what it was to pay has ended: money that still comes is given back. */
export const isNoLongerDue = (row: Pick<Transaction, 'state' | 'noLongerDue'>): boolean =>
  row.noLongerDue !== undefined && isInFlight(row)

/** The card was declined, and the deposit waits for its owner. */
export const isDeclined = ({ state, declined }: Pick<Transaction, 'state' | 'declined'>): boolean =>
  state === 'PENDING' && declined === true

/** A withdrawal that waits for its receiver at the provider, which then lets it be called back. */
export const isUnclaimed = <R extends Pick<Transaction, 'type' | 'state' | 'cancellable' | 'returnsAt'>>(
  row: R,
): row is R & { returnsAt: string } =>
  row.type === 'withdraw' && row.state === 'PENDING' && row.cancellable && row.returnsAt !== undefined

/**
 * An attempt by Zelle stays open when its payer pays in another way, or when it is not asked for any more, since its money may be on its
 * way. Its row then says how what it was to pay has ended.
 */
import type { Transaction } from '@puente/contract'
import { findInvoice } from '#features/invoices/index.ts'
import { paidForOf } from '#features/payments/index.ts'
import { findRequest, stateAt } from '#features/requests/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'

type Ended = NonNullable<Transaction['noLongerDue']>

/** Nothing has come of it: what has come is completed, given back, waits for its receiver, or is with the operators. */
const isUnpaidZelle = ({ method, direction, state, holdReason, cancelReason, details }: Movement): boolean =>
  method === 'zelle' &&
  direction === -1 &&
  details['returnsAt'] === undefined &&
  (state === 'PENDING' ||
    holdReason === 'zelleNotSeen' ||
    cancelReason === 'expired' ||
    cancelReason === 'cancelledByUser')

const endOf = async (db: Db, movement: Movement, at: Date): Promise<Ended | null> => {
  const paidFor = paidForOf(movement)
  if (paidFor === null) return null
  const { kind, issuerId, id } = paidFor
  if (kind === 'invoice') {
    const state = (await findInvoice(db, movement.ownerId, id))?.state
    return state === undefined || state === 'toPay' || state === 'processing' ? null : state
  }
  // Of a link only its issuer has a row.
  const request = await findRequest(db, issuerId, id)
  const state = request && stateAt(request, at)
  return state === null || state === 'open' ? null : state
}

/** Those of these payments by Zelle whose money has not come though the invoice or request has ended, by their ids, and how it has. */
export const findNoLongerDue = async (
  db: Db,
  movements: readonly Movement[],
  at: Date,
): Promise<ReadonlyMap<string, Ended>> => {
  const ends = await Promise.all(
    movements
      .filter(isUnpaidZelle)
      .map(async (movement) => [movement.movementId, await endOf(db, movement, at)] as const),
  )
  return new Map(ends.flatMap(([id, end]) => (end === null ? [] : [[id, end] as const])))
}

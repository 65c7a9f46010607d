/**
 * An attempt by Zelle stays open when its payer pays in another way, since its money may be on its way. Its row then says that what
 * it was to pay is paid.
 */
import { findInvoice } from '#features/invoices/index.ts'
import { paidForOf } from '#features/payments/index.ts'
import { findRequest } from '#features/requests/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'

/** Nothing has come of it: what has come is completed, given back, or with the operators. */
const isUnpaidZelle = ({ method, direction, state, holdReason, cancelReason }: Movement): boolean =>
  method === 'zelle' &&
  direction === -1 &&
  (state === 'PENDING' ||
    holdReason === 'zelleNotSeen' ||
    cancelReason === 'expired' ||
    cancelReason === 'cancelledByUser')

const isPaid = async (db: Db, movement: Movement): Promise<boolean> => {
  const paidFor = paidForOf(movement)
  if (paidFor === null) return false
  const { kind, issuerId, id } = paidFor
  // Of a link only its issuer has a row.
  const asked = kind === 'invoice' ? findInvoice(db, movement.ownerId, id) : findRequest(db, issuerId, id)
  return (await asked)?.state === 'paid'
}

/** Of these rows those by Zelle of which nothing has come, while the invoice or request has been paid by another payment; their ids. */
export const listAlreadyPaid = async (db: Db, movements: readonly Movement[]): Promise<ReadonlySet<string>> => {
  const unpaid = movements.filter(isUnpaidZelle)
  const paid = await Promise.all(
    unpaid.map(async (movement) => ((await isPaid(db, movement)) ? movement.movementId : null)),
  )
  return new Set(paid.filter((id) => id !== null))
}

/**
 * The invoice or request that a payment settles. It is kept once, in the details of the movement, and read back from there when the
 * money comes or does not: what the payment is for, and what its parties see of it, cannot differ.
 */
import { type InvoiceId, invoiceId, type RequestId, requestId, uuidOf } from '@puente/contract'
import type { Movement } from '#features/wallet/index.ts'
import type { Follows, PaidFor, PayableAttempt } from './payable.ts'

/** What a payment settles, and which attempt it follows. */
export type Paying = Follows & { paidFor: PaidFor }

/** As the details of both parties' rows carry it, and as the wire says it. */
export const paidForDetails = (
  paidFor: PaidFor | null | undefined,
): { invoiceId: InvoiceId } | { requestId: RequestId } | Record<never, never> => {
  if (!paidFor) return {}
  return paidFor.kind === 'invoice' ? { invoiceId: invoiceId(paidFor.id) } : { requestId: requestId(paidFor.id) }
}

/** The type of the rows: an invoice has one of its own, on both sides. */
export const typesOf = (paidFor: PaidFor | null | undefined) =>
  paidFor?.kind === 'invoice'
    ? ({ sent: 'invoice', received: 'invoice' } as const)
    : ({ sent: 'sent', received: 'received' } as const)

/** By either party's row of the payment; null for one that settles neither. */
export const paidForOf = ({
  ownerId,
  direction,
  counterpart,
  details,
}: Pick<Movement, 'ownerId' | 'direction' | 'counterpart' | 'details'>): PaidFor | null => {
  const issuerId = direction === -1 ? counterpart?.ownerId : ownerId
  if (issuerId === undefined) return null
  const { invoiceId: invoice, requestId: request } = details
  const invoiceUuid = typeof invoice === 'string' ? uuidOf(invoice, 'inv') : null
  if (invoiceUuid) return { kind: 'invoice', issuerId, id: invoiceUuid }
  const requestUuid = typeof request === 'string' ? uuidOf(request, 'req') : null
  return requestUuid ? { kind: 'request', issuerId, id: requestUuid } : null
}

/** The payment itself as an attempt, by either party's row. */
export const attemptOf = (
  movement: Pick<Movement, 'ownerId' | 'movementId' | 'direction' | 'counterpart' | 'details' | 'amountCents'>,
): PayableAttempt | null => {
  const { ownerId, movementId, direction, counterpart, amountCents } = movement
  const paidFor = paidForOf(movement)
  const payerId = direction === -1 ? ownerId : counterpart?.ownerId
  return paidFor && payerId !== undefined ? { paidFor, payerId, movementId, amountCents } : null
}

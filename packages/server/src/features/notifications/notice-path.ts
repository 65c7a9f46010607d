import { disputeId, invoiceId, requestId, scheduleId, ticketId, transactionId } from '@puente/contract'
import type { Notice } from './notice.ts'

/** A payment to approve is the payer's transaction, under its id. */
const WIRE = {
  transaction: transactionId,
  approval: transactionId,
  invoice: invoiceId,
  request: requestId,
  schedule: scheduleId,
  ticket: ticketId,
  dispute: disputeId,
} as const

/** The id of what a notification speaks of, as a client knows it; null where there is one of it only. */
export const objectIdOf = ({ type, id }: Notice['object']): string | null =>
  id === null || !(type in WIRE) ? null : WIRE[type as keyof typeof WIRE](id)

/**
 * Where a notification outside the app leads: the list, which opens what is named behind the `#`. That part of an address is
 * sent to no server.
 */
export const pathOfNotice = (object: Notice['object']): string => {
  const id = objectIdOf(object)
  return `/notifications#${object.type}${id === null ? '' : `/${id}`}`
}

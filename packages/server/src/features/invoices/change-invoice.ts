/** How an invoice changes, whoever changes it: its next version, and what is told of it. Pure. */
import { invoiceId as wireId } from '@puente/contract'
import type { Announcement } from '#platform/live/live-store.ts'
import type { Invoice } from './invoice.ts'
import { type InvoiceStep, stateAfter } from './invoice-states.ts'

/** What every event of an invoice says: whom it concerns first is its issuer. Bare uuids. */
export type InvoiceEvent = { ownerId: string; otherId: string | null; id: string }

declare module '#platform/events.ts' {
  interface Events {
    'invoice.created': InvoiceEvent
    'invoice.paid': InvoiceEvent
    'invoice.declined': InvoiceEvent
    'invoice.cancelled': InvoiceEvent
    'invoice.reminded': InvoiceEvent
    /** Its due date has passed and it is not paid; once. */
    'invoice.overdue': InvoiceEvent
    'invoice.refunded': InvoiceEvent
  }
}

export const eventData = ({ issuerId, payerId, invoiceId }: Invoice): InvoiceEvent => ({
  ownerId: issuerId,
  otherId: payerId,
  id: invoiceId,
})

/** The invoice with what has changed of it. */
export const changed = (invoice: Invoice, change: Partial<Invoice>, at: Date): Invoice => ({
  ...invoice,
  ...change,
  version: invoice.version + 1,
  updatedAt: at,
})

/** The invoice after a step; null where its state does not allow it. */
export const stepped = (
  invoice: Invoice,
  step: InvoiceStep,
  at: Date,
  attemptId: string | null = null,
): Invoice | null => {
  const state = stateAfter(invoice.state, step)
  if (state === null) return null
  return changed(invoice, { state, attemptId, ...(state === 'paid' && { paidAt: at }) }, at)
}

/** The live events for the screens of both parties. */
export const announcementsOf = ({ issuerId, payerId, invoiceId, version }: Invoice): Announcement[] =>
  [issuerId, payerId].map((ownerId) => ({ ownerId, event: 'invoice', data: { id: wireId(invoiceId), version } }))

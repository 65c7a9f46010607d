import type { InvoiceState } from '@puente/contract'

/**
 * What can happen to an invoice. A payment from outside begins and may stop, or makes way for another; it is paid by whatever payment
 * comes first. Its payer declines, its issuer cancels.
 */
export const INVOICE_STEPS = ['begin', 'stop', 'pay', 'decline', 'cancel'] as const
export type InvoiceStep = (typeof INVOICE_STEPS)[number]

const INVOICE_MOVES: Record<InvoiceState, Partial<Record<InvoiceStep, InvoiceState>>> = {
  toPay: { begin: 'processing', pay: 'paid', decline: 'declined', cancel: 'cancelled' },
  processing: { begin: 'processing', pay: 'paid', stop: 'toPay' },
  paid: {},
  declined: {},
  cancelled: {},
}

/** Where a step leads from a state; null where it is not allowed. */
export const stateAfter = (from: InvoiceState, step: InvoiceStep): InvoiceState | null =>
  INVOICE_MOVES[from][step] ?? null

/** The states in which an invoice is still owed. */
export const UNPAID = ['toPay', 'processing'] as const satisfies readonly InvoiceState[]

export const isUnpaid = (state: InvoiceState): boolean => (UNPAID as readonly InvoiceState[]).includes(state)

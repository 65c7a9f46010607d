/** Invoices: what one person asks another to pay for, and how it stands. */
export { type OwnInvoice } from './invoice.ts'
export { createInvoicesParticipant, forInvoice, invoicesFact } from './invoices-participant.ts'
export { refundableCents } from './invoice-rules.ts'
export { findInvoice, listPaymentsOf, type Position as InvoicePosition } from './invoices-store.ts'
export { invoicesTasks } from './close-invoices.ts'
export { type InvoicePage, readInvoicePage } from './read-invoice-page.ts'
export { invoicesRoutes } from './routes.ts'

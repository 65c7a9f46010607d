/** Invoices: what one person asks another to pay for, and how it stands. */
export { type OwnInvoice } from './invoice.ts'
export { createInvoicesParticipant, forInvoice } from './invoices-participant.ts'
export { findInvoice } from './invoices-store.ts'
export { invoicesTasks } from './close-invoices.ts'
export { invoicesRoutes } from './routes.ts'

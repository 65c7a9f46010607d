/** Invoices: what one person asks another to pay for, and how it stands. */
export { invoicesRoutes } from './routes.ts'

import type { SupportModule, Ticket, Transaction } from '@puente/contract'

/** What a ticket is written about, as the screen that leads to it says. */
export type Help = {
  module: SupportModule
  transactionId?: string
  concerns?: NonNullable<Ticket['concerns']>
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the ticket that is written here is about. */
    help?: Help
    /** The ticket, and the dispute, chosen for its detail screen. */
    ticket?: string
    dispute?: string
  }
}

/** Help with a transaction. */
export const helpWith = (row: Transaction): Help => ({
  module: row.type === 'withdraw' ? 'withdrawals' : row.type === 'invoice' ? 'invoices' : 'payments',
  transactionId: row.id,
})

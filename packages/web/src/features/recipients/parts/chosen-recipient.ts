declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The bank account that the form changes; absent for a new one. */
    bankAccount?: string
  }
}

/** The history state of the form for one account. */
export const toEdit = (id: string): { bankAccount: string } => ({ bankAccount: id })

/** What has been entered for a new invoice so far; any screen that knows a person or a product can start one. */
import type { Result } from '@puente/contract'
import type { Recipient } from '#shared/payment/send-draft.ts'

export type NewInvoice = {
  recipient?: Recipient
  /** Of products from the catalogue, or of an amount. */
  type?: 'product' | 'custom'
  /** How many of each product, by its id. */
  quantities?: Readonly<Record<string, number>>
  amount?: number | null
  note?: string
  /** `YYYY-MM-DD`; empty for none. */
  dueDate?: string
  /** Made for one review: what is sent twice under it makes one invoice. */
  draftId?: string
  /** The invoice that was made. */
  made?: Result<'createInvoice'>
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    invoice: NewInvoice
  }
}

/** How many products there are in all. */
export const countOf = ({ quantities = {} }: Pick<NewInvoice, 'quantities'>): number =>
  Object.values(quantities).reduce((sum, count) => sum + count, 0)

/** Whether there is something to be paid for. */
export const hasContent = (draft: NewInvoice): boolean =>
  draft.type === 'custom' ? Boolean(draft.amount) : countOf(draft) > 0

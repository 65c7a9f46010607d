/** The filters of the list, as the person sets them and as the server takes them. */
import type { InvoiceFilter } from './invoices.ts'

export const MODES = ['all', 'sent', 'received'] as const
export const STATES = ['unpaid', 'paid', 'declined', 'cancelled'] as const

export type Choice = {
  mode: (typeof MODES)[number]
  state: (typeof STATES)[number] | null
  /** The fields for days are open. */
  withDates: boolean
  /** `YYYY-MM-DD`, or empty; both days are included. */
  fromDate: string
  toDate: string
}

export const noChoice: Choice = { mode: 'all', state: null, withDates: false, fromDate: '', toDate: '' }

/** A range that ends before it begins; the server would refuse it. */
export const isBackwards = ({ fromDate, toDate }: Choice): boolean =>
  fromDate !== '' && toDate !== '' && fromDate > toDate

export const isNarrowed = ({ mode, state, fromDate, toDate }: Choice): boolean =>
  mode !== 'all' || state !== null || fromDate !== '' || toDate !== ''

/** What the server is asked. A reversed range is left out until it is corrected. */
export const filterOf = (choice: Choice): InvoiceFilter => {
  const { mode, state, fromDate, toDate } = choice
  return {
    mode,
    ...(state !== null && { state }),
    ...(!isBackwards(choice) && { ...(fromDate !== '' && { fromDate }), ...(toDate !== '' && { toDate }) }),
  }
}

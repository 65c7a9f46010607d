/** What the list can be narrowed by, as the person sets it and as the server is asked. */
import type { MovementType } from '@puente/contract'
import type { MovementFilter } from '#lib/movement-list.ts'

export const KINDS = ['all', 'received', 'sent', 'deposit', 'corrections'] as const
export type Kind = (typeof KINDS)[number]

export type Choice = {
  kind: Kind
  search: string
  /** `YYYY-MM-DD`, or empty; both days are included. */
  fromDate: string
  toDate: string
}

export const noChoice: Choice = { kind: 'all', search: '', fromDate: '', toDate: '' }

const PAGE_ROWS = 20

const typesOf: Record<Exclude<Kind, 'all'>, MovementType[]> = {
  received: ['received'],
  sent: ['sent'],
  deposit: ['deposit'],
  corrections: ['refund', 'reversal', 'adjustment'],
}

/** A range that ends before it begins; the server would refuse it. */
export const isBackwards = ({ fromDate, toDate }: Choice): boolean =>
  fromDate !== '' && toDate !== '' && fromDate > toDate

export const isNarrowed = (choice: Choice): boolean =>
  choice.kind !== 'all' || choice.search.trim() !== '' || choice.fromDate !== '' || choice.toDate !== ''

/** What the server is asked. A range that is backwards is left out until it is mended. */
export const filterOf = (choice: Choice): MovementFilter => {
  const { kind, fromDate, toDate } = choice
  const search = choice.search.trim()
  const days = isBackwards(choice) ? {} : { ...(fromDate !== '' && { fromDate }), ...(toDate !== '' && { toDate }) }
  return {
    ...(kind !== 'all' && { type: typesOf[kind] }),
    ...(search !== '' && { search }),
    ...days,
    limit: PAGE_ROWS,
  }
}

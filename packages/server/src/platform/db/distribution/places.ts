import { tables as ledgerTables } from '@puente/ledger'
import { type TablePlace, tables } from '../../../../migrations/tables.ts'

/** Every table of the product by its place. */
export type Places = ReadonlyMap<string, TablePlace>

export const productPlaces: Places = new Map<string, TablePlace>([
  ...ledgerTables.byOwner.map((name): [string, TablePlace] => [name, 'owner']),
  ...ledgerTables.reference.map((name): [string, TablePlace] => [name, 'reference']),
  ...ledgerTables.local.map((name): [string, TablePlace] => [name, 'local']),
  ...Object.entries(tables).map(([name, { place }]): [string, TablePlace] => [name, place]),
])

/** The column that says on which machine a row lives; null for tables that are whole everywhere or in one place. */
export const columnOf = (place: TablePlace | undefined): string | null => {
  if (place === 'owner') return 'owner_id'
  return place?.startsWith('claim:') ? place.slice('claim:'.length) : null
}

/** The columns of a person that are kept sealed, each under a place that no other row or column has. */
import type { Keys } from '#platform/secrets.ts'

export type SealedColumn = 'phone_sealed' | 'birthday_sealed' | 'address_sealed' | 'ein_sealed'
export type FieldKeys = Pick<Keys, 'sealing'>

export const placeOf = (ownerId: string, column: SealedColumn) => ({ table: 'users', column, row: ownerId })

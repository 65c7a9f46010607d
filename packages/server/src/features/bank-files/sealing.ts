/** Where account numbers of this slice lie sealed. */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { Services } from '#platform/services.ts'

type Column =
  | 'nacha_files.content_sealed'
  | 'nacha_entries.destination_sealed'
  | 'nacha_entries.corrections_sealed'
  | 'nacha_answers.content_sealed'
type Keys = Pick<Services, 'keys'>

const placeOf = (of: Column, row: string) => {
  const [table = '', column = ''] = of.split('.')
  return { table, column, row }
}

export const seal = ({ keys }: Keys, of: Column, row: string, text: string): string =>
  encryptField(keys.sealing, placeOf(of, row), text)

export const unseal = ({ keys }: Keys, of: Column, row: string, sealed: string): string =>
  decryptField(keys.sealing, placeOf(of, row), sealed)

/** What of a recipient is kept sealed, and the hash by which an account is found again. Opened and sealed here and nowhere else. */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { DB } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Selectable } from 'kysely'
import type { RecipientDetails } from './recipient.ts'

export type FieldKeys = Pick<Keys, 'sealing'>
type HashKeys = Pick<Keys, 'blindIndex'>
type Account = Pick<RecipientDetails, 'routingNumber' | 'accountNumber'>
type Sealed = Pick<
  RecipientDetails,
  'fullName' | 'email' | 'accountNumber' | 'address' | 'city' | 'state' | 'zipCode' | 'birthday'
>
type VersionRow = Pick<
  Selectable<DB['recipient_versions']>,
  'type' | 'person_type' | 'account_type' | 'routing_number' | 'bank_name' | 'details_sealed' | 'version_id'
>

const placeOf = (versionId: string) => ({ table: 'recipient_versions', column: 'details_sealed', row: versionId })

export const openDetails = (keys: FieldKeys, row: VersionRow): RecipientDetails => ({
  ...(JSON.parse(decryptField(keys.sealing, placeOf(row.version_id), row.details_sealed)) as Sealed),
  type: row.type as RecipientDetails['type'],
  personType: row.person_type as RecipientDetails['personType'],
  accountType: row.account_type as RecipientDetails['accountType'],
  routingNumber: row.routing_number,
  bankName: row.bank_name,
})

/** The columns of a version that hold its details. */
export const sealDetails = (keys: FieldKeys, versionId: string, details: RecipientDetails) => {
  const { type, personType, accountType, routingNumber, bankName, ...sealed } = details
  const text: Sealed = sealed
  return {
    type,
    person_type: personType,
    account_type: accountType,
    routing_number: routingNumber,
    account_last4: sealed.accountNumber.slice(-4),
    bank_name: bankName,
    details_sealed: encryptField(keys.sealing, placeOf(versionId), JSON.stringify(text)),
  }
}

export const destinationHashOf = (keys: HashKeys, { routingNumber, accountNumber }: Account): string =>
  blindIndex(keys, 'bank-destination', `${routingNumber}/${accountNumber}`)

/** As many digits as a number may have at a bank. */
const MOST_DIGITS = 17

/** The hashes of an account by every way its number may be written: banks pad with zeros, so two that differ in leading ones alone are one. */
export const destinationHashesOf = (keys: HashKeys, { routingNumber, accountNumber }: Account): string[] => {
  const digits = accountNumber.replace(/^0+/, '')
  return Array.from({ length: MOST_DIGITS - digits.length + 1 }, (_, zeros) =>
    destinationHashOf(keys, { routingNumber, accountNumber: '0'.repeat(zeros) + digits }),
  )
}

import type { Account } from '#features/accounts/index.ts'
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { Keys } from '#platform/secrets.ts'

/** What a review compares papers with, as a keyed hash: the same for the same name, birthday and address. */
export const detailsMarkOf = (
  keys: Pick<Keys, 'blindIndex'>,
  { fullName, birthday, address }: Pick<Account, 'fullName' | 'birthday' | 'address'>,
): string => {
  const lines = address && [address.line1, address.line2 ?? '', address.city, address.state, address.zipCode]
  return blindIndex(keys, 'kycDetails', JSON.stringify([fullName, birthday, lines]))
}

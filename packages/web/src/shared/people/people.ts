/** Searches the known people first, then everyone else. */
import { SEARCH_MIN, type FoundPerson, type FrequentContact } from '@puente/contract'

/** For comparison: without case, accents and the @ of a handle. */
const plain = (text: string): string =>
  text.trim().replace(/^@/, '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The search as the server takes it; null while it is too short. */
export const searchText = (text: string): string | null => {
  const asked = text.trim().replace(/^@/, '')
  return asked.length < SEARCH_MIN ? null : asked
}

/**
 * The known people whose name or handle holds the text; all of them when there is none.
 * @param found who the server found for the text: it also looks at the email and the phone number
 */
export const known = (
  people: readonly FrequentContact[],
  text: string,
  found: readonly FoundPerson[],
): FrequentContact[] =>
  people.filter(
    ({ fullName, publicTransactionId }) =>
      plain(fullName).includes(plain(text)) ||
      publicTransactionId.includes(plain(text)) ||
      found.some((one) => one.publicTransactionId === publicTransactionId),
  )

/** Those who are found but not known. */
export const others = (found: readonly FoundPerson[], people: readonly FrequentContact[]): FoundPerson[] =>
  found.filter((person) => people.every((one) => one.publicTransactionId !== person.publicTransactionId))

/** What recipients from a linked bank are made of: pure. */
import type { RecipientDetails } from './recipient.ts'

/** As banks take names: `O'Brien` becomes `OBrien`, and what else is neither letter nor digit a blank. */
export const bankNameOfPerson = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/['’.]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Whether a person is named by their own name, however it is written. */
export const isNameOf = (given: string, own: string): boolean => {
  const plain = (name: string) => bankNameOfPerson(name).toLowerCase()
  return plain(given) !== '' && plain(given) === plain(own)
}

export type Profile = {
  email: string
  fullName: string
  isBusiness: boolean
  business: { name: string } | null
  birthday: string | null
  address: {
    line1: string
    line2?: string | null | undefined
    city: string
    state: string
    zipCode: string
  } | null
}

/** Whose accounts a person's bank has. */
export type Holder = Omit<RecipientDetails, 'accountType' | 'routingNumber' | 'accountNumber' | 'bankName'>

const MOST_OF_A_LINE = 100

/** By the profile; null while it has no address, or no birthday of a person. */
export const holderOf = ({ address, birthday, business, email, fullName, isBusiness }: Profile): Holder | null => {
  const isCompany = isBusiness && business !== null
  if (!address || (!isCompany && birthday === null)) return null
  const lines = [address.line1, ...(address.line2 ? [address.line2] : [])].join(' ')
  return {
    fullName: bankNameOfPerson(isCompany ? business.name : fullName),
    email,
    personType: isCompany ? 'business' : 'personal',
    address: lines.slice(0, MOST_OF_A_LINE).trim(),
    city: address.city,
    state: address.state,
    zipCode: address.zipCode,
    birthday: isCompany ? null : birthday,
    type: 'own',
  }
}

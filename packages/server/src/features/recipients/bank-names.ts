/**
 * The largest banks by routing numbers of theirs, each confirmed by the bank's own pages or several directories; every other number
 * shows as it is. A name here is a help to the eye: whether the number takes transfers is the provider's word.
 */
const BANKS: ReadonlyMap<string, string> = new Map([
  ['021000021', 'Chase'],
  ['322271627', 'Chase'],
  ['111000614', 'Chase'],
  ['071000013', 'Chase'],
  ['026009593', 'Bank of America'],
  ['121000358', 'Bank of America'],
  ['063100277', 'Bank of America'],
  ['111000025', 'Bank of America'],
  ['121000248', 'Wells Fargo'],
  ['121042882', 'Wells Fargo'],
  ['021000089', 'Citibank'],
  ['321171184', 'Citibank'],
  ['031176110', 'Capital One'],
  ['051405515', 'Capital One'],
  ['043000096', 'PNC Bank'],
  ['031201360', 'TD Bank'],
  ['061000104', 'Truist'],
  ['124003116', 'Ally Bank'],
  ['031100649', 'Discover Bank'],
  ['256074974', 'Navy Federal Credit Union'],
  ['121202211', 'Charles Schwab Bank'],
])

/** Null for a bank that is not among them. */
export const bankNameOf = (routingNumber: string): string | null => BANKS.get(routingNumber) ?? null

/** The kinds of document the product sends, out of the provider's much longer list. */
const identityTypes = [
  'passport',
  'passport_card',
  'driving_licence',
  'national_identity_card',
  'residence_permit',
  'visa',
  'work_permit',
] as const
const addressTypes = [
  'utility_bill',
  'bank_statement',
  'bank_building_society_statement',
  'phone_bill',
  'internet_bill',
  'government_letter',
] as const

export const documentTypes = [...identityTypes, ...addressTypes, 'unknown'] as const

/** Those that prove an address and not a person. */
export const addressDocumentTypes: ReadonlySet<string> = new Set(addressTypes)

/** What requests to the identity checker may contain. */
import { boolean, list, object, oneOf, optional, text } from '../core/shape.ts'
import { documentTypes } from './document-types.ts'
import { reportNames } from './model.ts'

const date = text({ pattern: /^\d{4}-\d{2}-\d{2}$/, expected: 'a date, YYYY-MM-DD' })
const country = text({ pattern: /^[A-Z]{3}$/, expected: 'a three-letter country code' })
const line = optional(text({ max: 200 }))

const addressShape = object({
  flat_number: line,
  building_number: line,
  building_name: line,
  street: line,
  sub_street: line,
  town: line,
  state: line,
  line1: line,
  line2: line,
  line3: line,
  postcode: text({ max: 20 }),
  country,
})

export const applicantShape = object({
  first_name: text({ max: 100, pattern: /^[^!#$%*=<>;{}"]+$/, expected: 'a name' }),
  last_name: text({ max: 100, pattern: /^[^!#$%*=<>;{}"]+$/, expected: 'a name' }),
  email: optional(text({ max: 320, pattern: /^[^\s@]+@[^\s@]+$/, expected: 'an e-mail address' })),
  dob: optional(date),
  phone_number: optional(text({ max: 30 })),
  address: optional(addressShape),
  location: optional(object({ ip_address: optional(text({ max: 45 })), country_of_residence: optional(country) })),
  consents: optional(list(object({ name: text(), granted: boolean() }))),
})

export const documentFields = object({
  applicant_id: text(),
  type: oneOf(documentTypes),
  side: optional(oneOf(['front', 'back'])),
  issuing_country: optional(country),
  file_type: optional(text({ max: 10 })),
  validate_image_quality: optional(boolean({ form: true })),
})

export const livePhotoFields = object({ applicant_id: text(), advanced_validation: optional(boolean({ form: true })) })

export const checkShape = object({
  applicant_id: text(),
  report_names: list(oneOf(reportNames), { max: 3 }),
  document_ids: optional(list(text(), { max: 20 })),
  tags: optional(list(text({ max: 128 }), { max: 30 })),
  applicant_provides_data: optional(boolean()),
  asynchronous: optional(boolean()),
  privacy_notices_read_consent_given: optional(boolean()),
  webhook_ids: optional(list(text())),
})

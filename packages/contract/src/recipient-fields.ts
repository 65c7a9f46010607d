/** The fields of a bank account that forms know as well; apart from its endpoints, so that a form loads nothing else. */
import * as z from 'zod/mini'
import { lineIn } from './fields.ts'

export const ACCOUNT_TYPES = ['Checking', 'Savings'] as const
export const PERSON_TYPES = ['personal', 'business'] as const
export const RECIPIENT_TYPES = ['own', 'thirdParty'] as const

/** Nine digits of which the last is a check digit, in a range that the Federal Reserve gives out. */
export const isRoutingNumber = (text: string): boolean => {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text) || text === '000000000') return false
  const sum = Array.from(text, Number).reduce((total, digit, index) => total + digit * ([3, 7, 1][index % 3] ?? 0), 0)
  return sum % 10 === 0
}

export const RoutingNumberIn = z.string('invalidRouting').check(z.trim(), z.refine(isRoutingNumber, 'invalidRouting'))
export const AccountNumberIn = z
  .string('invalidAccountNumber')
  .check(z.trim(), z.regex(/^\d{4,17}$/, 'invalidAccountNumber'))
/** Letters and numbers only, as banks take them. */
export const RecipientNameIn = lineIn('fullNameMissing', 100).check(
  z.minLength(1, 'fullNameMissing'),
  z.regex(/^[\p{L}\p{M}\p{N} ]*$/u, 'invalidName'),
  z.regex(/\p{L}/u, 'invalidName'),
)

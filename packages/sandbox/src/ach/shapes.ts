/** What requests to the ACH provider may contain. */
import { boolean, integer, object, oneOf, optional, text } from '../core/shape.ts'
import { returnWords } from './words.ts'

const routingNumber = text({ pattern: /^\d{9}$/, expected: 'nine digits' })
const accountNumber = text({ pattern: /^[0-9A-Za-z -]{1,17}$/, expected: 'an account number' })
const funding = oneOf(['checking', 'savings'])

export const createShape = object({
  account_id: text({ max: 200 }),
  // A negative amount would be a debit, which is not allowed here.
  amount: integer({ min: 1, max: 9_999_999_999 }),
  statement_descriptor: text({ max: 200 }),
  account_number: accountNumber,
  routing_number: routingNumber,
  funding: optional(funding),
  destination_account_holder: optional(oneOf(['business', 'individual', 'unknown'])),
  company_name: optional(text({ max: 16 })),
  company_entry_description: optional(text({ max: 10 })),
  individual_id: optional(text({ max: 22 })),
  individual_name: optional(text({ max: 22 })),
  preferred_effective_date: optional(object({ settlement_schedule: oneOf(['same_day', 'future_dated']) })),
  require_approval: optional(boolean()),
  standard_entry_class_code: optional(
    oneOf([
      'corporate_credit_or_debit',
      'corporate_trade_exchange',
      'prearranged_payments_and_deposit',
      'internet_initiated',
    ]),
  ),
  transaction_timing: optional(oneOf(['synchronous', 'asynchronous'])),
})

export const returnShape = object({
  reason: optional(oneOf(Object.values(returnWords))),
  addenda_information: optional(text({ max: 44 })),
})

export const changeShape = object({
  corrected_account_funding: optional(funding),
  corrected_account_number: optional(accountNumber),
  corrected_routing_number: optional(routingNumber),
  corrected_individual_id: optional(text({ max: 22 })),
})

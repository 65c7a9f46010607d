import { object, oneOf, text } from '../core/shape.ts'

/** `10.00`, read as whole cents of at least one. */
const decimal = text({ max: 32, pattern: /^\d{1,10}\.\d{2}$/, expected: 'an amount with two decimals, as text' })
  .refine((given) => /[1-9]/.test(given), 'must be more than zero')
  .transform((given) => Number(given.replace('.', '')))

const currency = oneOf(['USD'])

/** Orders name the currency one way, payouts another. */
export const orderMoney = object({ currency_code: currency, value: decimal }).transform(({ value }) => value)

export const payoutMoney = object({ currency, value: decimal }).transform(({ value }) => value)

/** `10.50` for 1050. */
export const decimalOf = (cents: number) => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const money = (cents: number) => ({ currency_code: 'USD', value: decimalOf(cents) })

/** What PayPal keeps of a payment: 3.49 % and 49 cents, rounded to the nearest cent. */
export const feeOf = (cents: number) => Math.min(Math.round((cents * 349) / 10_000) + 49, cents)

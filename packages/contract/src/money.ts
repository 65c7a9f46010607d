/**
 * Money is a whole number of cents, everywhere. On the wire and in the browser it is an integer `number`, in the
 * server a `bigint`. No value in dollars exists outside a formatted text.
 */
import * as z from 'zod/mini'
import { MAX_CENTS } from './money-bounds.ts'

/** Makes checked cents of a `bigint` or an integer `number`; throws `RangeError` on fractions and on amounts out of bounds. */
export const cents = (value: bigint | number): bigint => {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`not a whole number of cents: ${value}`)
  const amount = BigInt(value)
  if (amount > BigInt(MAX_CENTS) || amount < -BigInt(MAX_CENTS)) throw new RangeError(`cents out of bounds: ${amount}`)
  return amount
}

/** Basis points of an amount, rounded half up to the cent; for amounts of zero and more. */
export const percentHalfUp = (amount: bigint, bps: number): bigint =>
  cents((2n * amount * BigInt(bps) + 10_000n) / 20_000n)

/** As it goes over the wire. */
export const wireCents = (amount: bigint): number => {
  const value = Number(amount)
  if (!Number.isSafeInteger(value)) throw new RangeError(`cents too large for the wire: ${amount}`)
  return value
}

const invalidAmount = 'invalidAmount'

/** An amount in a request: a positive whole number of cents. */
export const AmountIn = z.number(invalidAmount).check(
  z.refine((value) => Number.isInteger(value), invalidAmount),
  z.gte(1, invalidAmount),
  z.lte(MAX_CENTS, invalidAmount),
)

/** What the payer was shown; a different total is refused instead of charged. */
export const ExpectedTotalChargeIn = z.optional(AmountIn)

/** A card amount must be more than one dollar. */
export const CARD_MINIMUM_CENTS = 101

/** Bounds of a withdrawal, both included. */
export const WITHDRAW_MINIMUM_CENTS = 2_000
export const WITHDRAW_MAXIMUM_CENTS = 1_000_000

/** An amount in an answer: cents, of either sign. */
export const CentsOut = z.int()

export const CURRENCIES = ['USD'] as const
export const CurrencyIn = z.enum(CURRENCIES, 'invalidCurrency')
export const CurrencyOut = z.enum(CURRENCIES)

/** PayPal writes money as decimal text. It is turned by text alone: no amount is ever a floating-point number. */

/** `1050n` is `10.50`. */
export const decimalOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The cents of a decimal with at most two places, as PayPal writes US dollars; null for anything else. */
export const centsOf = (value: unknown): bigint | null => {
  const parts = typeof value === 'string' ? /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(value) : null
  if (!parts) return null
  const [, minus = '', whole = '', fraction = ''] = parts
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return minus === '' ? cents : -cents
}

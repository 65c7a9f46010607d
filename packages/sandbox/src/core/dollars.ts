import { text } from './shape.ts'

/** What a person types into a field for dollars: at least a cent. */
export const dollars = text({
  max: 12,
  pattern: /^(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/,
  expected: 'an amount such as 101.00',
})

/** The cents of such a text, by way of its digits. */
export const centsOf = (amount: string): number => {
  const [whole = '0', part = ''] = amount.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$10.50` for 1050. */
export const shownDollars = (cents: number): string => usd.format(cents / 100)

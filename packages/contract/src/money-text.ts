/** Money as people write and read it. Knows no schemas, so that a screen that only shows amounts stays small. */
import { MAX_CENTS } from './money-bounds.ts'

/**
 * Reads what a person typed as dollars ("12.30", "1,234", "$5") into cents without ever passing through a float.
 * @returns cents, or null when the text is no amount (more than two decimals, letters, a sign, too large)
 */
export const parseMoney = (text: string, decimal: '.' | ',' = '.'): number | null => {
  const group = decimal === '.' ? ',' : '.'
  const plain = text.trim().replace(/^\$/, '').replaceAll(/\s/g, '').replaceAll(group, '')
  const match = /^(\d{1,10})(?:[.,](\d{0,2}))?$/.exec(plain)
  if (!match) return null
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value <= MAX_CENTS ? value : null
}

/** The one way to show money: cents in, a text of the language out. Every language shows US dollars with the plain sign. */
export const formatMoney = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(
    value / 100,
  )

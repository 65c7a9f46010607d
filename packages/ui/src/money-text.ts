/**
 * Amounts as text. A text on its way to being an amount ("1,234.") is no number, so it is kept as text and turned into
 * whole cents by its digits alone; no float ever holds money.
 *
 * Point and comma swap roles between languages, and people type and paste either. A field therefore shows amounts in
 * one form: dollars in groups, the language's decimal mark, up to two digits of cents. The one liberty is the other
 * mark, which stays as typed while it can only mean cents ("12,5" in English). Whatever cannot be read in exactly one
 * way is refused, never guessed.
 */
export type Separators = { decimal: string; group: string }

/** An amount taken apart: digits, the mark between them as typed, digits. */
export type AmountParts = { whole: string; mark: string; fraction: string }

export const CENT_DIGITS = 2
const GROUP_DIGITS = 3

export const separatorsOf = (locale: string): Separators => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.8)
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}

/** Of point and comma, the one that is not the language's decimal mark. */
export const otherMark = ({ decimal }: Separators): string => (decimal === ',' ? '.' : ',')

/** How a field shows an amount. */
export const textOfParts = ({ whole, mark, fraction }: AmountParts, { group }: Separators): string =>
  whole.replaceAll(/\B(?=(\d{3})+$)/g, group) + mark + fraction

const split = (text: string, at: number): AmountParts => ({
  whole: text.slice(0, at).replaceAll(/\D/g, ''),
  mark: text.charAt(at),
  fraction: text.slice(at + 1),
})

/** Takes apart a text that a field shows. Its last group of exactly three digits is dollars, any other tail is cents. */
export const partsOfText = (text: string, separators: Separators): AmountParts => {
  const decimalAt = text.indexOf(separators.decimal)
  if (decimalAt >= 0) return split(text, decimalAt)
  const other = otherMark(separators)
  const otherAt = text.lastIndexOf(other)
  const isGroup = other === separators.group && text.length - otherAt - 1 === GROUP_DIGITS
  return split(text, otherAt < 0 || isGroup ? text.length : otherAt)
}

/** Whole cents of a text that a field shows; null while it holds no digit. */
export const centsOfText = (text: string, separators: Separators): number | null => {
  const { whole, fraction } = partsOfText(text, separators)
  if (whole === '' && fraction === '') return null
  return Number(whole) * 100 + Number(fraction.padEnd(CENT_DIGITS, '0'))
}

/** The text of a value that was not typed: two decimals unless it is whole dollars. */
export const textOfCents = (value: number | null, separators: Separators): string => {
  if (value === null) return ''
  const digits = String(value).padStart(CENT_DIGITS + 1, '0')
  const [whole, fraction] = [digits.slice(0, -CENT_DIGITS), digits.slice(-CENT_DIGITS)]
  return fraction === '00'
    ? textOfParts({ whole, mark: '', fraction: '' }, separators)
    : textOfParts({ whole, mark: separators.decimal, fraction }, separators)
}

/** The text of a value once its field is left: cents that were typed stay, ".00" too, in the language's own form. */
export const leftText = (typed: string, value: number | null, separators: Separators): string => {
  const { whole, fraction } = partsOfText(typed, separators)
  if (value === null || fraction === '') return textOfCents(value, separators)
  const cents = {
    whole: whole === '' ? '0' : whole,
    mark: separators.decimal,
    fraction: fraction.padEnd(CENT_DIGITS, '0'),
  }
  return textOfParts(cents, separators)
}

const CURRENCY_BEFORE = /^(?:US\$|USD|\$)\s*/i
const CURRENCY_AFTER = /\s*(?:US\$|USD|\$)$/i
/** Digits, at most one mark, at most two digits after it. */
const UNGROUPED = /^(\d*)[.,]?((?<=[.,])\d{0,2})?$/
/** Dollars in groups of three, all with the same mark between them, then perhaps cents after another mark. */
const GROUPED = /^([1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{0,2}))?$/

/**
 * A whole amount from outside the field (pasted, filled in), in any common way of writing.
 * @returns null when it is no amount of dollars, or could be two ("1.234" where the point is the decimal mark)
 */
export const readAmount = (text: string, separators: Separators): AmountParts | null => {
  // Full-width digits and no-break spaces become plain ones.
  const plain = text.normalize('NFKC').trim().replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '')
  if (!/\d/.test(plain)) return null
  const [, ungrouped, cents = ''] = UNGROUPED.exec(plain) ?? []
  if (ungrouped !== undefined) return parts(ungrouped, cents, separators)
  const [, grouped, mark, fraction] = GROUPED.exec(plain) ?? []
  if (grouped === undefined) return null
  const isCertain = fraction !== undefined || mark !== separators.decimal || grouped.split(mark).length > 2
  return isCertain ? parts(grouped.replaceAll(/\D/g, ''), fraction ?? '', separators) : null
}

/** Dollars without needless zeros in front. */
export const trimmed = (whole: string): string => whole.replace(/^0+(?=\d)/, '')

const parts = (whole: string, fraction: string, { decimal }: Separators): AmountParts => ({
  whole: trimmed(whole),
  mark: fraction === '' ? '' : decimal,
  fraction,
})

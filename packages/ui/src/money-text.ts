/**
 * Amounts as they are typed. A text on its way to being an amount ("1,234.") is no number, so it is kept as text and
 * turned into whole cents by its digits alone; no float ever holds money. Point and comma change roles between
 * languages, and people type and paste either: what cannot be read without doubt is refused, never guessed.
 */
export type Separators = { decimal: string; group: string }

export const separatorsOf = (locale: string): Separators => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.8)
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}

const groupDigits = (digits: string, group: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, group)

const join = (integer: string, fraction: string | null, { decimal, group }: Separators): string => {
  if (integer === '' && fraction === null) return ''
  const whole = groupDigits(integer.replace(/^0+(?=\d)/, '') || '0', group)
  return fraction === null ? whole : `${whole}${decimal}${fraction}`
}

/** The amount a field shows for a value set from outside: two decimals unless it is whole dollars. */
export const textOfCents = (value: number | null, separators: Separators): string => {
  if (value === null) return ''
  const digits = String(value).padStart(3, '0')
  const fraction = digits.slice(-2)
  return join(digits.slice(0, -2), fraction === '00' ? null : fraction, separators)
}

/** Whole cents of a text made by `typed` or `pasted`; null while it holds no digit. */
export const centsOfText = (text: string, { decimal }: Separators): number | null => {
  const at = text.indexOf(decimal)
  const integer = (at < 0 ? text : text.slice(0, at)).replaceAll(/\D/g, '')
  const fraction = at < 0 ? '' : text.slice(at + decimal.length).replaceAll(/\D/g, '')
  if (integer === '' && fraction === '') return null
  return Number(integer) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
}

/**
 * The text after an edit. Grouping marks of the previous text count for nothing; one more of them than before was just
 * typed, and a person who types the other mark means the decimal one.
 * @returns null when the edit is to be ignored (too many digits)
 */
export const typed = (next: string, previous: string, separators: Separators, maxDigits: number): string | null => {
  const { decimal, group } = separators
  let text = next
  const other = decimal === ',' ? '.' : ','
  const marks = (value: string) => value.split(other).length - 1
  if (!text.includes(decimal) && (group === other ? marks(text) > marks(previous) : marks(text) > 0)) {
    const at = text.lastIndexOf(other)
    text = `${text.slice(0, at)}${decimal}${text.slice(at + 1)}`
  }
  const at = text.indexOf(decimal)
  const integer = (at < 0 ? text : text.slice(0, at)).replaceAll(/\D/g, '')
  const fraction =
    at < 0
      ? null
      : text
          .slice(at + 1)
          .replaceAll(/\D/g, '')
          .slice(0, 2)
  if (integer.replace(/^0+/, '').length > maxDigits) return null
  return join(integer, fraction, separators)
}

/**
 * A whole amount from the clipboard, in either way of writing.
 * @returns null when it is no amount or could be two ("1.234" where the point is the decimal mark)
 */
export const pasted = (clipboard: string, separators: Separators, maxDigits: number): string | null => {
  const plain = clipboard.replaceAll(/[\s$]|USD?/g, '').replaceAll(/['’]/g, '')
  if (!/^\d[\d.,]*$/.test(plain)) return null
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const mark = last < 0 ? '' : plain.charAt(last)
  const tail = last < 0 ? '' : plain.slice(last + 1)
  const repeated = mark !== '' && plain.indexOf(mark) !== last
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain)

  const isGroup = grouped && (repeated || mark !== separators.decimal) && !(plain.includes('.') && plain.includes(','))
  const head = last < 0 || isGroup ? plain : plain.slice(0, last)
  if (mark !== '' && !isGroup && (repeated || tail.length > 2)) return null
  if (/[.,]/.test(head) && !isGroup && !/^\d{1,3}(?:[.,]\d{3})+$/.test(head)) return null
  const integer = head.replaceAll(/\D/g, '')
  if (integer.replace(/^0+/, '').length > maxDigits) return null
  return join(integer, last < 0 || isGroup ? null : tail, separators)
}

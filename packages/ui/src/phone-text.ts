/**
 * A US phone number while it is typed. Only its spacing is ours: a text that cannot be such a number (another country's,
 * too many digits, letters) stays exactly as it was typed and is handed on like that, so that it is refused. A number
 * cut or altered to fit would be another person's.
 */
const NATIONAL_DIGITS = 10
const FORM = /^\+?[\d\s()./\u2010-\u2015-]*$/
const COUNTS = /[+\d]/

/** Full-width digits and no-break spaces count as plain ones. */
const plainOf = (text: string): string => text.normalize('NFKC')

type Parts = { country: '' | '1' | '+1'; national: string }

/** Up to ten national digits and how the country code was typed; null when this cannot become a US number. */
const partsOf = (text: string): Parts | null => {
  const plain = plainOf(text).trim()
  if (!FORM.test(plain)) return null
  const digits = plain.replaceAll(/\D/g, '')
  const hasCode = digits.startsWith('1')
  // No area code begins with 1, so a first 1 is the country code with or without its plus.
  const national = hasCode ? digits.slice(1) : digits
  if (national.length > NATIONAL_DIGITS || (plain.startsWith('+') && !hasCode)) return null
  return { country: plain.startsWith('+') ? '+1' : hasCode ? '1' : '', national }
}

const shaped = (digits: string): string => {
  if (digits.length <= 3) return digits
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

const spaced = (text: string): string => {
  const parts = partsOf(text)
  if (parts === null) return text
  return [parts.country, shaped(parts.national)].filter((part) => part !== '').join(' ')
}

/** Whether it can still become a US number. */
export const isUsPhone = (text: string): boolean => partsOf(text) !== null || plainOf(text).trim() === '+'

/** Whether the text says its country, so that the field need not. */
export const saysCountry = (text: string): boolean => partsOf(text)?.country !== ''

/** What a form gets: `+1` and up to ten digits, nothing for nothing, and a text that is no US number as it is. */
export const phoneOfText = (text: string): string => {
  const parts = partsOf(text)
  if (parts === null) return text.trim()
  return parts.national === '' ? '' : `+1${parts.national}`
}

/** How a value that was not typed is shown, beside the field's own `+1`. */
export const textOfPhone = (value: string): string => {
  const parts = partsOf(value)
  return parts === null ? value : shaped(parts.national)
}

/** The text after an edit, with the caret behind the same digit as before. */
export const spacedEdit = (text: string, caret: number): { text: string; caret: number } => {
  const next = spaced(text)
  if (next === text) return { text, caret }
  const counts = (part: string) => Array.from(plainOf(part)).filter((character) => COUNTS.test(character)).length
  const wanted = counts(text.slice(0, caret))
  let place = 0
  while (place < next.length && counts(next.slice(0, place)) < wanted) place += 1
  return { text: next, caret: place }
}

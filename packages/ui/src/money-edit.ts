/**
 * One edit of an amount, as a rule without a field. It holds three promises: what is shown is what is meant (the value
 * is read from the shown text alone); no digit crosses the decimal mark unless the person types a mark; and an edit
 * that cannot be taken whole is refused with its reason. A refused text stays in the field as typed and is no amount
 * until it can be read as one: dropping the refused key would make another amount of what was typed.
 *
 * Groups are the field's own doing: deleting a group mark deletes the digit beside it. A typed mark is a decimal mark,
 * with one exception: a comma followed by three digits, in a language that groups by comma, turns out to be a group.
 */
import {
  CENT_DIGITS,
  otherMark,
  partsOfText,
  readAmount,
  textOfParts,
  trimmed,
  type AmountParts,
  type Separators,
} from './money-text.ts'

/** Why an edit was refused: a third digit of cents, too many dollars, or no amount that can be read in one way. */
export type AmountProblem = 'cents' | 'tooLong' | 'unreadable'

export type AmountRules = Separators & {
  /** Most digits before the decimal mark. */
  maxDigits: number
}

/** What a browser made of a text: the text, the caret, and the kind of the edit (`InputEvent.inputType`). */
export type RawEdit = { text: string; caret: number; inputType?: string | undefined }

export type AmountEdit = { text: string; caret: number; problem?: AmountProblem }

/** What an edit leads to; `at` is the caret among the characters that count (digits and decimal mark, not groups). */
type Taken = { parts: AmountParts; at: number }
type Outcome = Taken | { problem: AmountProblem } | 'ignored'

/** Keys that belong to common ways of writing an amount and mean nothing: a currency sign, a space or mark of groups. */
const IDLE = /[\s$'’]/

const commonStart = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** The part of the old text that was replaced, and by what. An edit leaves all behind the caret as it was. */
const difference = (before: string, { text, caret }: RawEdit) => {
  const behind = text.slice(caret)
  const isKept = before.endsWith(behind)
  const end = isKept ? before.length - behind.length : before.length
  const head = isKept ? text.slice(0, caret) : text
  const start = commonStart(before.slice(0, end), head)
  return { start, end, inserted: head.slice(start) }
}

/** How many of the characters before a place of the text count. */
const countedBefore = (text: string, place: number, { mark, fraction }: AmountParts): number => {
  const isPastMark = mark !== '' && place >= text.length - fraction.length
  return text.slice(0, place).replaceAll(/\D/g, '').length + (isPastMark ? 1 : 0)
}

/** The place in the text behind the first `count` characters that count. */
const placeOf = ({ parts, at }: Taken, rules: AmountRules): number => {
  const text = textOfParts(parts, rules)
  let place = 0
  while (countedBefore(text, place, parts) < at) place += 1
  return place
}

const raw = ({ whole, mark, fraction }: AmountParts): string => whole + mark + fraction

/** Without the characters from `start` to `end`. The mark stays while there are cents for it to stand before. */
const without = ({ whole, mark, fraction }: AmountParts, start: number, end: number): AmountParts => {
  const cut = (digits: string, offset: number) =>
    digits.slice(0, Math.max(0, start - offset)) + digits.slice(Math.max(0, end - offset))
  const cents = cut(fraction, whole.length + mark.length)
  const isMarkCut = start <= whole.length && end > whole.length
  return { whole: cut(whole, 0), mark: isMarkCut && cents === '' ? '' : mark, fraction: cents }
}

/** Zeros in front go, and the caret with them. */
const settled = ({ parts, at }: Taken): Taken => {
  const whole = trimmed(parts.whole)
  return { parts: { ...parts, whole }, at: Math.max(0, at - (parts.whole.length - whole.length)) }
}

const remove = (parts: AmountParts, start: number, end: number, isForward: boolean): Outcome => {
  const { whole, mark, fraction } = parts
  // Only a group mark was deleted: what was meant is the digit beside it.
  if (start === end) {
    return isForward
      ? settled({ parts: without(parts, start, start + 1), at: start })
      : settled({ parts: without(parts, start - 1, start), at: start - 1 })
  }
  const isMarkAlone = mark !== '' && start === whole.length && end === start + 1
  // Without its mark "12.50" would be 1250: the caret steps over it instead.
  if (isMarkAlone && fraction !== '') return { parts, at: isForward ? end : start }
  return settled({ parts: without(parts, start, end), at: start })
}

const insertDigit = (parts: AmountParts, at: number, digit: string, rules: AmountRules): Outcome => {
  const { whole, mark, fraction } = parts
  if (mark === '' || at <= whole.length) {
    return { parts: { ...parts, whole: whole.slice(0, at) + digit + whole.slice(at) }, at: at + 1 }
  }
  const place = at - whole.length - mark.length
  const cents = fraction.slice(0, place) + digit + fraction.slice(place)
  if (cents.length <= CENT_DIGITS) return { parts: { ...parts, fraction: cents }, at: at + 1 }
  // "12,345": the comma was a group after all.
  const isGroup = mark === rules.group && place === CENT_DIGITS && Number(whole) > 0
  return isGroup ? { parts: { whole: whole + cents, mark: '', fraction: '' }, at } : { problem: 'cents' }
}

const insertMark = (parts: AmountParts, at: number, typed: string, { group }: AmountRules): Outcome => {
  const { whole, mark, fraction } = parts
  if (mark === '') {
    const behind = whole.length - at
    // The group mark that was typed is there already.
    if (typed === group && at > 0 && behind > 0 && behind % 3 === 0) return { parts, at }
    if (behind > CENT_DIGITS) return { problem: 'unreadable' }
    return { parts: { whole: whole.slice(0, at), mark: typed, fraction: whole.slice(at) }, at: at + 1 }
  }
  if (at === whole.length) return { parts, at: at + 1 }
  if (fraction === '') return { parts: { ...parts, mark: typed }, at }
  return { problem: 'unreadable' }
}

const insertWhole = (parts: AmountParts, start: number, end: number, text: string, rules: AmountRules): Outcome => {
  const before = raw(parts)
  const amount = readAmount(before.slice(0, start) + text + before.slice(end), rules)
  if (amount === null) return { problem: 'unreadable' }
  return { parts: amount, at: Math.max(0, raw(amount).length - (before.length - end)) }
}

const insert = (parts: AmountParts, start: number, end: number, typed: string, rules: AmountRules): Outcome => {
  if (typed.length > 1) return insertWhole(parts, start, end, typed, rules)
  const rest = without(parts, start, end)
  if (/\d/.test(typed)) {
    const outcome = insertDigit(rest, start, typed, rules)
    return typeof outcome === 'object' && 'parts' in outcome ? settled(outcome) : outcome
  }
  if (typed === rules.decimal || typed === otherMark(rules)) return insertMark(rest, start, typed, rules)
  return IDLE.test(typed) ? 'ignored' : { problem: 'unreadable' }
}

/** The amount after an edit of the shown text `before`. */
export const edited = (before: string, edit: RawEdit, rules: AmountRules): AmountEdit => {
  if (edit.text === before) return { text: before, caret: edit.caret }
  const parts = partsOfText(before, rules)
  const after = {
    ...edit,
    text: edit.text.replaceAll(/[\uFF0C\uFF0E\uFF10-\uFF19]/g, (wide) => wide.normalize('NFKC')),
  }
  const { start, end, inserted } = difference(before, after)
  const [from, to] = [countedBefore(before, start, parts), countedBefore(before, end, parts)]
  const isForward = edit.inputType?.endsWith('Forward') ?? false
  const outcome = inserted === '' ? remove(parts, from, to, isForward) : insert(parts, from, to, inserted, rules)

  const unchanged = { text: before, caret: end }
  if (outcome === 'ignored') return unchanged
  if ('problem' in outcome) return { ...unchanged, problem: outcome.problem }
  if (outcome.parts.whole.length > rules.maxDigits) return { ...unchanged, problem: 'tooLong' }
  return { text: textOfParts(outcome.parts, rules), caret: placeOf(outcome, rules) }
}

/** The amount of a text that replaces the field's whole content; null with its reason when it is refused. */
export const replaced = (text: string, rules: AmountRules): { text: string } | { problem: AmountProblem } => {
  const amount = readAmount(text, rules)
  if (amount === null) return { problem: 'unreadable' }
  return amount.whole.length > rules.maxDigits ? { problem: 'tooLong' } : { text: textOfParts(amount, rules) }
}

/** Whether it is a number with more digits than an amount has, wherever the marks of its groups stand. */
const hasTooManyDigits = (text: string, { group, decimal, maxDigits }: AmountRules): boolean => {
  const [whole = ''] = text.replaceAll(group, '').split(decimal)
  return /^\d+$/.test(whole) && whole.length > maxDigits
}

/** The amount of a refused text after one more edit of it: an amount again, none at all, or still refused. */
export const reread = (text: string, rules: AmountRules): { text: string } | { problem: AmountProblem } => {
  if (text === '') return { text }
  const next = replaced(text, rules)
  // Typed on, the marks stand where they stood before the digit too many.
  if ('problem' in next && hasTooManyDigits(text, rules)) return { problem: 'tooLong' }
  // Of "1.234," the comma counts: cents are about to follow.
  const isMarkNext = 'text' in next && /[.,]$/.test(text) && !next.text.includes(rules.decimal)
  return isMarkNext ? { text: next.text + rules.decimal } : next
}

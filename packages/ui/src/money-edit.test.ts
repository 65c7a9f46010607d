import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edited, replaced, reread, type AmountEdit } from './money-edit.ts'
import { centsOfText, partsOfText, readAmount, separatorsOf, textOfCents, textOfParts, trimmed } from './money-text.ts'

const en = { ...separatorsOf('en-US'), maxDigits: 7 }
const de = { ...separatorsOf('es-ES'), maxDigits: 7 }
type Rules = typeof en

/** What a browser hands over when keys are pressed with this much selected. `<` is backspace, `>` is delete. */
const press = (
  text: string,
  key: string,
  from: number,
  to: number,
): { text: string; caret: number; inputType: string } => {
  const [head, tail] = [text.slice(0, from), text.slice(to)]
  if (key === '<') {
    const kept = from === to ? head.slice(0, -1) : head
    return { text: kept + tail, caret: kept.length, inputType: 'deleteContentBackward' }
  }
  if (key === '>') {
    const kept = from === to ? tail.slice(1) : tail
    return { text: head + kept, caret: head.length, inputType: 'deleteContentForward' }
  }
  return { text: head + key + tail, caret: from + key.length, inputType: 'insertText' }
}

const strike = (field: AmountEdit, keys: string, rules: Rules = en): AmountEdit => {
  let now = field
  for (const key of keys) now = edited(now.text, press(now.text, key, now.caret, now.caret), rules)
  return now
}
const typed = (keys: string, rules: Rules = en) => strike({ text: '', caret: 0 }, keys, rules)

/** A field with its caret, `1,2|34`, or its selection, `1[,2]34`. */
const parse = (picture: string) => {
  const from = picture.search(/[|[]/)
  const to = picture.includes(']') ? picture.indexOf(']') - 1 : from
  return { text: picture.replaceAll(/[|[\]]/g, ''), from, to }
}
const picture = ({ text, caret }: AmountEdit) => `${text.slice(0, caret)}|${text.slice(caret)}`
const onField = (before: string, key: string, rules: Rules = en) => {
  const { text, from, to } = parse(before)
  return edited(text, press(text, key, from, to), rules)
}

test.each([
  ['1234.56', '1,234.56', 123456],
  ['12.50', '12.50', 1250],
  ['12,50', '12,50', 1250],
  ['.50', '.50', 50],
  ['.99', '.99', 99],
  [',50', ',50', 50],
  ['0.05', '0.05', 5],
  ['1,234', '1,234', 123400],
  ['12,345.67', '12,345.67', 1234567],
  ['1,234,567', '1,234,567', 123456700],
  ['1,234,5', '1,234,5', 123450],
  ['007', '7', 700],
  ['12,.5', '12.5', 1250],
  ['$1 234', '1,234', 123400],
  ['１２．５', '12.5', 1250],
])('typing %s shows %s', (keys, text, cents) => {
  const field = typed(keys)
  expect(field).toEqual({ text, caret: text.length })
  expect(centsOfText(field.text, en)).toBe(cents)
})

test.each([
  ['1234,5', '1.234,5', 123450],
  ['12.50', '12.50', 1250],
  ['1.234,5', '1.234,5', 123450],
])('where the comma is the decimal mark, typing %s shows %s', (keys, text, cents) => {
  expect(typed(keys, de).text).toBe(text)
  expect(centsOfText(text, de)).toBe(cents)
})

test.each([
  ['12.345', '12.34', 'cents'],
  [',500', ',50', 'cents'],
  ['0,500', '0,50', 'cents'],
  ['12,50.', '12,50', 'unreadable'],
  ['1.5,', '1.5', 'unreadable'],
  ['-', '', 'unreadable'],
  ['1e', '1', 'unreadable'],
  ['12345678', '1,234,567', 'tooLong'],
  ['12345,678', '12,345,67', 'tooLong'],
])('the last key of %s is refused and leaves %s', (keys, text, problem) => {
  expect(typed(keys)).toMatchObject({ text, problem })
})

test.each([
  ['1|234', '9', '19|,234'],
  ['|1,234', '9', '9|1,234'],
  ['1,|234', '<', '|234'],
  ['1|,234', '>', '1|34'],
  ['12,|345', '<', '1|,345'],
  ['1,234|', '<', '123|'],
  ['12.|50', '<', '12|.50'],
  ['12|.50', '>', '12.|50'],
  ['12.|', '<', '12|'],
  ['12,|', '<', '12|'],
  ['12,50|', '<', '12,5|'],
  ['1[2.5]0', '<', '1|.0'],
  ['1[2.5]0', '7', '17|.0'],
  ['1[2.50]', '<', '1|'],
  ['[1,234.56]', '<', '|'],
  ['[1,234.56]', '9', '9|'],
  ['[1,234.56]', '.', '.|'],
  ['1[,2]34', '<', '1|34'],
  ['[1]00.50', '<', '|0.50'],
  ['12|50', '.', '12.|50'],
  ['1,2|50', ',', '12,|50'],
  ['12|.50', '.', '12.|50'],
  ['1|,234', ',', '1|,234'],
  ['1.|5', '2', '1.2|5'],
  ['|', ' ', '|'],
])('%s and the key "%s" give %s', (before, key, after) => {
  expect(picture(onField(before.replace('1|234', '1|,234'), key))).toBe(after)
})

test.each([
  ['1|,234', '.', 'unreadable'],
  ['12,|345', '.', 'unreadable'],
  ['1.|50', '2', 'cents'],
  ['12,|50', '3', 'cents'],
  ['1|,234,567', '9', 'tooLong'],
  ['12|', '1.234', 'unreadable'],
])('%s refuses "%s" and stays as it is', (before, key, problem) => {
  const { text } = parse(before)
  expect(onField(before, key)).toMatchObject({ text, problem })
})

test.each([
  ['1.234', { problem: 'unreadable' }],
  ['1.234,', { text: '1,234.' }],
  ['1.234,5', { text: '1,234.5' }],
  ['1.234.567', { text: '1,234,567' }],
  ['12.34', { text: '12.34' }],
  ['-5', { problem: 'unreadable' }],
  ['1e3', { problem: 'unreadable' }],
  ['1.5.5', { problem: 'unreadable' }],
  ['12345678', { problem: 'tooLong' }],
  // As typed on after the eighth digit: the field's own marks stand where they stood.
  ['1,234,56789', { problem: 'tooLong' }],
  ['1,234,56789012345678901', { problem: 'tooLong' }],
  ['1,2345', { problem: 'unreadable' }],
  ['', { text: '' }],
])('a refused text that has become "%s" gives %o', (text, outcome) => {
  expect(reread(text, en)).toEqual(outcome)
})

test('a text that comes in one piece is read as one', () => {
  expect(onField('|', '12,50')).toEqual({ text: '12.50', caret: 5 })
  expect(onField('[5]', '1.234,56')).toEqual({ text: '1,234.56', caret: 8 })
  expect(onField('|', '1.234')).toMatchObject({ text: '', problem: 'unreadable' })
  expect(replaced('$1,000.25', en)).toEqual({ text: '1,000.25' })
  expect(replaced('12345678', en)).toEqual({ problem: 'tooLong' })
})

const rulesOf = fc.constantFrom(en, de)
const amounts = fc.nat(999_999_999)

test('every amount can be typed in every common way, and is what was meant', () => {
  fc.assert(
    fc.property(amounts, rulesOf, fc.boolean(), fc.boolean(), (cents, rules, isGrouped, isOther) => {
      const shown = textOfCents(cents, rules)
      const fraction = shown.includes(rules.decimal)
      // A group typed by hand, and cents after the mark of another language.
      const keys = isGrouped ? shown : shown.replaceAll(rules.group, '')
      const written = isOther && fraction ? keys.replace(rules.decimal, rules.group) : keys
      expect(centsOfText(typed(written, rules).text, rules)).toBe(cents)
    }),
  )
})

const keys = fc.constantFrom(...'0123456789.,<>'.split(''))
const strikes = fc.array(fc.record({ key: keys, from: fc.nat(14), length: fc.nat(4), jump: fc.boolean() }), {
  maxLength: 30,
})

const isSubsequence = (part: string, of: string): boolean => {
  let at = 0
  for (const character of of) if (character === part[at]) at += 1
  return at === part.length
}

test('whatever keys are struck, wherever: no digit changes sides unseen, and a refusal changes nothing', () => {
  fc.assert(
    fc.property(strikes, rulesOf, (all, rules) => {
      let field: AmountEdit = { text: '', caret: 0 }
      for (const { key, from, length, jump } of all) {
        const start = jump ? Math.min(from, field.text.length) : field.caret
        const end = jump ? Math.min(start + length, field.text.length) : start
        const [before, text] = [partsOfText(field.text, rules), field.text]
        field = edited(text, press(text, key, start, end), rules)
        const after = partsOfText(field.text, rules)

        expect(field.caret).toBeLessThanOrEqual(field.text.length)
        expect(after.fraction.length).toBeLessThanOrEqual(2)
        expect(after.whole.length).toBeLessThanOrEqual(7)
        // Pasted elsewhere, the shown text is the same amount.
        const copied = readAmount(field.text, rules)
        if (copied) expect(centsOfText(textOfParts(copied, rules), rules)).toBe(centsOfText(field.text, rules))
        if (field.problem !== undefined) expect(field.text).toBe(text)
        if (key === '<' || key === '>') {
          expect(isSubsequence(after.whole, before.whole)).toBe(true)
          expect(isSubsequence(after.fraction, before.fraction)).toBe(true)
        } else if (start === end) {
          expect(isSubsequence(trimmed(before.whole) + before.fraction, `0${after.whole}${after.fraction}`)).toBe(true)
        }
      }
    }),
    { numRuns: 500 },
  )
})

import { LANGUAGES } from '@puente/contract'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { catalogue, type Texts } from '../../build/texts.ts'

const leaves = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
  )

/** A message as it is compiled: a text, or texts among `[name, …]`, with choices by their cases and the content of tags. */
const namesIn = (message: unknown): string[] => {
  if (Array.isArray(message)) return message.flatMap((part) => (Array.isArray(part) ? namesOf(part) : []))
  return []
}
const namesOf = ([name, ...rest]: unknown[]): string[] => [
  String(name),
  ...namesIn(rest),
  ...rest.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part).flatMap(namesIn) : [])),
]

/** Names of placeholders and tags, each once, sorted. The words between which a text chooses are none. */
const holes = (text: string): string[] => [...new Set(namesIn(compile(text)))].toSorted()

const english = new Map(leaves(catalogue('en')))
const others = LANGUAGES.filter((language) => language !== 'en')

/** Proper names and words that are the same in Spanish; Korean keeps only names. */
const SAME = {
  es: ['common.appName', 'common.languages.en', 'common.languages.es', 'common.languages.ko', 'auth.offerKorean'],
  ko: ['common.appName', 'common.languages.en', 'common.languages.es', 'common.languages.ko', 'auth.offerKorean'],
}
/** Words that look alike in both languages; whoever adds one has read the text. Names of devices stay as they are. */
const COGNATES =
  /^(?:Total|No|Personal|Error|Zelle|PayPal|KYC|USD|Video|iPhone|iPad|Mac|Windows|Linux|Chromebook|CSV|OFX|PDF|Beancount|hledger, Ledger)$/

test.each(others)('P-25 %s has the keys of English, no more and no fewer', (language) => {
  expect(
    leaves(catalogue(language))
      .map(([key]) => key)
      .toSorted(),
  ).toEqual([...english.keys()].toSorted())
})

test.each(others)('P-25 every text of %s has the placeholders and tags of the English one', (language) => {
  const different = leaves(catalogue(language)).filter(([key, text]) => {
    return holes(text).join() !== holes(english.get(key) ?? '').join()
  })
  expect(different).toEqual([])
})

test.each(others)('P-25 no text of %s was left in English', (language) => {
  const same = leaves(catalogue(language))
    .filter(([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}|<[^>]*>/g, '')))
    .filter(([key, text]) => !SAME[language as 'es' | 'ko'].includes(key) && !COGNATES.test(text))
  expect(same).toEqual([])
})

test('P-25 every Korean text has Hangul, unless it is a name', () => {
  const without = leaves(catalogue('ko')).filter(
    ([key, text]) =>
      // What is made of blanks and signs alone is written alike in all languages.
      /\p{L}/u.test(text.replaceAll(/\{[^}]*\}/g, '')) &&
      !/\p{Script=Hangul}/u.test(text) &&
      !SAME.ko.includes(key) &&
      !COGNATES.test(text),
  )
  expect(without).toEqual([])
})

test('no text is empty or ends in a space', () => {
  const odd = LANGUAGES.flatMap((language) => leaves(catalogue(language))).filter(
    ([, text]) => text.trim() !== text || text === '',
  )
  expect(odd).toEqual([])
})

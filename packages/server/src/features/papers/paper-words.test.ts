import { expect, test } from 'vitest'
import en from '../../../texts/papers/en.json' with { type: 'json' }
import es from '../../../texts/papers/es.json' with { type: 'json' }
import ko from '../../../texts/papers/ko.json' with { type: 'json' }
import { paperWords } from './paper-words.ts'

const textsOf = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, one]) => textsOf(one, `${path}.${key}`))
/** Between which words a text chooses is a language's own; the blanks in them are not. */
const CHOICE = /\{(\w+), select,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+)\}/g
const ONE_OF_THEM = / \w+ \{((?:[^{}]|\{\w+\})*)\}/g
const withoutChoices = (text: string) =>
  text.replaceAll(CHOICE, (_, name: string, words: string) => `{${name}} ${words.replaceAll(ONE_OF_THEM, ' $1')}`)
const blanks = (text: string) =>
  [...new Set([...withoutChoices(text).matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].toSorted((one, other) =>
    one.localeCompare(other),
  )

test('every text of a paper exists in three languages, with the same blanks', () => {
  const other = [new Map(textsOf(es)), new Map(textsOf(ko))]
  for (const [path, text] of textsOf(en))
    for (const texts of other) expect([path, blanks(texts.get(path) ?? 'missing')]).toEqual([path, blanks(text)])
  for (const texts of other) expect(texts.size).toBe(textsOf(en).length)
})

test('a paper in two languages says everything in both, the same language twice is one', () => {
  const reader = { language: 'en', timeZone: 'America/New_York' } as const
  const both = paperWords(reader, { lang: 'ko-KR', otherLang: 'es' })
  expect(both.both('receipt.title')).toEqual(['영수증', 'Recibo'])
  expect(both.each((lang) => both.day('2026-11-24', lang))).toEqual(['2026년 11월 24일', '24 de noviembre de 2026'])
  const one = paperWords(reader, { otherLang: 'en-US' })
  expect([one.lang, one.otherLang, one.both('receipt.title')]).toEqual(['en', null, 'Receipt'])
  expect(one.moment('2026-11-24T11:12:00Z', 'en')).toMatch(/^Nov 24, 2026, 6:12\sAM EST$/)
})

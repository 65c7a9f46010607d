import { expect, test } from 'vitest'
import { countriesIn } from './countries.ts'

test('all 249 countries have one entry each, and a name of their own', () => {
  const countries = countriesIn('en-US')
  expect(new Set(countries.map(({ value }) => value)).size).toBe(249)
  expect(new Set(countries.map(({ label }) => label)).size).toBe(249)
  expect(countries.filter(({ value, label }) => value === label)).toEqual([])
})

test.each([
  ['en-US', 'Germany', 'Mexico'],
  ['es-US', 'Alemania', 'México'],
  ['ko-KR', '독일', '멕시코'],
])('in %s countries have the names and the order of that language', (locale, germany, mexico) => {
  const countries = countriesIn(locale)
  expect(countries.find(({ value }) => value === 'DE')?.label).toBe(germany)
  expect(countries.find(({ value }) => value === 'MX')?.label).toBe(mexico)
  const labels = countries.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted(new Intl.Collator(locale).compare))
})

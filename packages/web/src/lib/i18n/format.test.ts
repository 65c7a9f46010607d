import { zoneName } from '@puente/contract'
import { expect, test } from 'vitest'
import { formatsOf } from './format.ts'

const NOW = Date.parse('2026-11-20T22:00:00Z')
const recent = (language: 'en' | 'es' | 'ko', iso: string) =>
  formatsOf(language, 'America/New_York').recent(iso, NOW).replaceAll(/\s/g, ' ')

test.each([
  ['2026-11-20T21:53:00Z', 'Today 4:53 PM'],
  ['2026-11-20T05:01:00Z', 'Today 12:01 AM'],
  ['2026-11-20T04:59:00Z', 'Yesterday'],
  ['2026-11-16T15:00:00Z', 'Mon'],
  ['2026-11-14T15:00:00Z', 'Sat'],
  ['2026-11-13T15:00:00Z', 'Nov 13'],
  ['2026-11-03T15:00:00Z', 'Nov 3'],
  ['2025-11-03T15:00:00Z', 'Nov 3, 2025'],
  ['2026-11-22T15:00:00Z', 'Nov 22'],
])('the moment %s is called %s in a list', (iso, words) => {
  expect(recent('en', iso)).toBe(words)
})

test.each(['Pacific/Honolulu', 'America/New_York', 'Asia/Seoul', 'Pacific/Kiritimati'])(
  'EU-09 a birthday is the same day for a reader in %s',
  (zone) => {
    expect(formatsOf('en', zone).day('1990-03-01')).toBe('March 1, 1990')
    expect(formatsOf('es', zone).day('1990-03-01')).toBe('1 de marzo de 1990')
  },
)

test('the nearest days have words of each language', () => {
  expect(recent('es', '2026-11-19T15:00:00Z')).toBe('Ayer')
  expect(recent('ko', '2026-11-19T15:00:00Z')).toBe('어제')
})

test('a time zone is called what people call it', () => {
  const names = ['en-US', 'es-US', 'ko-KR'].map((locale) => zoneName('America/New_York', locale))
  expect(names).toEqual(['Eastern Time', 'hora oriental', '미 동부 시간'])
})

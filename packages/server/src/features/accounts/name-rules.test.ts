import { HANDLE } from '@puente/contract'
import { expect, test } from 'vitest'
import { emailKey, handleOf, maskEmail, maskPhone } from './name-rules.ts'

test.each([
  ['Maria López', 'maria.lopez-7f3k'],
  ["O'Brien", 'obrien-7f3k'],
  ['Ana-Lía  Núñez', 'ana.lia.nunez-7f3k'],
  ['김민수', 'kim.minsu-7f3k'],
  ['이 준', 'lee.jun-7f3k'],
  ['박서연', 'park.seoyeon-7f3k'],
  ['최영희 Anna', 'choeyeonghui.anna-7f3k'],
  ['李小龍', 'user-7f3k'],
  ['.', 'user-7f3k'],
  ['A', 'a-7f3k'],
  ['x'.repeat(100), `${'x'.repeat(30)}-7f3k`],
])('%s becomes the handle %s', (name, handle) => {
  expect(handleOf(name, '7f3k')).toBe(handle)
  expect(handle).toMatch(HANDLE)
})

test('contacts are shown without most of their characters', () => {
  expect(maskEmail('maria@example.com')).toBe('ma•••@example.com')
  expect(maskEmail('a@example.com')).toBe('•••@example.com')
  expect(maskPhone('+13055550123')).toBe('+1 ••• ••• 0123')
})

test('an address is one claim in whatever case it is typed', () => {
  expect(emailKey(' Maria@Example.COM ')).toBe('maria@example.com')
})

import { expect, test } from 'vitest'
import { FormError, parseForm } from './form.ts'

test('brackets become nested objects, pluses blanks, and escapes their characters', () => {
  expect(parseForm('a=1&b[c][d]=x+y%26z&l[0]=p&l[1]=q&m[]=r&m[]=s&e=')).toEqual({
    a: '1',
    b: { c: { d: 'x y&z' } },
    l: { 0: 'p', 1: 'q' },
    m: { 0: 'r', 1: 's' },
    e: '',
  })
})

test.each([
  'a[b=1',
  'a]b=1',
  '[a]=1',
  '=1',
  'a=1&a=2',
  'a=1&a[b]=2',
  'a[b]=1&a=2',
  'a=%E0%A4',
  'a[b][c][d][e][f][g]=1',
])('the malformed form %s is refused', (form) => {
  expect(() => parseForm(form)).toThrow(FormError)
})

test('names that would reach an object’s prototype are refused', () => {
  for (const name of ['__proto__[x]', 'a[__proto__][x]', 'constructor[prototype][x]']) {
    expect(() => parseForm(`${encodeURIComponent(name)}=1`)).toThrow(FormError)
  }
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

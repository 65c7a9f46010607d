import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const origin = 'http://localhost:3000'

test.each([
  ['/movements?x=1', '/movements?x=1'],
  ['/settings/language#top', '/settings/language#top'],
  ['/home', '/home'],
  ['/payments/send/puente/detail?to=usr_1&amount=5', '/payments/send/puente/detail?to=usr_1&amount=5'],
])('RT-02 a path of this application is followed: %s', (given, followed) => {
  expect(safeRedirect(given, origin)).toBe(followed)
})

test.each([
  'https://evil.example',
  '//evil',
  '//evil.example/home',
  '\\evil',
  '/\\evil.example',
  '/\t//evil',
  '\t//evil',
  ' //evil',
  '/\n/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '/api/auth/logout',
  '/.//evil.example',
  '',
  null,
  undefined,
  42,
])('RT-02 anything else is ignored: %j', (given) => {
  expect(safeRedirect(given, origin)).toBeNull()
})

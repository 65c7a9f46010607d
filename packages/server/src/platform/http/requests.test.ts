import { expect, test } from 'vitest'
import { acceptedLanguage, canonicalJson, bodyTrouble, isIdempotencyKey, knownTimeZone, networkOf } from './requests.ts'

test.each([
  ['es-MX,en;q=0.8', 'es'],
  ['en-US', 'en'],
  ['fr-FR,fr;q=0.9', 'en'],
  ['ko-KR,ko;q=0.9', 'ko'],
  [undefined, 'en'],
])('the header %s asks for %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

test('two ways to write the same body are the same request', () => {
  expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: 'x' })).toBe(canonicalJson({ a: 'x', b: [1, { d: 2 }] }))
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }))
})

test('a time zone that does not exist is not taken', () => {
  expect(knownTimeZone('Asia/Seoul')).toBe('Asia/Seoul')
  expect(knownTimeZone('Mars/Olympus')).toBeNull()
  expect(knownTimeZone(undefined)).toBeNull()
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2ff:1::9', '2001:db8:1:0200::/56'],
  ['::1', '0:0:0:0000::/56'],
  [undefined, 'gone'],
])('the address %s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a key has 16 to 64 visible characters', () => {
  expect(isIdempotencyKey('a'.repeat(16))).toBe(true)
  expect(isIdempotencyKey('a'.repeat(15))).toBe(false)
  expect(isIdempotencyKey('a'.repeat(65))).toBe(false)
  expect(isIdempotencyKey(`${'a'.repeat(20)} b`)).toBe(false)
})

test('a NUL or half a surrogate pair is found wherever it hides', () => {
  expect(bodyTrouble({ a: [{ b: 'x\u0000' }] })).toBe('brokenText')
  expect(bodyTrouble({ 'k\u0000': 1 })).toBe('brokenText')
  expect(bodyTrouble('\uD800')).toBe('brokenText')
  expect(bodyTrouble({ note: '커피 ☕ 👍', amount: 5 })).toBeNull()
})

test('a body may be as deep as a form and not as deep as its sender likes', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(bodyTrouble(nested(32))).toBeNull()
  expect(bodyTrouble(nested(33))).toBe('tooDeep')
  expect(bodyTrouble(nested(30_000))).toBe('tooDeep')
})

import { expect, test } from 'vitest'
import { amountIn, personLink } from '#shared/people/person-link.ts'
import { pathOfCode } from './scanned.ts'

const ORIGIN = 'https://puente.example'
const CODE = 'abcdefghjkmnpqrstvwx'

test.each([
  [`${ORIGIN}/pay/${CODE}`, `/pay/${CODE}`],
  [` ${ORIGIN}/PAY/${CODE.toUpperCase()}/ `, `/pay/${CODE}`],
  [`${ORIGIN}/u/maria.lopez-7f3k`, '/u/maria.lopez-7f3k'],
  [`${ORIGIN}/u/Maria.Lopez-7f3k?amount=25.00`, '/u/maria.lopez-7f3k?amount=25.00'],
])('%s is ours', (text, path) => expect(pathOfCode(text, ORIGIN)).toBe(path))

test.each([
  'https://evil.example/pay/abcdefghjkmnpqrstvwx',
  `https://puente.example.evil.example/pay/${CODE}`,
  `https://puente.example@evil.example/pay/${CODE}`,
  `http://puente.example/pay/${CODE}`,
  `${ORIGIN}/pay/short`,
  `${ORIGIN}/settings/account`,
  `${ORIGIN}/u/..%2Fsettings`,
  'javascript:alert(1)',
  'WIFI:S:home;P:secret;;',
  'maria.lopez-7f3k',
  '',
])('%s is not', (text) => expect(pathOfCode(text, ORIGIN)).toBeNull())

test('an amount in a personal link is read back to the cent', () => {
  for (const cents of [1, 9, 10, 99, 100, 2550, 999_999_999])
    expect(amountIn(new URL(personLink(ORIGIN, 'ana', cents)).search)).toBe(cents)
  expect(personLink(ORIGIN, 'ana', null)).toBe(`${ORIGIN}/u/ana`)
  for (const search of [
    '',
    '?amount=',
    '?amount=-5',
    '?amount=1e3',
    '?amount=1.234',
    '?amount=1.',
    '?amount=0',
    '?amount=12345678',
  ])
    expect(amountIn(search)).toBeNull()
})

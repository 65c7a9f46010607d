import { ERROR_CODES, LANGUAGES } from '@puente/contract'
import en from '@puente/contract/texts/en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { refusalMessage } from './refusal.ts'

const reasons = Object.entries<Record<string, string>>(en.reasons)
const withReasons = ERROR_CODES.flatMap((code) => [
  { code, details: {} },
  ...reasons
    .filter(([of]) => of === code)
    .flatMap(([, texts]) => Object.keys(texts).map((reason) => ({ code, details: { reason } }))),
])

test.each(LANGUAGES)(
  'the message of every refusal in %s is a finished sentence, whatever its details hold',
  (language) => {
    for (const { code, details } of withReasons) {
      const message = refusalMessage(code, details, language)
      expect(message, `${code} ${JSON.stringify(details)}`).not.toMatch(/[{}]|undefined|^$/)
      expect(message).not.toBe(code)
    }
  },
)

test.each([
  ['en', 'Daily limit for sending on Puente: $25.00 left, $1,200.00 more on Tue, Mar 31, 4:05 PM'],
  ['es', 'Límite diario de envíos en Puente: te quedan $25.00; el mar, 31 de mar, 4:05 p.m., $1,200.00 más'],
  ['ko', '하루 Puente 송금 한도: 지금 $25.00 남았고, 3월 31일 (화) 오후 4:05에 $1,200.00 더 늘어나요'],
] as const)(
  'amounts and moments of a message are written as readers of %s write them, in their own zone',
  (language, message) => {
    const details = {
      row: 'L-08',
      operation: 'inApp',
      window: '24h',
      limitCents: 250_000,
      usedCents: 247_500,
      leftCents: 2500,
      freesAt: '2026-03-31T20:05:00Z',
      freesCents: 120_000,
    }
    expect(refusalMessage('limitExceeded', details, language, 'America/New_York').replaceAll(/\s/gu, ' ')).toBe(message)
  },
)

test('a wait is written in words, and what is left of the week not as a raw number of cents', () => {
  expect(refusalMessage('tooManyRequests', { retryAfterSeconds: 90 }, 'en')).toBe(
    'Too many attempts. Try again in 2 minutes.',
  )
  expect(refusalMessage('maxWithdrawLimitReached', { leftCents: 31_240 }, 'en')).toBe(
    'Your remaining weekly withdrawal amount is $312.40',
  )
})

test('a reason that is the name of an inherited property is no text', () => {
  expect(refusalMessage('invalidType', { reason: 'constructor' }, 'en')).toBe("This option isn't available")
})

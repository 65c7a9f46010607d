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
  ['en', 'This goes over your limit. You have $25.00 left, and more from Mar 31, 2026, 4:05 PM.'],
  ['es', 'Esto supera tu límite. Ahora te quedan $25.00; a partir del 31 mar 2026, 4:05 p.m. tendrás más.'],
  ['ko', '한도를 넘는 금액이에요. 지금은 $25.00 남았고, 2026. 3. 31. 오후 4:05부터 더 쓸 수 있어요.'],
] as const)(
  'amounts and moments of a message are written as readers of %s write them, in their own zone',
  (language, message) => {
    const details = {
      row: 'L-08',
      limitCents: 250_000,
      usedCents: 247_500,
      leftCents: 2500,
      freesAt: '2026-03-31T20:05:00Z',
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

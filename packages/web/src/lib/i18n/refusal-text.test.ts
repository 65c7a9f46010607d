import { ERROR_CODES } from '@puente/contract'
import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import messages from 'virtual:texts/en'
import es from 'virtual:texts/es'
import ko from 'virtual:texts/ko'
import { ApiRefusal, ApiUnreachable } from '#lib/api/api-errors.ts'
import { formatsOf } from './format.ts'
import { refusalText, type LooseTranslator } from './refusal-text.ts'

const t = createTranslator({ locale: 'en', messages }) as unknown as LooseTranslator
const formats = formatsOf('en', 'America/New_York')
const text = (code: (typeof ERROR_CODES)[number], details = {}) =>
  refusalText(new ApiRefusal(code, 400, details), t, formats)

test.each(ERROR_CODES)('the code %s has words in every language, even without details', (code) => {
  for (const [locale, catalogue] of Object.entries({ en: messages, es, ko })) {
    const translate = createTranslator({ locale: locale as 'en', messages: catalogue }) as unknown as LooseTranslator
    const words = refusalText(new ApiRefusal(code, 400), translate, formats)
    expect(words).not.toMatch(/errors\.|common\.|[{}]/)
  }
})

test('amounts, waits and dates of the details are written as the reader does', () => {
  expect(text('maxWithdrawLimitReached', { leftCents: 123456 })).toBe(
    'Your remaining weekly withdrawal amount is $1,234.56',
  )
  expect(text('tooManyRequests', { retryAfterSeconds: 90 })).toBe('Too many attempts. Try again in 2 minutes.')
  const week = { leftCents: 312_40, freesAt: '2026-03-31T18:04:30.123Z', freesCents: 2_000_00 }
  // From the minute on that begins after the moment: at 2:04 PM it would still be refused.
  expect(text('limitExceeded', { ...week, operation: 'withdraw', window: '7d' })).toBe(
    'Weekly withdrawal limit: $312.40 left, $2,000.00 more on Tue, Mar 31, 2:05 PM',
  )
  expect(text('maxWithdrawLimitReached', week)).toBe(
    'Your remaining weekly withdrawal amount is $312.40. $2,000.00 more on Tue, Mar 31, 2:05 PM.',
  )
  expect(text('limitExceeded', { reason: 'transaction', limitCents: 100000 })).toBe(
    'You can move up to $1,000.00 at a time',
  )
})

test('a text whose blanks the details leave open gives way to a plainer one', () => {
  const day = { operation: 'inApp', window: '24h', leftCents: 25_00, freesAt: '2026-03-31T18:05:00Z', freesCents: null }
  const name = 'Daily limit for sending on Puente: $25.00 left'
  expect(text('limitExceeded', day)).toBe(`${name}. This amount fits from Tue, Mar 31, 2:05 PM.`)
  const most = { ...day, freesAt: null, mostCents: 1_000_00 }
  expect(text('limitExceeded', most)).toBe(`${name} now. The limit never allows more than $1,000.00 at once.`)
  expect(text('limitExceeded', { ...day, freesAt: null })).toBe(name)
  expect(text('limitExceeded', { leftCents: 25_00, freesAt: null })).toBe('This goes over your limit')
  expect(text('maxWithdrawLimitReached')).toBe('This goes over your limit')
})

test('a reason says it more exactly than its code', () => {
  expect(text('invalidAmount', { reason: 'cardMinimum' })).toBe('Try with more than 1$')
  expect(text('sessionClosed', { reason: 'idle' })).toBe('We logged you out because you were away for a while')
  expect(text('accountRestricted', { reason: 'frozen' })).toBe(
    'Your account is frozen, so no money can leave it. Settings, Account says why and what to do.',
  )
  const cooling = { reason: 'passwordReset', until: '2026-03-31T20:05:00Z', limitCents: 500_00, leftCents: 12_34 }
  expect(text('accountRestricted', cooling)).toBe(
    'You reset your password recently. Until Mar 31, 2026, 4:05 PM you can send up to $500.00 in 24 hours, with $12.34 left.',
  )
})

test('what has no words gets the generic text; no network says so', () => {
  expect(refusalText(new TypeError('secret'), t, formats)).toBe('Oops. Something went wrong')
  expect(refusalText(new ApiUnreachable('offline'), t, formats)).toBe('No Internet connection')
})

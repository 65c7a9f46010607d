import { ERROR_CODES } from '@puente/contract'
import type { LedgerCode } from '@puente/ledger'
import { expect, test } from 'vitest'
import { refusalOfBatch } from './batch-refusal.ts'

const told = (code: string) => {
  const { code: word, details } = refusalOfBatch({ refusal: { code, details: { account: 'settlement:card' } } })
  return { code: word, details }
}

test.each([
  ['insufficientFunds', 'senderUnsufficientFunds'],
  ['accountClosed', 'accountRestricted'],
  ['holdNotOpen', 'invalidTransactionId'],
  ['holdNotExpired', 'invalidTransactionId'],
  ['holdExists', 'invalidTransactionId'],
  ['holdExceeded', 'invalidAmount'],
  ['reversalExceeded', 'invalidAmount'],
  ['idempotencyConflict', 'idempotencyConflict'],
  ['answerExpired', 'idempotencyConflict', { reason: 'answerExpired', outcome: 'refused' }],
] as const satisfies [LedgerCode, string, object?][])(
  "the ledger's own %s becomes %s, without the ledger's details",
  (code, word, details?: object) => {
    expect(told(code)).toEqual({ code: word, details })
  },
)

test('a refusal of a participant is passed on as it is, with its details', () => {
  for (const code of ERROR_CODES.filter((one) => one !== 'idempotencyConflict'))
    expect(told(code)).toEqual({ code, details: { account: 'settlement:card' } })
})

test('an unknown code is a defect, and so is a name of Object.prototype', () => {
  for (const code of ['nobodyKnows', 'constructor', '__proto__']) expect(() => told(code)).toThrow(code)
})

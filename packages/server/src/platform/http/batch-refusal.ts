/** A refusal that was decided in the batch, in the words of the catalogue. */
import { ERROR_CODES, type ErrorCode } from '@puente/contract'
import type { LedgerCode, Refused } from '@puente/ledger'
import { type Details, Refusal } from './refusal.ts'

/** The ledger's own refusals. Their details name accounts and holds, which are no business of a caller. */
const LEDGER_CODES: Record<LedgerCode, [ErrorCode, Details?]> = {
  insufficientFunds: ['senderUnsufficientFunds'],
  accountClosed: ['accountRestricted'],
  holdNotOpen: ['invalidTransactionId'],
  holdNotExpired: ['invalidTransactionId'],
  holdExists: ['invalidTransactionId'],
  holdExceeded: ['invalidAmount'],
  reversalExceeded: ['invalidAmount'],
  idempotencyConflict: ['idempotencyConflict'],
  answerExpired: ['idempotencyConflict', { reason: 'answerExpired', outcome: 'refused' }],
}

const known: ReadonlySet<string> = new Set(ERROR_CODES)

const isLedgerCode = (code: string): code is LedgerCode => Object.hasOwn(LEDGER_CODES, code)
const isErrorCode = (code: string): code is ErrorCode => known.has(code)

/** Throws for a code that neither the ledger nor the catalogue has: a defect. */
export const refusalOfBatch = ({ refusal: { code, details } }: Pick<Refused, 'refusal'>): Refusal => {
  if (isLedgerCode(code)) return new Refusal(...LEDGER_CODES[code])
  if (isErrorCode(code)) return new Refusal(code, details)
  throw new Error(`a batch refused with ${code}, which the catalogue does not have`)
}

/** For a command accepted under the key so long ago that its answer is forgotten. It is not done again. */
export const acceptedLongAgo = (): Refusal =>
  new Refusal('idempotencyConflict', { reason: 'answerExpired', outcome: 'accepted' })

/** What the control records count: kept by writer and reader alike, compared by the reader. */
import type { Values } from './layout.ts'

export type Sums = { count: number; hash: bigint; debitCents: bigint; creditCents: bigint }

export const NO_SUMS: Sums = { count: 0, hash: 0n, debitCents: 0n, creditCents: 0n }

/** The last digit of a transaction code: 1 return, 2 payment and 3 trial of a credit, 6 to 8 the same of a debit. */
const CREDIT_CODES = /[123]$/

export const withEntry = (sums: Sums, { code = '', routing = '', amount = '0' }: Values, addenda: number): Sums => {
  const cents = BigInt(amount)
  const isCredit = CREDIT_CODES.test(code)
  return {
    count: sums.count + 1 + addenda,
    hash: sums.hash + BigInt(routing.slice(0, 8)),
    debitCents: sums.debitCents + (isCredit ? 0n : cents),
    creditCents: sums.creditCents + (isCredit ? cents : 0n),
  }
}

export const withSums = (a: Sums, b: Sums): Sums => ({
  count: a.count + b.count,
  hash: a.hash + b.hash,
  debitCents: a.debitCents + b.debitCents,
  creditCents: a.creditCents + b.creditCents,
})

/** As control records say it; of the hash the last ten digits. */
export const sumValues = ({ count, hash, debitCents, creditCents }: Sums) => ({
  count: String(count),
  hash: String(hash % 10n ** 10n),
  debit: String(debitCents),
  credit: String(creditCents),
})

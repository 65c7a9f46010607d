/** What a bank sends back about entries of ours: returns, and notifications that an account is to be written otherwise. */
import type { ReadEntry, ReadFile } from './read-file.ts'

export type Correction = {
  accountNumber: string | null
  routingNumber: string | null
  funding: 'checking' | 'savings' | null
}

export type SentBack = {
  /** Of the entry that we sent. */
  originalTrace: string
  amountCents: bigint
  /** Of the return itself: what makes it this one. */
  trace: string
} & ({ kind: 'return'; code: string; information: string } | { kind: 'notice'; code: string; correction: Correction })

const FUNDING: Readonly<Record<string, 'checking' | 'savings'>> = { '2': 'checking', '3': 'savings' }
const fundingOf = (code: string | undefined) => FUNDING[code?.[0] ?? ''] ?? null
const NONE: Correction = { accountNumber: null, routingNumber: null, funding: null }

/** The corrected data, split on blanks as the code says they stand; a code that corrects nothing of ours gives nothing. */
export const correctionOf = (code: string, corrected: string): Correction => {
  const [first = null, second = null, third] = corrected.split(/\s+/).filter((part) => part !== '')
  switch (code) {
    case 'C01':
      return { ...NONE, accountNumber: first }
    case 'C02':
      return { ...NONE, routingNumber: first }
    case 'C03':
      return { ...NONE, routingNumber: first, accountNumber: second }
    case 'C05':
      return { ...NONE, funding: fundingOf(first ?? undefined) }
    case 'C06':
      return { ...NONE, accountNumber: first, funding: fundingOf(second ?? undefined) }
    case 'C07':
      return { routingNumber: first, accountNumber: second, funding: fundingOf(third) }
    default:
      return NONE
  }
}

const sentBackOf = ({ values, addenda }: ReadEntry): SentBack[] =>
  addenda.flatMap((record): SentBack[] => {
    const { type, code = '', originalTrace = '', trace = '', information = '', corrected = '' } = record
    const same = { originalTrace, trace, amountCents: BigInt(values['amount'] ?? '0') }
    if (type === '99') return [{ ...same, kind: 'return', code, information }]
    if (type === '98') return [{ ...same, kind: 'notice', code, correction: correctionOf(code, corrected) }]
    return []
  })

/** Everything in a file that is about entries of ours. */
export const sentBackIn = ({ batches }: ReadFile): SentBack[] =>
  batches.flatMap(({ entries }) => entries.flatMap(sentBackOf))

/**
 * A quote for another attempt. The one before is closed first, and what it uses is given back before the next is judged: here it is
 * taken out of what was read, so that the quote is what will be charged.
 */
import type { FeeOperation, MovementMethod } from '@puente/contract'
import { type LimitGroup, OPERATION_GROUPS, type RollingWindow, type Usage, WINDOW_MS } from './limit-state-rules.ts'
import type { Part, PartsAsked, PartsOf } from './passes-rules.ts'

/** What an open attempt uses. It is younger than the shortest window, so it is in all of them. */
export type Replaced = {
  at: Date
  operations: readonly LimitGroup[]
  amountCents: bigint
  method: MovementMethod
  /** It is on its way into the wallet. */
  isIncoming: boolean
  /** It pays an invoice or a request. */
  isPayable: boolean
  /** It holds a free operation. */
  isFree: boolean
}

/** The ways that lead to a provider's page: an attempt there is closed by the next one there. */
const PAGES: Partial<Record<FeeOperation, MovementMethod>> = { stripe: 'card', paypal: 'paypal' }

/**
 * Whether what is quoted closes the attempt before: one of its kind by the same way. An invoice or a request is paid once, so that paying it
 * by any way closes the page that was left.
 */
export const isClosedBy = (
  { method, isIncoming, isPayable }: Replaced,
  operation: FeeOperation,
  kind: 'send' | 'deposit' | 'invoice',
): boolean => {
  if (isPayable) return kind !== 'deposit' && OPERATION_GROUPS[operation].invoice !== null
  return kind === (isIncoming ? 'deposit' : 'send') && method === PAGES[operation]
}

const usedOf = (replaced: Replaced | null, operation: LimitGroup): bigint =>
  replaced?.operations.includes(operation) ? replaced.amountCents : 0n

/** What is used without it; the given usage stays as it was. */
export const withoutReplaced = (usage: Usage, replaced: Replaced): Usage => {
  const next = new Map(usage)
  for (const operation of replaced.operations) {
    const windows = { ...next.get(operation) }
    for (const window of Object.keys(WINDOW_MS) as RollingWindow[]) {
      const used = windows[window]
      if (used) windows[window] = { ...used, cents: used.cents - replaced.amountCents }
    }
    next.set(operation, windows)
  }
  return next
}

/** The parts to be read so that those without it can be told from them. */
export const askedWith = (asked: PartsAsked, replaced: Replaced | null): PartsAsked => ({
  ...asked,
  highCents: asked.highCents + usedOf(replaced, asked.operation),
})

const partWithout = (part: Part, at: Date, cents: bigint): Part => {
  if (part.at > at) return part
  return part.at < at ? { ...part, newerCents: part.newerCents - cents } : { ...part, cents: part.cents - cents }
}

/** Finds parts among those that were read, as they are without it. */
export const partsWithout =
  (partsOf: PartsOf, replaced: Replaced | null): PartsOf =>
  (asked) => {
    if (replaced === null) return partsOf(asked)
    const cents = usedOf(replaced, asked.operation)
    const read = partsOf({ ...asked, highCents: asked.highCents + cents })
    return read.map((part) => partWithout(part, replaced.at, cents))
  }

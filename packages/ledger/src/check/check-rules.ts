/** The invariants of batches and accounts, checked on rows that the checker has read: no database, no clock. */
import { isBelowChart } from '../chart.ts'
import type { Batch, Span } from '../rows/batches.ts'
import type { AccountRef, Json } from '../types.ts'

/** A broken invariant, and where. */
export type Violation = { invariant: string; where: Json }

/** An entry as the checker reads it. */
export type SeenEntry = AccountRef & {
  seq: bigint
  transferId: string
  amountCents: bigint
  balanceAfterCents: bigint
  /** The transfer that this one reverses. */
  reverses: string | null
}

/** An account beside the totals of its entries and holds. `lastSeq` is 0 when it has no entry. */
export type AccountEvidence = AccountRef & {
  currency: string
  seq: bigint
  balanceCents: bigint
  heldCents: bigint
  floorCents: bigint | null
  lastSeq: bigint
  lastBalanceCents: bigint
  openHoldsCents: bigint
  /** Whether currency, floor and status are those last recorded for it. */
  isUnderTerms: boolean
}

/** A reversal's running total beside what the transfer moved in that account by its entries. */
export type SeenReversal = AccountRef & {
  transferId: string
  movedCents: bigint
  recordedMovedCents: bigint | null
  returnedCents: bigint | null
}

export const INVARIANTS = {
  sumOfAll: 'all entries of a currency sum to zero',
  sumOfTransfer: 'every transfer sums to zero in each currency',
  continuity: 'every entry continues the balance and the numbering of its account',
  standing: 'every account has the balance and number of its last entry',
  held: 'the held amount of an account is what its open holds have left',
  hold: 'no hold gives more than its amount, and it is open exactly while something is left',
  floor: 'no account is below its floor',
  terms: 'every account has the currency, floor and status that were last recorded for it',
  chart: 'no account has a lower floor than the chart gives it',
  reversal: 'no transfer is reversed beyond what it moved',
  returned: 'every reversed total is backed by entries',
  key: 'every transfer was accepted under exactly one key',
  batch: 'every entry that a batch wrote exists',
  checkpoint: 'every checkpoint is what its batches add up to',
} as const

const idOf = ({ ownerId, account }: AccountRef) => `${ownerId}/${account}`
/** An entry by its account and number, as `indexEntries` keeps it. */
export const entryId = (ref: AccountRef, seq: bigint): string => `${idOf(ref)}/${seq}`
const at = ({ ownerId, account }: AccountRef, seq: bigint): Json => ({ ownerId, account, seq: seq.toString() })

/** By account and number. Includes the entry before each span, whose balance the first one continues. */
export const indexEntries = (entries: SeenEntry[]): Map<string, SeenEntry> =>
  new Map(entries.map((entry) => [entryId(entry, entry.seq), entry]))

const follows = (entry: SeenEntry, before: SeenEntry | undefined): boolean => {
  if (!before) return entry.seq === 1n && entry.balanceAfterCents === entry.amountCents
  return entry.seq === before.seq + 1n && entry.balanceAfterCents === before.balanceAfterCents + entry.amountCents
}

const checkSpan = (span: Span, seen: Map<string, SeenEntry>, found: SeenEntry[]): Violation[] => {
  const violations: Violation[] = []
  let before = seen.get(entryId(span, span.before))
  for (let seq = span.before + 1n; seq <= span.after; seq += 1n) {
    const entry = seen.get(entryId(span, seq))
    if (!entry) violations.push({ invariant: INVARIANTS.batch, where: at(span, seq) })
    else if (!follows(entry, before)) violations.push({ invariant: INVARIANTS.continuity, where: at(span, seq) })
    if (entry) found.push(entry)
    before = entry
  }
  return violations
}

/** Whether an entry of the batch is not visible; on several machines it may be about to appear. */
export const isIncomplete = ({ spans }: Batch, seen: Map<string, SeenEntry>): boolean =>
  spans.some((span) => {
    for (let seq = span.before + 1n; seq <= span.after; seq += 1n) if (!seen.has(entryId(span, seq))) return true
    return false
  })

/** All legs of a transfer are in one batch, so each batch balances. */
export const checkBatch = (
  batch: Batch,
  seen: Map<string, SeenEntry>,
  currencyOf: (ref: AccountRef) => string,
): Violation[] => {
  const found: SeenEntry[] = []
  const violations = batch.spans.flatMap((span) => checkSpan(span, seen, found))
  const sums = new Map<string, { transferId: string; currency: string; cents: bigint }>()
  for (const entry of found) {
    const currency = currencyOf(entry)
    const key = `${entry.transferId}/${currency}`
    const sum = sums.get(key) ?? { transferId: entry.transferId, currency, cents: 0n }
    sums.set(key, { ...sum, cents: sum.cents + entry.amountCents })
  }
  for (const { transferId, currency, cents } of sums.values()) {
    if (cents === 0n) continue
    const where = { batch: batch.number.toString(), transferId, currency, sumCents: cents.toString() }
    violations.push({ invariant: INVARIANTS.sumOfTransfer, where })
  }
  return violations
}

/** @param entries in the order of their key, starting with `from`, the one that the last pass ended with */
export const checkEntryRange = (entries: SeenEntry[], from: (AccountRef & { seq: bigint }) | null): Violation[] => {
  const [first] = entries
  if (from && (!first || entryId(first, first.seq) !== entryId(from, from.seq)))
    return [{ invariant: INVARIANTS.continuity, where: at(from, from.seq) }]
  return entries.flatMap((entry, index) => {
    const before = entries[index - 1]
    if (from && !before) return []
    const isSame = before && idOf(before) === idOf(entry)
    return follows(entry, isSame ? before : undefined)
      ? []
      : [{ invariant: INVARIANTS.continuity, where: at(entry, entry.seq) }]
  })
}

export const checkAccount = (one: AccountEvidence): Violation[] => {
  const where: Json = { ownerId: one.ownerId, account: one.account }
  const violations: Violation[] = []
  if (one.seq !== one.lastSeq || one.balanceCents !== one.lastBalanceCents)
    violations.push({ invariant: INVARIANTS.standing, where })
  if (one.heldCents !== one.openHoldsCents) violations.push({ invariant: INVARIANTS.held, where })
  if (one.floorCents !== null && one.balanceCents - one.heldCents < one.floorCents)
    violations.push({ invariant: INVARIANTS.floor, where })
  if (!one.isUnderTerms) violations.push({ invariant: INVARIANTS.terms, where })
  if (isBelowChart(one.account, one.floorCents)) violations.push({ invariant: INVARIANTS.chart, where })
  return violations
}

const absolute = (cents: bigint) => (cents < 0n ? -cents : cents)

export const checkReversal = (one: SeenReversal): Violation[] => {
  if (one.movedCents === 0n) return []
  const isSound =
    one.returnedCents !== null &&
    one.recordedMovedCents === one.movedCents &&
    absolute(one.returnedCents) <= absolute(one.movedCents) &&
    one.returnedCents > 0n !== one.movedCents > 0n
  const where = { ownerId: one.ownerId, account: one.account, transferId: one.transferId }
  return isSound ? [] : [{ invariant: INVARIANTS.reversal, where }]
}

/** Compares a provider's report with our books of the rail, line by line. No database, no clock. */
import type { ReportLine } from '#providers/report.ts'
import { compareFees, feesOf, identityOf } from './provider-fees-rules.ts'

/** A movement on the rail's settlement account. */
export type Booked = {
  transferId: string
  /** What our money there grew by, by our books. */
  amountCents: bigint
  /** What its key ends in: the provider's object, or our payment. Null when the key is not known. */
  name: string | null
  /** Our payment, where the name is an object of the provider that we know as its. */
  ref?: string | null
  at: Date
}

/** A line with what we know of its object. */
export type Line = ReportLine & {
  /** Whether our payment has not come to its end yet, so that what is missing here may still come. */
  isUnderWay: boolean
  /** Our payout, where it never arrived and its money came back: how much it was, and when we learned that it was back. */
  cameBack?: { cents: bigint; at: Date } | null
}

/** `unbookedTransfer` is our own money on its way between the provider and our bank: two operators have it booked. */
export const DIFFERENCES = [
  'missingHere',
  'missingThere',
  'otherAmount',
  'duplicate',
  'unrecognised',
  'unbookedTransfer',
] as const

export type Difference = {
  what: (typeof DIFFERENCES)[number]
  /** The provider's object, or our transfer where there is none. */
  subject: string
  ref: string | null
  at: Date
  theirsCents: bigint | null
  oursCents: bigint | null
  /** What is no cause for alarm yet: either side is still on its way. */
  isClearing: boolean
}

/** Our payout that never arrived and came back. */
export type CameBack = { ref: string; cents: bigint; at: Date }

type Comparison = {
  /** All that may belong to the judged period, with some days on either side of it. */
  lines: readonly Line[]
  booked: readonly Booked[]
  /** Our payouts of which we learned in the period that they had come back without arriving; nothing was booked of them. */
  cameBack?: readonly CameBack[]
  /** The provider's fees that were booked, by the names of their lines. */
  fees: ReadonlyMap<string, bigint>
  /** Only what lies in here is judged. */
  period: { from: Date; to: Date }
  now: Date
}

/** A provider's own charges, which are booked as fees, and what it sets aside of ours: neither moves our money to anybody else. */
const STAYS_THERE: ReadonlySet<string> = new Set(['fee', 'reserve'])

const HOUR_MS = 3_600_000
/** Until then what is booked here may not be final over there: a weekend and a holiday of a bank. */
const CLEARING_THERE_MS = 96 * HOUR_MS
/** Until then what is final over there may not be booked here: the sweep takes an hour. */
const CLEARING_HERE_MS = 2 * HOUR_MS

const isIn = (at: Date, { from, to }: Comparison['period']): boolean => at >= from && at < to
const isIncoming = (cents: bigint): boolean => cents > 0n

/** Under its name, and what came back also under our payment: its line may have an id of its own. */
const byNames = (booked: readonly Booked[]): Map<string, Booked[]> => {
  const named = new Map<string, Booked[]>()
  const put = (name: string, one: Booked) => named.set(name, [...(named.get(name) ?? []), one])
  for (const one of booked) {
    if (one.name !== null) put(one.name, one)
    if (one.ref && isIncoming(one.amountCents)) put(`return of ${one.ref}`, one)
  }
  return named
}

/**
 * The first that is still free of those that a name has in this direction: a payout and its return may both be known by our
 * payment, and differ in direction.
 */
const findMatch = (
  named: ReadonlyMap<string, Booked[]>,
  matched: ReadonlySet<string>,
  { objectId, ref, amountCents, kind }: Line,
): Booked | undefined => {
  const names = ref === null ? [objectId] : [objectId, ref, ...(kind === 'return' ? [`return of ${ref}`] : [])]
  return names
    .flatMap((name) => named.get(name) ?? [])
    .find((one) => !matched.has(one.transferId) && isIncoming(one.amountCents) === isIncoming(amountCents))
}

/**
 * Lines of payouts that went out and came back over there and never arrived, as one that nobody claims: neither was booked here. Each is
 * accounted for by the other, or by our own record of the payout, since a month may lie between the two. Answers what each line
 * should come to. A payout whose return should stand in this very report, and does not, is not accounted for.
 */
const listCameBack = (lines: readonly Line[], { period, now }: Pick<Comparison, 'period' | 'now'>) => {
  const expected = new Map<Line, bigint>()
  const ofPayouts = lines.filter(({ kind, ref }) => ref !== null && (kind === 'payout' || kind === 'return'))
  for (const ofOne of Map.groupBy(ofPayouts, ({ ref }) => ref).values()) {
    const [out, back] = (['payout', 'return'] as const).map((asked) => ofOne.find(({ kind }) => kind === asked))
    const own = ofOne.find(({ cameBack }) => cameBack)?.cameBack
    if (out && back && out.amountCents === -back.amountCents)
      expected.set(out, out.amountCents).set(back, back.amountCents)
    else if (own) {
      const isBackDue = own.at < period.to && now.getTime() - own.at.getTime() >= CLEARING_THERE_MS
      if (out && (back || !isBackDue)) expected.set(out, -own.cents)
      if (back) expected.set(back, own.cents)
    }
  }
  return expected
}

/** Those whose return has no line, though it should stand there by now; where the payout's own line is judged instead, it is left out. */
const listNeverBack = (
  cameBack: readonly CameBack[],
  lines: readonly Line[],
  period: Comparison['period'],
): CameBack[] => {
  const told = new Set(
    lines.flatMap(({ kind, ref, at }) => (kind === 'return' || (kind === 'payout' && isIn(at, period)) ? [ref] : [])),
  )
  return cameBack.filter(({ ref, at }) => isIn(at, period) && !told.has(ref))
}

/** Booked and taken out again, as money that a bank took back before it was final: neither is in its list. */
const isUndone = (alone: readonly Booked[], name: string | null): boolean =>
  name !== null &&
  alone.filter((one) => one.name === name).length > 1 &&
  alone.reduce((sum, one) => (one.name === name ? sum + one.amountCents : sum), 0n) === 0n

/**
 * Every difference of the period, how much was compared, and the fees that are still to be booked. Nothing that one side has and the
 * other has not is left out.
 */
export const compare = ({ lines, booked, cameBack = [], fees, period, now }: Comparison) => {
  const named = byNames(booked)
  const matched = new Set<string>()
  const unmatched: Line[] = []
  const seen = new Set<string>()
  const differences: Difference[] = []
  const judge = (line: ReportLine, what: Difference['what'], more: Partial<Difference> = {}): void => {
    const { objectId, ref, at, amountCents } = line
    const found = { what, subject: objectId, ref, at, theirsCents: amountCents, oursCents: null, isClearing: false }
    if (isIn(at, period)) differences.push({ ...found, ...more })
  }
  for (const line of lines.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const identity = identityOf(line)
    if (seen.has(identity)) {
      judge(line, 'duplicate')
      continue
    }
    seen.add(identity)
    if (STAYS_THERE.has(line.kind)) continue
    const match = findMatch(named, matched, line)
    if (match) matched.add(match.transferId)
    if (line.kind === 'unrecognised') judge(line, 'unrecognised', { oursCents: match?.amountCents ?? null })
    else if (!match && line.kind === 'transfer') judge(line, 'unbookedTransfer')
    else if (!match) unmatched.push(line)
    else if (match.amountCents !== line.amountCents) judge(line, 'otherAmount', { oursCents: match.amountCents })
  }
  const back = listCameBack(unmatched, { period, now })
  for (const line of unmatched) {
    const oursCents = back.get(line)
    const isFresh = now.getTime() - line.at.getTime() < CLEARING_HERE_MS
    if (oursCents === undefined) judge(line, 'missingHere', { isClearing: line.isUnderWay || isFresh })
    else if (oursCents !== line.amountCents) judge(line, 'otherAmount', { oursCents })
  }
  const alone = booked.filter(({ transferId }) => !matched.has(transferId))
  for (const { transferId, name, at, amountCents } of alone) {
    if (!isIn(at, period) || isUndone(alone, name)) continue
    differences.push({
      what: 'missingThere',
      subject: transferId,
      ref: name,
      at,
      theirsCents: null,
      oursCents: amountCents,
      isClearing: now.getTime() - at.getTime() < CLEARING_THERE_MS,
    })
  }
  for (const { ref, cents, at } of listNeverBack(cameBack, lines, period))
    differences.push({
      what: 'missingThere',
      subject: `return of ${ref}`,
      ref,
      at,
      theirsCents: null,
      oursCents: cents,
      isClearing: now.getTime() - at.getTime() < CLEARING_THERE_MS,
    })
  const { missing, changed } = compareFees(feesOf(lines), fees)
  for (const { line, name, feeCents, bookedCents } of changed)
    judge(line, 'otherAmount', { subject: `fee/${name}`, theirsCents: feeCents, oursCents: bookedCents })
  return {
    differences,
    unbookedFees: missing,
    lines: lines.filter(({ at }) => isIn(at, period)).length,
    entries: booked.filter(({ at }) => isIn(at, period)).length,
  }
}

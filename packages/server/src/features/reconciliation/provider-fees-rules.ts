/** What a provider keeps for itself, line by line of its report. No database, no clock. */
import type { ReportLine } from '#providers/report.ts'

/** One line's fee. The name is the line's own, and the same in every report that has the line. */
export type ProviderFee = {
  name: string
  /** Positive for what the provider kept, negative for what it gave back. */
  feeCents: bigint
  line: ReportLine
}

const directionOf = (cents: bigint): 'in' | 'out' => (cents > 0n ? 'in' : 'out')

/** The same movement twice in a report: same object, same kind, same direction. */
export const identityOf = ({ objectId, kind, amountCents }: ReportLine): string =>
  `${kind}/${directionOf(amountCents)}/${objectId}`

/** A charge on a line of its own takes its amount from us; of any other line the fee that it names. */
const feeOf = ({ kind, amountCents, feeCents }: ReportLine): bigint =>
  kind === 'fee' ? feeCents - amountCents : feeCents

/**
 * The fees of a report, one for each line that has one. A line that comes twice counts once, and what a word that is not known costs
 * waits for the person who looks at it.
 */
export const feesOf = (lines: readonly ReportLine[]): ProviderFee[] => {
  const fees = new Map<string, ProviderFee>()
  for (const line of lines) {
    const [name, feeCents] = [identityOf(line), feeOf(line)]
    if (feeCents !== 0n && line.kind !== 'unrecognised' && !fees.has(name)) fees.set(name, { name, feeCents, line })
  }
  return [...fees.values()]
}

/** Held against what was booked under the names of lines: what is still to be booked, and what was booked at another amount. */
export const compareFees = (fees: readonly ProviderFee[], booked: ReadonlyMap<string, bigint>) => ({
  missing: fees.filter(({ name }) => !booked.has(name)),
  changed: fees.flatMap((fee) => {
    const bookedCents = booked.get(fee.name)
    return bookedCents === undefined || bookedCents === fee.feeCents ? [] : [{ ...fee, bookedCents }]
  }),
})

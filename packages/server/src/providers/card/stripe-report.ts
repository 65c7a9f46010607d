/** Stripe's own books of our account: its balance transactions, as lines of a report. */
import type Stripe from 'stripe'
import type { ReportKind, ReportLine, ReportSource } from '../report.ts'
import type { StripeCall } from './stripe-client.ts'

const PAGE = 100
const TIMEOUT_MS = 30_000

/** By the category that Stripe's own reports have; it does not change with new types of lines. */
const KINDS: ReadonlyMap<string, ReportKind> = new Map([
  ['charge', 'payment'],
  ['refund', 'refund'],
  ['refund_failure', 'refund'],
  ['partial_capture_reversal', 'refund'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute'],
  ['fee', 'fee'],
  ['network_cost', 'fee'],
  ['tax', 'fee'],
  ['payout', 'transfer'],
  ['payout_reversal', 'transfer'],
  ['topup', 'transfer'],
  ['topup_reversal', 'transfer'],
])

const idOf = (value: string | { id: string } | null): string | null =>
  value === null || typeof value === 'string' ? value : value.id

/** What our posting is named after: a charge's payment, a refund, or of a dispute the line itself. */
const objectOf = (line: Stripe.BalanceTransaction, kind: ReportKind): Pick<ReportLine, 'objectId' | 'ref'> => {
  const { id, source } = line
  if (kind === 'refund') return { objectId: idOf(source) ?? id, ref: null }
  if (kind !== 'payment' || source === null || typeof source === 'string' || source.object !== 'charge')
    return { objectId: id, ref: null }
  return { objectId: idOf(source.payment_intent) ?? source.id, ref: source.metadata['ref'] ?? null }
}

const lineOf = (line: Stripe.BalanceTransaction): ReportLine => {
  const kind = line.currency === 'usd' ? (KINDS.get(line.reporting_category) ?? 'unrecognised') : 'unrecognised'
  const { amount, fee, created } = line
  return {
    ...objectOf(line, kind),
    amountCents: BigInt(amount),
    feeCents: BigInt(fee),
    kind,
    at: new Date(created * 1000),
  }
}

const secondsOf = (at: Date): number => Math.ceil(at.getTime() / 1000)

export const stripeReport =
  (call: StripeCall): ReportSource['report'] =>
  ({ from, to }) =>
    call(async (client) => {
      const lines: ReportLine[] = []
      const asked = { created: { gte: secondsOf(from), lt: secondsOf(to) }, limit: PAGE, expand: ['data.source'] }
      // The SDK reads page after page.
      for await (const line of client.balanceTransactions.list(asked, { timeout: TIMEOUT_MS })) lines.push(lineOf(line))
      return lines
    })

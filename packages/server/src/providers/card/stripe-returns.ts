/** Refunds, disputes and warnings of a payment at Stripe. Its types are open unions: a word that is not here is no guess. */
import type Stripe from 'stripe'
import type { CardIn, CardReturn } from './port.ts'
import { type StripeCall, within } from './stripe-client.ts'

type State = CardReturn['state']

const REFUNDS: ReadonlyMap<string, State> = new Map([
  // It has left our balance there, whatever the card's bank does with it next.
  ['pending', 'gone'],
  ['succeeded', 'gone'],
  ['requires_action', 'open'],
  ['failed', 'kept'],
  ['canceled', 'kept'],
])

const DISPUTES: ReadonlyMap<string, State> = new Map([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['warning_closed', 'kept'],
  ['won', 'kept'],
  ['prevented', 'kept'],
  ['lost', 'gone'],
])

const MOST = 100

type Line = CardReturn['lines'][number]

/** A refund names its lines only by their ids: the one that took it, and the one that brought it back when it failed. */
const refundLines = ({
  amount,
  balance_transaction: away,
  failure_balance_transaction: back,
}: Stripe.Refund): Line[] => {
  const cents = BigInt(amount)
  const lines = [
    { line: away, amountCents: -cents },
    { line: back, amountCents: cents },
  ]
  return lines.flatMap(({ line, amountCents }) =>
    line ? [{ id: typeof line === 'string' ? line : line.id, amountCents }] : [],
  )
}

export const stripeReturns =
  (call: StripeCall): CardIn['listReturns'] =>
  (paymentId, options) =>
    call(async (client) => {
      const asked = { payment_intent: paymentId, limit: MOST }
      const [refunds, disputes, warnings] = await Promise.all([
        client.refunds.list(asked, within(options)),
        client.disputes.list(asked, within(options)),
        client.radar.earlyFraudWarnings.list(asked, within(options)),
      ])
      const word = (words: ReadonlyMap<string, State>, raw: string | null) => ({
        state: words.get(raw ?? '') ?? ('unrecognised' as const),
        raw: raw ?? '',
      })
      const returns: CardReturn[] = [
        ...refunds.data.map((refund) => ({
          objectId: refund.id,
          kind: 'refund' as const,
          amountCents: BigInt(refund.amount),
          lines: refundLines(refund),
          at: refund.created,
          ...word(REFUNDS, refund.status),
        })),
        ...disputes.data.map(({ id, amount, balance_transactions: moved, created, status }) => ({
          objectId: id,
          kind: 'dispute' as const,
          amountCents: BigInt(amount),
          lines: moved.map((line) => ({ id: line.id, amountCents: BigInt(line.amount) })),
          at: created,
          ...word(DISPUTES, status),
        })),
        ...warnings.data.map(({ id, created }) => ({
          objectId: id,
          kind: 'warning' as const,
          state: 'open' as const,
          amountCents: 0n,
          lines: [],
          at: created,
          raw: 'warning',
        })),
      ]
      return returns.toSorted((a, b) => a.at - b.at || (a.objectId < b.objectId ? -1 : 1))
    })

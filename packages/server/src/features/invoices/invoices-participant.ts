/**
 * Invoices in the batch of the money that pays them. Whether an invoice can still be paid is decided here, under its lock, so that
 * of any number of payments one takes it, and refunds together never exceed what was paid. Whoever posts for an invoice names the
 * need; state, versions, live events and domain events follow by themselves.
 */
import type { Facts, FactSource, Write } from '@puente/ledger'
import {
  ANOTHER_ATTEMPT,
  attemptIn,
  type GoesBack,
  type PayableAttempt,
  type PayableFact,
  type PayableNeed,
  type RefundFact,
  returnsAfter,
} from '#features/payments/index.ts'
import type { DomainEvent } from '#platform/events.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import { announcementsOf, changed, eventData, stepped } from './change-invoice.ts'
import type { Invoice, InvoiceRef } from './invoice.ts'
import { refundableCents } from './invoice-rules.ts'
import { type InvoicePayment, invoicePaymentWrites, invoiceUpdates, lockInvoices } from './invoices-batch-store.ts'

/** Null where the need asks for nothing: the attempt that came to nothing is not the one under way. */
type Change = { invoice: Invoice; payment: InvoicePayment | null; event: DomainEvent | null } | null
type State = Map<string, Invoice>

/** Not kept as the answer of the key: an invoice that is being paid may be payable again. */
const refused = (details?: BatchRefusal['details']): { refuse: BatchRefusal } => ({
  refuse: { code: 'invalidInvoice', stored: false, ...(details && { details }) },
})

const refOf = ({ paidFor }: PayableAttempt): InvoiceRef => ({ issuerId: paidFor.issuerId, invoiceId: paidFor.id })
const idOf = ({ issuerId, invoiceId }: InvoiceRef): string => `${issuerId}/${invoiceId}`

const moneyOf = (invoice: Invoice, { movementId, amountCents }: PayableAttempt, kind: InvoicePayment['kind']) => ({
  invoice,
  movementId,
  kind,
  amountCents,
})

type Decided = { change: Change; fact?: PayableFact } | { refuse: BatchRefusal }

/**
 * A payment is under way now: one that takes the place of another, which its verb has seen, or none. Money that has come and
 * waits for its receiver takes nobody's place.
 */
const begun = (
  invoice: Invoice,
  { movementId }: PayableAttempt,
  follows: string | null | undefined,
  at: Date,
): Decided => {
  if (invoice.attemptId === movementId) return { change: null }
  if (invoice.attemptId !== null && invoice.attemptId !== follows)
    return follows === undefined ? refused({ reason: invoice.state }) : { refuse: ANOTHER_ATTEMPT }
  const after = stepped(invoice, 'begin', at, movementId)
  return after ? { change: { invoice: after, payment: null, event: null } } : refused({ reason: invoice.state })
}

/** Never refused: what a provider does with the payment is true however the invoice stands. */
const goneBack = (invoice: Invoice, back: GoesBack, facts: Facts): Decided => {
  const fromIssuerCents = back.fromIssuer?.(facts) ?? 0n
  if (invoice.state !== 'paid') return { change: null, fact: { issuerCents: fromIssuerCents } }
  const keptCents = invoice.amountCents - invoice.refundedCents
  const { returns, issuerCents } = returnsAfter(invoice.returns, back, { fromIssuerCents, keptCents, at: facts.at })
  const after = changed(invoice, { returns }, facts.at)
  return { change: { invoice: after, payment: null, event: null }, fact: { issuerCents } }
}

/** The part of a decision that a need makes of an invoice it fits. */
const decided = (invoice: Invoice, need: PayableNeed, facts: Facts): Decided => {
  const { at } = facts
  const attempt = attemptIn(need)
  if ('stop' in need) {
    const after = invoice.attemptId === attempt.movementId ? stepped(invoice, 'stop', at) : null
    return { change: after && { invoice: after, payment: null, event: null } }
  }
  if ('goesBack' in need) return goneBack(invoice, need.goesBack, facts)
  if ('refund' in need) {
    const leftCents = refundableCents(invoice)
    if (attempt.amountCents > leftCents || attempt.amountCents <= 0n)
      return refused({ reason: 'refundTooLarge', leftCents: Number(leftCents) })
    const after = changed(invoice, { refundedCents: invoice.refundedCents + attempt.amountCents }, at)
    const event: DomainEvent = { event: 'invoice.refunded', data: eventData(invoice) }
    const fact = { refundedCents: after.refundedCents, leftCents: refundableCents(after) }
    return { change: { invoice: after, payment: moneyOf(after, attempt, 'refund'), event }, fact }
  }
  if (attempt.amountCents !== invoice.amountCents) return refused()
  if ('begin' in need) return begun(invoice, attempt, need.follows, at)
  if (need.waits?.(facts)) return begun(invoice, attempt, need.follows, at)
  const isUnseen = need.follows !== undefined && invoice.attemptId !== null && invoice.attemptId !== need.follows
  if (isUnseen) return { refuse: ANOTHER_ATTEMPT }
  const after = stepped(invoice, 'pay', at)
  if (!after) return refused({ reason: invoice.state })
  const event: DomainEvent = { event: 'invoice.paid', data: eventData(invoice) }
  return { change: { invoice: after, payment: moneyOf(after, attempt, 'payment'), event } }
}

export type InvoicesParticipantOptions = {
  /** Sets off the streams of these people once the batch is committed. */
  wake: (ownerIds: Iterable<string>) => void
  /** What keeps domain events with the batch. */
  writesOf: (events: readonly DomainEvent[]) => Write[]
}

export const createInvoicesParticipant = ({
  wake,
  writesOf,
}: InvoicesParticipantOptions): Participant<PayableNeed, State, Change, PayableFact> => ({
  name: 'invoices',
  phase: 'before',
  load: async (client, needs) => {
    const asked = new Map(needs.map(({ need }) => refOf(attemptIn(need))).map((ref) => [idOf(ref), ref]))
    return new Map((await lockInvoices(client, [...asked.values()])).map((invoice) => [idOf(invoice), invoice]))
  },
  decide: (invoices, need, facts) => {
    const attempt = attemptIn(need)
    const invoice = invoices.get(idOf(refOf(attempt)))
    return invoice?.payerId === attempt.payerId ? decided(invoice, need, facts) : refused()
  },
  apply: (invoices, change) => {
    if (change) invoices.set(idOf(change.invoice), change.invoice)
  },
  save: (invoices, changes, at) => {
    const made = changes.filter((change) => change !== null)
    const latest = [...new Set(made.map(({ invoice }) => idOf(invoice)))].flatMap((id) => invoices.get(id) ?? [])
    return [
      ...invoiceUpdates(latest),
      ...invoicePaymentWrites(
        made.flatMap(({ payment }) => payment ?? []),
        at,
      ),
      ...eventWrites(latest.flatMap(announcementsOf)),
      ...writesOf(made.flatMap(({ event }) => event ?? [])),
    ]
  },
  afterCommit: (changes) =>
    wake(changes.flatMap((change) => (change ? [change.invoice.issuerId, change.invoice.payerId] : []))),
})

/** The need under the participant's name, for a command's `participants`. */
export const forInvoice = (need: PayableNeed): { invoices: PayableNeed } => ({ invoices: need })

/** What a refund comes to, for the answer of its command: `facts.of(invoicesFact)`. */
export const invoicesFact: FactSource<RefundFact> = { name: 'invoices', decide: () => ({ change: null }) }

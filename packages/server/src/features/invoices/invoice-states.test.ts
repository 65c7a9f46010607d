import { INVOICE_STATES, type InvoiceState } from '@puente/contract'
import type { Facts } from '@puente/ledger'
import { expect, test } from 'vitest'
import { lostCents, type PayableNeed, reversedCents } from '#features/payments/index.ts'
import { newId } from '#platform/ids.ts'
import type { Invoice } from './invoice.ts'
import { INVOICE_STEPS, stateAfter } from './invoice-states.ts'
import { createInvoicesParticipant } from './invoices-participant.ts'

const participant = createInvoicesParticipant({ wake: () => {}, writesOf: () => [] })

test('an invoice takes exactly the steps of the table, and none out of paid, declined or cancelled', () => {
  const steps = INVOICE_STATES.flatMap((from) =>
    INVOICE_STEPS.flatMap((step) => {
      const to = stateAfter(from, step)
      return to ? [`${from} ${step} > ${to}`] : []
    }),
  )
  expect(steps).toEqual([
    'toPay begin > processing',
    'toPay pay > paid',
    'toPay decline > declined',
    'toPay cancel > cancelled',
    'processing begin > processing',
    'processing stop > toPay',
    'processing pay > paid',
  ])
})

const at = new Date('2026-11-25T12:00:00Z')
const [issuerId, payerId, invoiceId, attemptId] = [newId(), newId(), newId(), newId()]
const inState = (state: InvoiceState, more: Partial<Invoice> = {}): Invoice => ({
  issuerId,
  payerId,
  invoiceId,
  type: 'custom',
  state,
  number: 1,
  amountCents: 100_00n,
  refundedCents: 0n,
  returns: [],
  note: 'work',
  lines: [],
  dueDate: null,
  attemptId: state === 'processing' ? attemptId : null,
  remindersSent: 0,
  remindedAt: null,
  overdueToldAt: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
  paidAt: state === 'paid' ? at : null,
  ...more,
})

const decide = (invoice: Invoice | null, need: PayableNeed) =>
  participant.decide(new Map(invoice ? [[`${issuerId}/${invoiceId}`, invoice]] : []), need, { at } as Facts)

const attempt = {
  paidFor: { kind: 'invoice', issuerId, id: invoiceId },
  payerId,
  movementId: attemptId,
  amountCents: 100_00n,
} as const
const REFUSED = { refuse: { code: 'invalidInvoice', stored: false } }

test('in a batch an invoice takes each step that its state allows, and refuses every other', () => {
  for (const from of INVOICE_STATES) {
    const invoice = inState(from)
    for (const step of ['begin', 'pay'] as const) {
      const decided = decide(invoice, {
        [step]: { ...attempt, movementId: newId() },
        follows: invoice.attemptId,
      } as PayableNeed)
      const to = stateAfter(from, step)
      if (to === null) expect(decided).toMatchObject(REFUSED)
      else expect(decided).toMatchObject({ change: { invoice: { state: to, version: 2 } } })
    }
    // What stops is never refused: that the attempt came to nothing is true whatever the invoice is.
    const stopped = stateAfter(from, 'stop')
    expect(decide(invoice, { stop: attempt })).toMatchObject({
      change: stopped === null ? null : { invoice: { state: stopped, attemptId: null } },
    })
    const refund = decide(invoice, { refund: attempt })
    if (from === 'paid')
      expect(refund).toMatchObject({ change: { invoice: { state: 'paid', refundedCents: 100_00n } } })
    else expect(refund).toMatchObject(REFUSED)
    // Nor is what a provider takes back; only what is paid has something to go back of, and stays paid.
    const back = decide(invoice, { goesBack: { ...attempt, about: 'dp_1', stage: 'taken' } })
    const returns = [{ about: 'dp_1', stage: 'taken', cents: 100_00, issuerCents: 0 }]
    expect(back).toMatchObject({ change: from === 'paid' ? { invoice: { state: 'paid', returns } } : null })
  }
})

test('it is paid by its payer alone, in full, and known only to its issuer', () => {
  const toPay = inState('toPay')
  const tries: PayableNeed[] = [
    { pay: { ...attempt, payerId: newId() } },
    { pay: { ...attempt, payerId: issuerId } },
    { pay: { ...attempt, amountCents: 99_99n } },
    { begin: { ...attempt, amountCents: 100_01n }, follows: null },
    { pay: { ...attempt, paidFor: { ...attempt.paidFor, issuerId: newId() } } },
    { pay: { ...attempt, paidFor: { ...attempt.paidFor, id: newId() } } },
    { refund: attempt },
  ]
  for (const need of tries) expect(decide(toPay, need)).toMatchObject(REFUSED)
  expect(decide(null, { stop: attempt })).toMatchObject(REFUSED)
})

test('an attempt that fails while another is under way leaves the invoice alone; a payment that comes is taken all the same', () => {
  const other = { ...attempt, movementId: newId() }
  expect(decide(inState('processing'), { stop: other })).toEqual({ change: null })
  expect(decide(inState('processing'), { pay: other })).toMatchObject({
    change: {
      invoice: { state: 'paid', attemptId: null, paidAt: at },
      payment: { movementId: other.movementId, kind: 'payment' },
      event: { event: 'invoice.paid', data: { ownerId: issuerId, otherId: payerId, id: invoiceId } },
    },
  })
})

test('one attempt takes the place of another that its verb has seen, and of no other; money that came and waits, of none', () => {
  const invoice = inState('processing')
  const other = { ...attempt, movementId: newId() }
  const taken = { change: { invoice: { state: 'processing', attemptId: other.movementId } } }
  const unseen = { refuse: { code: 'serviceUnavailable', details: { reason: 'anotherAttempt' }, stored: false } }
  expect(decide(invoice, { begin: other, follows: attemptId })).toMatchObject(taken)
  expect(decide(invoice, { begin: other, follows: null })).toMatchObject(unseen)
  expect(decide(invoice, { pay: other, follows: attemptId })).toMatchObject({ change: { invoice: { state: 'paid' } } })
  expect(decide(invoice, { pay: other, follows: newId() })).toMatchObject(unseen)
  const waits = () => true
  expect(decide(invoice, { pay: other, waits })).toMatchObject(REFUSED)
  expect(decide(invoice, { pay: other, waits, follows: attemptId })).toMatchObject(taken)
  expect(decide(invoice, { pay: attempt, waits })).toEqual({ change: null })
  expect(decide(inState('toPay'), { pay: other, waits })).toMatchObject(taken)
  expect(decide(inState('paid'), { pay: attempt, waits })).toMatchObject(REFUSED)
})

test('what is given back adds up to what was paid and never to more', () => {
  const paid = inState('paid', { refundedCents: 60_00n })
  const refund = (amountCents: bigint) => decide(paid, { refund: { ...attempt, amountCents } })
  expect(refund(0n)).toMatchObject(REFUSED)
  expect(refund(40_01n)).toMatchObject({ refuse: { code: 'invalidInvoice', details: { leftCents: 40_00 } } })
  expect(refund(40_00n)).toMatchObject({
    change: { invoice: { refundedCents: 100_00n }, payment: { kind: 'refund', amountCents: 40_00n } },
    fact: { refundedCents: 100_00n, leftCents: 0n },
  })
})

test('what is contested or was taken back cannot be given back, and can again once it was decided for the issuer', () => {
  const said = (
    invoice: Invoice,
    cents: bigint,
    stage: 'contested' | 'taken' | 'none',
    answers: string | null = null,
  ) => {
    const decided = decide(invoice, { goesBack: { ...attempt, amountCents: cents, about: 'dp_1', stage, answers } })
    return 'change' in decided && decided.change ? decided.change.invoice : invoice
  }
  const warned = inState('paid', {
    refundedCents: 10_00n,
    returns: [{ about: 'w', movementId: attempt.movementId, stage: 'contested', cents: 100_00, issuerCents: 90_00 }],
  })
  const contested = said(warned, 60_00n, 'contested', 'w')
  const taken = said(contested, 60_00n, 'taken')
  const more = (invoice: Invoice, cents: bigint) => decide(invoice, { refund: { ...attempt, amountCents: cents } })
  expect(more(warned, 1n)).toMatchObject({ refuse: { details: { leftCents: 0 } } })
  for (const invoice of [contested, taken]) {
    expect(invoice.returns).toHaveLength(1)
    expect(more(invoice, 30_01n)).toMatchObject({ refuse: { code: 'invalidInvoice', details: { leftCents: 30_00 } } })
    expect(more(invoice, 30_00n)).toMatchObject({ fact: { refundedCents: 40_00n, leftCents: 0n } })
  }
  for (const invoice of [contested, taken])
    expect(more(said(invoice, 0n, 'none'), 90_00n)).toMatchObject({ change: expect.any(Object) })
  const twice = said(inState('paid', { refundedCents: 80_00n }), 100_00n, 'taken')
  expect(more(twice, 1n)).toMatchObject({ refuse: { details: { leftCents: 0 } } })
})

test('of what goes back the issuer gives what their balance holds, and in all cases together no more than they kept', () => {
  const givesOf = (invoice: Invoice, about: string, cents: bigint, balanceCents: bigint) => {
    const goesBack = { ...attempt, about, amountCents: cents, stage: 'taken', fromIssuer: () => balanceCents } as const
    const decided = decide(invoice, { goesBack })
    if (!('change' in decided) || !decided.change) throw new Error('what goes back is never refused')
    return { fact: decided.fact, invoice: decided.change.invoice }
  }
  const paid = inState('paid', { refundedCents: 30_00n })
  expect(givesOf(paid, 'dp_1', 100_00n, 0n).fact).toEqual({ issuerCents: 0n })
  expect(givesOf(paid, 'dp_1', 100_00n, 100_00n).fact).toEqual({ issuerCents: 70_00n })
  const first = givesOf(paid, 'dp_1', 60_00n, 60_00n)
  expect(givesOf(first.invoice, 'dp_1', 60_00n, 50_00n).fact).toEqual({ issuerCents: 50_00n })
  expect(givesOf(first.invoice, 'dp_2', 40_00n, 40_00n).fact).toEqual({ issuerCents: 10_00n })
  const { invoice } = givesOf(inState('paid', { refundedCents: 100_00n }), 'dp_1', 100_00n, 100_00n)
  expect([reversedCents(invoice), lostCents(invoice)]).toEqual([100_00n, 0n])
})

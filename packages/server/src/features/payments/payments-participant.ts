/**
 * Payments that cross to a provider, written with the money: a payment exists before the provider hears of it, and its
 * state, its owner's balance and what the owner sees change together or not at all.
 */
import type { Facts } from '@puente/ledger'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import { canAdvance, canBeRestored, isPaymentFinal } from './payment-states.ts'
import type { PaymentState } from './payment-states.ts'
import { isPayout, type Payment, type Payout } from './payment.ts'
import { canPayoutAdvance, canPayoutBeReleased, isPayoutFinal, type PayoutState } from './payout-states.ts'
import { nextReturnCheckAt } from './sweep-rules.ts'
import type { PayoutRailName } from '#providers/payout-port.ts'
import { lockPayments, paymentUpdates, paymentWrites, readSessions, watchWrites } from './payments-batch-store.ts'
import type { NewPayment, PaymentRef, SessionAt, Watched } from './payments-batch-store.ts'

/** `isDecided`: by people, of what news moves no more. */
type PayoutAdvance = PaymentRef & {
  to: PayoutState
  reason?: string | null
  returnId?: string | null
  isDecided?: boolean
}

export type PaymentsNeed =
  /** Made once the fee is known. `follows` is the earlier attempt that was closed for it, by its session. */
  | { create: (facts: Facts) => NewPayment; follows?: SessionAt | null }
  | {
      advance: PaymentRef & { to: PaymentState; providerPaymentId?: string | null; reason?: string | null }
      /** Money that had gone back whole is here again, and this much of its fee is waived from now on. */
      restores?: { waivedCents: bigint }
      /** What is checked later under the same reference although the payment is settled. */
      thenWatch?: (facts: Facts) => Watched | null
    }
  /** The same of money that goes out, by the moves of its rail. */
  | { advancePayout: PayoutAdvance }
  /** Something without a provider that the sweep checks later, such as a held transfer. */
  | { watch: (facts: Facts) => Watched | null; otherwiseUnwatch?: string }
  | { unwatch: string }

type Change = { created: NewPayment[]; updated: (Payment | Payout)[]; watched: Watched[]; unwatched: string[] }
type State = { rows: Map<string, Payment | Payout>; sessions: Map<string, string> }

const NOTHING: Change = { created: [], updated: [], watched: [], unwatched: [] }
const NOT_ALLOWED: BatchRefusal = { code: 'invalidTransactionId', stored: false }
/** Two attempts at once: only one page may be open, so the later comes again and closes the other first. */
export const ANOTHER_ATTEMPT: BatchRefusal = {
  code: 'serviceUnavailable',
  details: { reason: 'anotherAttempt', retryAfterSeconds: 1 },
  stored: false,
}

const watchOf = ({ payment: { ref, ownerId, rail, kind }, nextCheckAt }: NewPayment): Watched => ({
  ref,
  ownerId,
  rail,
  kind,
  nextCheckAt,
})

const idOf = ({ ownerId, ref }: PaymentRef) => `${ownerId}/${ref}`

/** A payout that comes to its end needs no check any more; one that has arrived is watched for its return. */
const advancedPayout = (
  rows: State['rows'],
  { to, reason = null, returnId = null, isDecided = false, ...ref }: PayoutAdvance,
  at: Date,
): { refuse: BatchRefusal } | { change: Change } => {
  const before = rows.get(idOf(ref))
  if (!before || !isPayout(before)) return { refuse: NOT_ALLOWED }
  const isAllowed = isDecided
    ? canPayoutBeReleased(before.state, to)
    : canPayoutAdvance(before.rail as PayoutRailName, before.state, to)
  if (!isAllowed) return { refuse: NOT_ALLOWED }
  const updated = [{ ...before, state: to, reason, returnId: returnId ?? before.returnId }]
  if (to !== 'settled') return { change: { ...NOTHING, updated, unwatched: isPayoutFinal(to) ? [ref.ref] : [] } }
  const { ownerId, rail } = before
  const watched = { ref: ref.ref, ownerId, rail, kind: 'return' as const, nextCheckAt: nextReturnCheckAt(ref.ref, at) }
  return { change: { ...NOTHING, updated, watched: [watched] } }
}

export const paymentsParticipant: Participant<PaymentsNeed, State, Change> = {
  name: 'payments',
  phase: 'before',
  load: async (client, needs) => {
    const refs = needs.flatMap(({ need }): PaymentRef[] =>
      'advance' in need ? [need.advance] : 'advancePayout' in need ? [need.advancePayout] : [],
    )
    const followed = needs.flatMap(({ need }) => ('create' in need && need.follows ? [need.follows] : []))
    const [payments, sessions] = await Promise.all([lockPayments(client, refs), readSessions(client, followed)])
    return {
      rows: new Map(payments.map((payment) => [idOf(payment), payment])),
      sessions: new Map(sessions.map(({ sessionId, movementId }) => [sessionId, movementId])),
    }
  },
  decide: ({ rows, sessions }, need, facts) => {
    if ('create' in need) {
      const { follows } = need
      if (follows && sessions.get(follows.sessionId) !== follows.movementId) return { refuse: ANOTHER_ATTEMPT }
      return { change: { ...NOTHING, created: [need.create(facts)] } }
    }
    if ('unwatch' in need) return { change: { ...NOTHING, unwatched: [need.unwatch] } }
    if ('watch' in need) {
      const watched = need.watch(facts)
      if (watched) return { change: { ...NOTHING, watched: [watched] } }
      return { change: { ...NOTHING, unwatched: need.otherwiseUnwatch === undefined ? [] : [need.otherwiseUnwatch] } }
    }
    if ('advancePayout' in need) return advancedPayout(rows, need.advancePayout, facts.at)
    const { to, providerPaymentId, reason = null } = need.advance
    const before = rows.get(idOf(need.advance))
    const isAllowed = need.restores ? canBeRestored : canAdvance
    if (!before || isPayout(before) || !isAllowed(before.state, to)) return { refuse: NOT_ALLOWED }
    const waivedCents = need.restores?.waivedCents ?? before.waivedCents
    const paymentId = providerPaymentId ?? before.providerPaymentId
    const after = { ...before, state: to, waivedCents, providerPaymentId: paymentId, reason }
    const watched = need.thenWatch?.(facts)
    if (watched) return { change: { ...NOTHING, updated: [after], watched: [watched] } }
    return { change: { ...NOTHING, updated: [after], unwatched: isPaymentFinal(to) ? [after.ref] : [] } }
  },
  apply: ({ rows, sessions }, { created, updated }) => {
    for (const payment of updated) rows.set(idOf(payment), payment)
    for (const { payment, session } of created) if (session) sessions.set(session.sessionId, payment.ref)
  },
  save: ({ rows }, changes, at) => {
    const created = changes.flatMap((change) => change.created)
    const ids = new Set(changes.flatMap(({ updated }) => updated.map(idOf)))
    const updated = [...ids].flatMap((id) => rows.get(id) ?? [])
    const watched = changes.flatMap((change) => change.watched)
    const unwatched = changes.flatMap((change) => change.unwatched)
    return [
      ...paymentWrites(created, at),
      ...paymentUpdates(updated, at),
      ...watchWrites([...created.map(watchOf), ...watched], unwatched),
    ]
  },
}

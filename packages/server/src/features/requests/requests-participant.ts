/**
 * Requests for money in the batch of the money that pays them. Whether one can still be paid is decided here, under its lock, so that
 * of any number of payers of a single-use link one gets through. Whoever posts for a request names the need; state, versions, live
 * events and domain events follow by themselves.
 */
import type { Facts, Write } from '@puente/ledger'
import {
  ANOTHER_ATTEMPT,
  attemptIn,
  type GoesBack,
  type PayableAttempt,
  type PayableFact,
  type PayableNeed,
  returnsAfter,
} from '#features/payments/index.ts'
import type { DomainEvent } from '#platform/events.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import { announcementsOf, changed, eventData, sidesOf, stepped } from './change-request.ts'
import { stateAt } from './request-rules.ts'
import type { MoneyRequest, RequestRef } from './request.ts'
import { lockRequests, type RequestPayment, requestPaymentWrites, requestUpdates } from './requests-batch-store.ts'

type State = Map<string, MoneyRequest>
/** Null where nothing changes. */
type Change = { request: MoneyRequest; event: DomainEvent | null; payment?: RequestPayment } | null
type Decided = { change: Change; fact?: PayableFact } | { refuse: BatchRefusal }

/** Not kept as the answer of the key: a request that is being paid may be payable again. */
const refused = (reason?: string): { refuse: BatchRefusal } => ({
  refuse: { code: 'notFound', stored: false, ...(reason !== undefined && { details: { reason } }) },
})
const UNCHANGED: { change: null } = { change: null }

const refOf = ({ paidFor }: PayableAttempt): RequestRef => ({ issuerId: paidFor.issuerId, requestId: paidFor.id })
const idOf = ({ issuerId, requestId }: RequestRef): string => `${issuerId}/${requestId}`

/** Anyone but the one who asks; and of those the person asked, where one was. */
const mayPay = ({ issuerId, askedId }: MoneyRequest, payerId: string): boolean =>
  payerId !== issuerId && (askedId === null || askedId === payerId)

/**
 * An attempt of the same payer makes way once its verb has seen it. One of another payer of a link is in nobody's way: whose money
 * comes first pays, and whoever only opened a page could keep all others out.
 */
const inTheWay = (
  { attempt }: MoneyRequest,
  { payerId }: PayableAttempt,
  follows: string | null,
): { refuse: BatchRefusal } | null =>
  attempt !== null && attempt.payerId === payerId && attempt.movementId !== follows ? { refuse: ANOTHER_ATTEMPT } : null

/** Its time is over, and it is open only for another attempt than this one. */
const isOverdue = ({ expiresAt, attempt }: MoneyRequest, { movementId }: PayableAttempt, at: Date): boolean =>
  expiresAt <= at && attempt?.movementId !== movementId

const begun = (request: MoneyRequest, { movementId, payerId }: PayableAttempt, at: Date): Decided =>
  // Whoever else pays a request for several payments is in nobody's way.
  request.uses === 'multi'
    ? UNCHANGED
    : { change: { request: changed(request, { attempt: { movementId, payerId } }, at), event: null } }

const paid = (request: MoneyRequest, { movementId, payerId, amountCents }: PayableAttempt, at: Date): Decided => {
  const after = stepped(request, 'pay', at)
  if (after === null) return refused(request.state)
  const payment = {
    paidCount: request.paidCount + 1,
    paidCents: request.paidCents + amountCents,
    paidMovementId: movementId,
    paidAt: at,
  }
  const { issuerId, requestId } = request
  return {
    change: {
      request: { ...after, ...payment },
      event: { event: 'request.paid', data: eventData(request, payerId) },
      payment: { issuerId, requestId, movementId, amountCents, paidAt: at },
    },
  }
}

/** Never refused: what a provider does with a payment is true however the request stands. */
const goneBack = (request: MoneyRequest, back: GoesBack, facts: Facts): Decided => {
  const fromIssuerCents = back.fromIssuer?.(facts) ?? 0n
  if (request.paidCount === 0) return { ...UNCHANGED, fact: { issuerCents: fromIssuerCents } }
  const terms = { fromIssuerCents, keptCents: request.amountCents, at: facts.at }
  const { returns, issuerCents } = returnsAfter(request.returns, back, terms)
  return { change: { request: changed(request, { returns }, facts.at), event: null }, fact: { issuerCents } }
}

const decided = (request: MoneyRequest, need: PayableNeed, facts: Facts): Decided => {
  const { at } = facts
  const attempt = attemptIn(need)
  if ('stop' in need) {
    const isThis = request.attempt?.movementId === attempt.movementId
    return isThis ? { change: { request: changed(request, { attempt: null }, at), event: null } } : UNCHANGED
  }
  if ('goesBack' in need) return goneBack(request, need.goesBack, facts)
  if ('refund' in need || attempt.amountCents !== request.amountCents) return refused()
  const state = stateAt(request, at)
  if (state !== 'open') return refused(state)
  // What waits then is the attempt that began in time; money that has come is no new one.
  if (('begin' in need || need.follows !== undefined) && isOverdue(request, attempt, at)) return refused('expired')
  const other = need.follows === undefined ? null : inTheWay(request, attempt, need.follows)
  if (other) return other
  if ('begin' in need) return begun(request, attempt, at)
  if (need.waits?.(facts) !== true) return paid(request, attempt, at)
  const isAnother = request.attempt !== null && request.attempt.movementId !== attempt.movementId
  return isAnother && need.follows === undefined ? refused('processing') : begun(request, attempt, at)
}

type RequestsParticipantOptions = {
  /** Sets off the streams of these people once the batch is committed. */
  wake: (ownerIds: Iterable<string>) => void
  /** What keeps domain events with the batch. */
  writesOf: (events: readonly DomainEvent[]) => Write[]
}

/**
 * Refuses with `notFound`: without details what is unknown, another's or of another amount; with the state as its reason what can
 * no longer be paid, or `processing` for money that came and would wait, while somebody else is paying. With `serviceUnavailable` while an attempt of the same payer
 * is under way that the verb has not seen.
 */
export const createRequestsParticipant = ({
  wake,
  writesOf,
}: RequestsParticipantOptions): Participant<PayableNeed, State, Change, PayableFact> => ({
  name: 'requests',
  phase: 'before',
  load: async (client, needs) => {
    const asked = new Map(needs.map(({ need }) => refOf(attemptIn(need))).map((ref) => [idOf(ref), ref]))
    return new Map((await lockRequests(client, [...asked.values()])).map((request) => [idOf(request), request]))
  },
  decide: (requests, need, facts) => {
    const attempt = attemptIn(need)
    const request = requests.get(idOf(refOf(attempt)))
    return request && mayPay(request, attempt.payerId) ? decided(request, need, facts) : refused()
  },
  apply: (requests, change) => {
    if (change) requests.set(idOf(change.request), change.request)
  },
  save: (requests, changes) => {
    const made = changes.filter((change) => change !== null)
    const latest = [...new Set(made.map(({ request }) => idOf(request)))].flatMap((id) => requests.get(id) ?? [])
    return [
      ...requestUpdates(latest),
      ...requestPaymentWrites(made.flatMap(({ payment }) => payment ?? [])),
      ...eventWrites(latest.flatMap(announcementsOf)),
      ...writesOf(made.flatMap(({ event }) => event ?? [])),
    ]
  },
  afterCommit: (changes) => wake(changes.flatMap((change) => (change ? sidesOf(change.request) : []))),
})

/** The need under the participant's name, for a command's `participants`. */
export const forRequest = (need: PayableNeed): { requests: PayableNeed } => ({ requests: need })

import { REQUEST_STATES, type RequestState, type RequestUses } from '@puente/contract'
import { expect, test } from 'vitest'
import { attemptIn, type PayableAttempt, type PayableNeed } from '#features/payments/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { appOfFile } from '#test/suite.ts'
import { forRequest } from './index.ts'
import { REQUEST_STEPS, stateAfter, stateAt } from './request-rules.ts'
import { findRequest, insertRequests } from './requests-store.ts'

const app = appOfFile()

const AMOUNT_CENTS = 30_00n
const DAY_MS = 86_400_000

type Made = { uses?: RequestUses; askedId?: string | null; state?: RequestState; expiresAt?: Date }

/** A request written as it stands, and how its people try to pay it. */
const aRequest = async ({ uses = 'single', askedId = null, state = 'open', expiresAt }: Made = {}) => {
  const { db, ledger } = app.services
  const [issuerId, requestId] = [newId(), newId()]
  const createdAt = new Date()
  await transaction(db, 'make a request', (trx) =>
    insertRequests(trx, [
      {
        issuerId,
        requestId,
        askedId,
        uses,
        amountCents: AMOUNT_CENTS,
        note: 'Dinner',
        splitId: null,
        createdAt,
        expiresAt: expiresAt ?? new Date(createdAt.getTime() + DAY_MS),
        code: newId(),
      },
    ]),
  )
  if (state !== 'open') {
    const paid = state === 'paid' && {
      paid_count: 1,
      paid_cents: AMOUNT_CENTS,
      paid_movement_id: newId(),
      paid_at: createdAt,
    }
    await db
      .updateTable('money_requests')
      .set({ state, ...paid })
      .where('request_id', '=', requestId)
      .where('owner_id', 'in', [issuerId, askedId ?? issuerId])
      .execute()
  }
  const attempt = (payerId: string, movementId = newId(), amountCents = AMOUNT_CENTS): PayableAttempt => ({
    paidFor: { kind: 'request', issuerId, id: requestId },
    payerId,
    movementId,
    amountCents,
  })
  const say = async (need: PayableNeed) => {
    const { payerId } = attemptIn(need)
    const outcome = await ledger.post({
      ownerId: payerId,
      key: newId(),
      requestHash: 'a request',
      kind: 'test.request',
      transferId: newId(),
      participants: forRequest(need),
    })
    return outcome.accepted ? 'accepted' : { code: outcome.refusal.code, ...(outcome.refusal.details as object) }
  }
  const read = (ownerId = issuerId) => findRequest(db, ownerId, requestId)
  return { issuerId, requestId, attempt, say, read }
}

const PROCESSING = { code: 'notFound', reason: 'processing' }
const OTHER_ATTEMPT = expect.objectContaining({ code: 'serviceUnavailable', reason: 'anotherAttempt' })

test('every step leads from every state where the table says, and nowhere else', () => {
  const open = { single: ['paid', 'declined', 'cancelled', 'expired'], multi: ['open', null, 'cancelled', 'expired'] }
  for (const uses of ['single', 'multi'] as const)
    for (const state of REQUEST_STATES)
      expect(REQUEST_STEPS.map((step) => stateAfter(uses, state, step))).toEqual(
        state === 'open' ? open[uses] : [null, null, null, null],
      )
})

test('a request has expired once its time is over, wherever it is read, unless a payment is under way', () => {
  const expiresAt = new Date()
  const before = new Date(expiresAt.getTime() - 1)
  const attempt = { movementId: newId(), payerId: newId() }
  expect(stateAt({ state: 'open', attempt: null, expiresAt }, before)).toBe('open')
  expect(stateAt({ state: 'open', attempt: null, expiresAt }, expiresAt)).toBe('expired')
  expect(stateAt({ state: 'open', attempt, expiresAt }, expiresAt)).toBe('open')
  expect(stateAt({ state: 'paid', attempt: null, expiresAt }, expiresAt)).toBe('paid')
})

test('what has ended takes no payment, and says how it ended', async () => {
  const payer = newId()
  for (const state of REQUEST_STATES.filter((one) => one !== 'open')) {
    const { attempt, say, read } = await aRequest({ state })
    const before = await read()
    for (const need of [
      { begin: attempt(payer), follows: null },
      { pay: attempt(payer), follows: null },
      { pay: attempt(payer) },
      { pay: attempt(payer), waits: () => true },
    ])
      expect(await say(need), state).toEqual({ code: 'notFound', reason: state })
    expect(await say({ stop: attempt(payer) })).toBe('accepted')
    expect(await say({ refund: attempt(payer) })).toEqual({ code: 'notFound' })
    expect(await read()).toEqual(before)
  }
  const late = await aRequest({ expiresAt: new Date(Date.now() - 1) })
  expect(await late.say({ pay: late.attempt(payer) })).toEqual({ code: 'notFound', reason: 'expired' })
})

test('only the person asked may pay, anyone else a link, and nobody their own or another amount', async () => {
  const [ana, ben] = [newId(), newId()]
  const asked = await aRequest({ askedId: ana })
  expect(await asked.say({ pay: asked.attempt(ben), follows: null })).toEqual({ code: 'notFound' })
  expect(await asked.say({ pay: asked.attempt(ana, newId(), 1n), follows: null })).toEqual({ code: 'notFound' })
  const movementId = newId()
  expect(await asked.say({ pay: asked.attempt(ana, movementId), follows: null })).toBe('accepted')
  for (const owner of [asked.issuerId, ana])
    expect(await asked.read(owner)).toMatchObject({
      state: 'paid',
      paidCount: 1,
      paidCents: AMOUNT_CENTS,
      paidMovementId: movementId,
      version: 2,
    })
  const link = await aRequest()
  expect(await link.say({ pay: link.attempt(link.issuerId), follows: null })).toEqual({ code: 'notFound' })
  expect(await link.say({ pay: link.attempt(ben), follows: null })).toBe('accepted')
  const unknown = { ...link.attempt(ben), paidFor: { kind: 'request', issuerId: newId(), id: newId() } } as const
  expect(await link.say({ pay: unknown, follows: null })).toEqual({ code: 'notFound' })
})

test('of many payers of a single-use link one gets through, and none who only begins to pay from outside keeps others out', async () => {
  const { attempt, say, read } = await aRequest()
  const paid = await Promise.all(Array.from({ length: 12 }, () => say({ pay: attempt(newId()), follows: null })))
  expect(paid.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(paid.filter((outcome) => outcome !== 'accepted')).toEqual(
    Array.from({ length: 11 }, () => ({ code: 'notFound', reason: 'paid' })),
  )
  expect(await read()).toMatchObject({ state: 'paid', paidCount: 1, paidCents: AMOUNT_CENTS })

  const other = await aRequest()
  const begun = await Promise.all(
    Array.from({ length: 12 }, () => other.say({ begin: other.attempt(newId()), follows: null })),
  )
  expect(begun).toEqual(Array.from({ length: 12 }, () => 'accepted'))
  expect(await other.say({ pay: other.attempt(newId()), follows: null })).toBe('accepted')
})

test('a payment from outside that is under way makes way for another of its payer that has seen it, or stops itself', async () => {
  const [ana, ben] = [newId(), newId()]
  const { attempt, say, read } = await aRequest()
  const first = attempt(ana)
  expect(await say({ begin: first, follows: null })).toBe('accepted')
  expect(await read()).toMatchObject({ state: 'open', attempt: { movementId: first.movementId, payerId: ana } })
  // The same person closes the one attempt before another begins.
  expect(await say({ begin: attempt(ana), follows: null })).toEqual(OTHER_ATTEMPT)
  expect(await say({ pay: attempt(ana), follows: newId() })).toEqual(OTHER_ATTEMPT)
  const second = attempt(ana)
  expect(await say({ begin: second, follows: first.movementId })).toBe('accepted')
  const standing = await read()
  expect(await say({ stop: first })).toBe('accepted')
  expect(await read()).toEqual(standing)
  expect(await say({ stop: second })).toBe('accepted')
  expect(await read()).toMatchObject({ state: 'open', attempt: null })
  expect(await say({ begin: attempt(ben), follows: null })).toBe('accepted')
})

test('money that has come pays whatever else is under way, once; what waits for its receiver is under way until it arrives', async () => {
  const [ana, ben] = [newId(), newId()]
  const { attempt, say, read } = await aRequest()
  const late = attempt(ana)
  expect(await say({ begin: attempt(ben), follows: null })).toBe('accepted')
  expect(await say({ pay: late, waits: () => true })).toEqual(PROCESSING)
  expect(await say({ pay: late })).toBe('accepted')
  expect(await say({ pay: attempt(ben) })).toEqual({ code: 'notFound', reason: 'paid' })
  expect(await read()).toMatchObject({ state: 'paid', paidMovementId: late.movementId, attempt: null })

  const held = await aRequest({ askedId: ana })
  const waiting = held.attempt(ana)
  expect(await held.say({ pay: waiting, follows: null, waits: () => true })).toBe('accepted')
  expect(await held.read(ana)).toMatchObject({ state: 'open', attempt: { movementId: waiting.movementId } })
  expect(await held.say({ pay: waiting })).toBe('accepted')
  expect(await held.read(ana)).toMatchObject({ state: 'paid', paidMovementId: waiting.movementId })
})

test('a payment that began in time still counts when the time is over, and no other begins', async () => {
  const { db } = app.services
  const { attempt, say, read, requestId, issuerId } = await aRequest()
  const begun = attempt(newId())
  await say({ begin: begun, follows: null })
  await db
    .updateTable('money_requests')
    .set({ expires_at: new Date(0) })
    .where('owner_id', '=', issuerId)
    .where('request_id', '=', requestId)
    .execute()
  const EXPIRED = { code: 'notFound', reason: 'expired' }
  const [again, another] = [attempt(begun.payerId), attempt(newId())]
  expect(await say({ begin: again, follows: begun.movementId })).toEqual(EXPIRED)
  for (const need of [
    { begin: another, follows: null },
    { pay: another, follows: null },
    { pay: again, follows: begun.movementId },
  ])
    expect(await say(need)).toEqual(EXPIRED)
  expect(await say({ pay: begun })).toBe('accepted')
  expect(await read()).toMatchObject({ state: 'paid' })
})

test('a request for several payments stays open, counts each and lets all payers in at once', async () => {
  const { attempt, say, read } = await aRequest({ uses: 'multi' })
  const payers = [newId(), newId(), newId()]
  for (const payer of payers) expect(await say({ begin: attempt(payer), follows: null })).toBe('accepted')
  expect(await read()).toMatchObject({ attempt: null, version: 1 })
  expect(await Promise.all(payers.map((payer) => say({ pay: attempt(payer) })))).toEqual(payers.map(() => 'accepted'))
  expect(await say({ pay: attempt(payers[0]!), waits: () => true, follows: null })).toBe('accepted')
  expect(await read()).toMatchObject({ state: 'open', paidCount: 3, paidCents: 3n * AMOUNT_CENTS, version: 4 })
})

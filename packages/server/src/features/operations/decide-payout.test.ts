/** What two operators decide about money that was blocked, or came back in a way that makes no sense. */
import { transactionId, uuidOf } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkMovements } from '#features/operations/invariants-store.ts'
import { moveDisputeMoney } from '#features/support/decide-dispute.ts'
import { PAYPAL } from '#features/withdrawals/paypal-rail.ts'
import { settlePayoutEvent } from '#features/withdrawals/settle-payout-event.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn } from '#test/factories.ts'
import { scriptedPayouts } from '#test/payouts.ts'
import { appOfFile } from '#test/suite.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'
import {
  approvePayoutDecision,
  makeOperator,
  payoutDecisionTasks,
  proposeDecision,
  readPayoutCases,
  readPayoutDecisions,
} from './index.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const withdrawals = withdrawalsIn(app)
const payouts = scriptedPayouts()
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials

beforeAll(async () => {
  app.services.payouts = { ...app.services.payouts, paypal: payouts }
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
})
afterAll(() => ctx.db.close())

const tell = (ref: string) =>
  settlePayoutEvent(app.services, PAYPAL, { provider: 'paypal', eventId: ref, objectId: `item_${ref}`, type: 'said' })

/** A withdrawal of $100 with a fee of $3, of which the provider has said all this. */
const told = async (...words: Parameters<typeof payouts.say>[1][]) => {
  const user = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  for (const word of words) {
    payouts.say(ref, word)
    await tell(ref)
  }
  return { user, ref }
}
const propose = (caseId: string, act: 'release' | 'block') =>
  proposeDecision(ctx, ana, { caseId, act, reference: 'case 12' })
const carryOut = () =>
  payoutDecisionTasks(app.services)['payout-decisions.carry-out']?.({}, {
    signal: new AbortController().signal,
  } as never)
const decide = async (caseId: string, act: 'release' | 'block') => {
  const digest = await propose(caseId, act)
  await approvePayoutDecision(ctx, ben, digest)
  await carryOut()
  // Carried out and not noted, as by a process that ended in between: the next one takes it up again.
  const forgotten = { outcome: null, ended_at: null }
  await app.services.db.updateTable('payout_decisions').set(forgotten).where('digest', '=', digest).execute()
  await carryOut()
  const of = app.services.db.selectFrom('payout_decisions').select('outcome').where('digest', '=', digest)
  return (await of.executeTakeFirstOrThrow()).outcome
}
const heldOf = async (ownerId: string) =>
  (await readPayoutCases(ctx)).filter((one) => one.ownerId === ownerId).map(({ movementId }) => movementId)

test('one operator alone moves nothing, and an approval is for exactly one proposal', async () => {
  const { user, ref } = await told({ outcome: 'blocked' })
  expect(await heldOf(user.id)).toEqual([ref])
  const digest = await propose(ref, 'release')
  await expect(approvePayoutDecision(ctx, ana, digest)).rejects.toThrow('may not approve')
  await expect(approvePayoutDecision(ctx, { ...ben, secret: 'guessed' }, digest)).rejects.toThrow('no operator')
  await expect(approvePayoutDecision(ctx, ben, 'f'.repeat(64))).rejects.toThrow('no proposal')
  await expect(proposeDecision(ctx, ana, { caseId: ref, act: 'release', reference: ' ' })).rejects.toThrow('evidence')
  await expect(propose(user.id, 'release')).rejects.toThrow('no such case')
  expect((await readPayoutDecisions(ctx))[0]).toMatchObject({ digest, caseId: ref, checker: null, outcome: null })
  await carryOut()
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 103_00 })
})

test('money of a payment by PayPal that is contested is no case of theirs', async () => {
  const { user, ref } = await told({ outcome: 'settled' })
  const contested = { type: 'reversal', state: 'ON HOLD', hold_reason: 'underReview' }
  await app.services.db
    .updateTable('movements')
    .set(contested)
    .where('owner_id', '=', user.id)
    .where('movement_id', '=', ref)
    .execute()
  expect(await heldOf(user.id)).toEqual([])
})

test('money that a fraud warning sets aside is a case of theirs, freed by two operators, once, and not by them once it is disputed', async () => {
  const [payer, user] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  const body = { toUser: user.userId, amount: 100_00, currency: 'USD' } as const
  const sent = async () => {
    const { data } = await app.call('startCheckout', body, { key: newId(), headers: await deposits.headersOf(payer) })
    await deposits.press(data.transactionId, 'pay')
    await deposits.settled(payer, data.transactionId)
    const ref = uuidOf(data.transactionId, 'txn') ?? ''
    await app.control('POST', `/card/payments/${ref}/fraud-warning`, {})
    await expect.poll(async () => (await app.runJobs(), heldOf(user.id))).toHaveLength(1)
    return { ref, caseId: (await heldOf(user.id))[0] ?? '' }
  }
  const first = await sent()
  await expect(propose(first.caseId, 'block')).rejects.toThrow('docs/runbooks/disputes.md')
  const again = await propose(first.caseId, 'release')
  expect(await decide(first.caseId, 'release')).toBe('done')
  await approvePayoutDecision(ctx, ben, again)
  await carryOut()
  expect((await readPayoutDecisions(ctx)).find(({ digest }) => digest === again)?.outcome).toBe('invalidTransactionId')
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 100_00, held: 0 })
  expect(await heldOf(user.id)).toEqual([])
  const second = await sent()
  const late = await propose(second.caseId, 'release')
  await app.control('POST', `/card/payments/${second.ref}/dispute`, {})
  await expect.poll(async () => (await app.runJobs(), heldOf(user.id))).toEqual([])
  await approvePayoutDecision(ctx, ben, late)
  await carryOut()
  expect((await readPayoutDecisions(ctx)).find(({ digest }) => digest === late)?.outcome).toBe('invalidTransactionId')
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 200_00, held: 100_00 })
})

test('a blocked withdrawal is given back by two operators, once, with its fee', async () => {
  const { user, ref } = await told({ outcome: 'blocked' })
  const [first, again] = [await propose(ref, 'release'), await propose(ref, 'block')]
  await approvePayoutDecision(ctx, ben, first)
  await approvePayoutDecision(ctx, ben, again)
  await Promise.all([carryOut(), carryOut()])
  const outcomes = (await readPayoutDecisions(ctx)).filter(({ caseId }) => caseId === ref).map((one) => one.outcome)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'invalidTransactionId']))
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 0 })
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await heldOf(user.id)).toEqual([])
})

test('or booked as blocked: it leaves the wallet under a row of its own, and no later word gives it back', async () => {
  const user = await withdrawals.aWithdrawer({ free: true })
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  payouts.say(ref, { outcome: 'blocked' })
  await tell(ref)
  const before = await withdrawals.houseOf('liability:blocked', user)
  expect(await decide(ref, 'block')).toBe('done')
  payouts.say(ref, { outcome: 'returned' })
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 900_00, held: 0 })
  expect((await withdrawals.houseOf('liability:blocked', user)) - before).toBe(100_00)
  expect(await withdrawals.rowsOf(user)).toMatchObject([
    { type: 'adjustment', state: 'COMPLETED', amount: 100_00, linkedId: transactionId(ref) },
    { type: 'withdraw', state: 'CANCELLED', cancelReason: 'keptApart' },
  ])
  const violations = await checkMovements(app.services.db.pool)
  expect(violations.filter(({ where }) => JSON.stringify(where).includes(ref))).toEqual([])
})

test('what came back and was kept apart is given back from where it lies, with its fee and its limits; of two, one', async () => {
  for (const [outcome, account] of [
    ['blocked', 'liability:blocked'],
    ['review', 'suspense:unmatched'],
  ] as const) {
    const { user, ref } = await told({ outcome: 'settled' }, { outcome, isBack: true, reason: 'R24' })
    payouts.say(ref, { returnId: `second_${ref}` })
    await tell(ref)
    const before = await withdrawals.houseOf(account, user)
    const [first = '', second = ''] = await heldOf(user.id)
    expect(await withdrawals.rowOf(user, ref)).not.toHaveProperty('givenBack')
    await expect(propose(first, 'block')).rejects.toThrow('can be done about')
    expect(await decide(first, 'release')).toBe('done')
    await expect(propose(second, 'release')).rejects.toThrow('can be done about')
    expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 0 })
    expect(before - (await withdrawals.houseOf(account, user))).toBe(100_00)
    expect(await withdrawals.rowsOf(user)).toContainEqual(
      expect.objectContaining({ type: 'reversal', state: 'COMPLETED', amount: 103_00, balance: 1_000_00 }),
    )
    expect(await withdrawals.rowOf(user, ref)).toMatchObject({ givenBack: 103_00, returnedAs: transactionId(first) })
    expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'returned' })
    const used = app.services.db.selectFrom('limit_usage').selectAll().where('owner_id', '=', user.id)
    expect(await used.execute()).toMatchObject([{ given_back_at: expect.any(Date) }])
    // A later word of the provider gives nothing back once more.
    payouts.say(ref, { outcome: 'returned', returnId: `third_${ref}` })
    await tell(ref)
    expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 0 })
    const violations = await checkMovements(app.services.db.pool)
    expect(violations.filter(({ where }) => JSON.stringify(where).includes(ref))).toEqual([])
  }
})

test.each([
  ['blocked', 'liability:blocked'],
  ['review', 'suspense:unmatched'],
] as const)(
  'what came back as %s for an account that has closed is kept for its owner, and the case is over',
  async (outcome, account) => {
    const { user, ref } = await told({ outcome: 'settled' })
    await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
    payouts.say(ref, { outcome, isBack: true, reason: 'R24' })
    await tell(ref)
    const [caseId = ''] = await heldOf(user.id)
    const houses = [account, 'liability:unclaimed'] as const
    const [apart, unclaimed] = await Promise.all(houses.map((house) => withdrawals.houseOf(house, user)))
    expect(await decide(caseId, 'release')).toBe('done')
    expect(await withdrawals.balanceOf(user)).toEqual({ balance: 897_00, held: 0 })
    expect(await withdrawals.houseOf(account, user)).toBe(Number(apart) - 100_00)
    // With its fee, like what comes back for a closed account without having been kept apart.
    expect(await withdrawals.houseOf('liability:unclaimed', user)).toBe(Number(unclaimed) + 103_00)
    expect(await heldOf(user.id)).toEqual([])
    expect(await withdrawals.rowOf(user, caseId)).toMatchObject({ state: 'CANCELLED', balance: null })
    expect(await withdrawals.rowOf(user, ref)).not.toHaveProperty('givenBack')
    expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'returned' })
    const violations = await checkMovements(app.services.db.pool)
    expect(violations.filter(({ where }) => JSON.stringify(where).includes(ref))).toEqual([])
  },
)

test('what came back before it arrived, in a way that makes no sense, is given back whole by two operators, with its free place and its limits', async () => {
  const user = await withdrawals.aWithdrawer({ free: true })
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  const odd = { outcome: 'review', isBack: true, reason: 'R01' } as const
  // What its provider only looks at waits for no operator.
  payouts.say(ref, { outcome: 'review' })
  await tell(ref)
  await expect(propose(ref, 'release')).rejects.toThrow('can be done about')
  payouts.say(ref, odd)
  await tell(ref)
  await tell(ref)
  const held = await withdrawals.rowOf(user, ref)
  expect(held).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
  expect(held.timeline.filter(({ step }) => step === 'onHold')).toHaveLength(2)
  await expect(propose(ref, 'block')).rejects.toThrow('can be done about')
  expect(await decide(ref, 'release')).toBe('done')
  await tell(ref)
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 0 })
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'returned',
    returnReason: 'R01',
  })
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'returned' })
  const used = app.services.db.selectFrom('free_operations').selectAll().where('owner_id', '=', user.id)
  expect(await used.execute()).toEqual([])
  const violations = await checkMovements(app.services.db.pool)
  expect(violations.filter(({ where }) => JSON.stringify(where).includes(ref))).toEqual([])
})

test('what the provider can no longer be asked about is given back once two operators have seen that it is not there, and not before', async () => {
  const user = await withdrawals.aWithdrawer()
  payouts.failNext('unknownOutcome', 'before')
  payouts.unknown = 'cannotTell'
  const ref = await withdrawals.takeOn(user)
  await app.runJobs()
  await withdrawals.sweep(user, 2)
  // While the provider is asked, it decides.
  await expect(propose(ref, 'release')).rejects.toThrow('can be done about')
  await withdrawals.sweep(user, 40 * 24 * 60)
  payouts.unknown = null
  await expect(propose(ref, 'block')).rejects.toThrow('can be done about')
  expect(await decide(ref, 'release')).toBe('done')
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 0 })
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'cancelled' })
})

test('what is given back ends a dispute of the withdrawal that was credited meanwhile, so that nobody keeps it twice', async () => {
  const { user, ref } = await told({ outcome: 'settled' })
  const headers = await signedIn(app.services, user)
  const asked = {
    transactionId: transactionId(ref),
    kind: 'unauthorised',
    description: 'That is not my account',
  } as const
  const { data } = await app.call('createDispute', asked, { headers })
  const dispute = { ownerId: user.id, disputeId: uuidOf(data.id, 'dsp') ?? '' }
  const by = { operator: 'ana', orderId: newId(), creditCents: null }
  expect(await moveDisputeMoney(app.services, dispute, 'credit', by)).toBe('done')
  payouts.say(ref, { outcome: 'blocked', isBack: true, reason: 'R16' })
  await tell(ref)
  expect(await decide((await heldOf(user.id))[0] ?? '', 'release')).toBe('done')
  await app.runJobs()
  const ended = (await app.call('getDispute', { disputeId: data.id }, { headers })).data
  expect(ended).toMatchObject({ state: 'cameBack', credit: { state: 'toTakeBack', amount: 103_00 } })
})

test('of less than went its owner gets what there is; the fee is for what did not come back', async () => {
  const { user, ref } = await told({ outcome: 'settled' }, { outcome: 'returned', amountCents: 60_00n })
  expect(await decide((await heldOf(user.id))[0] ?? '', 'release')).toBe('done')
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 957_00, held: 0 })
  expect(await withdrawals.rowOf(user, ref)).toMatchObject({ givenBack: 60_00 })
  expect(await withdrawals.payoutOf(ref)).toMatchObject({ state: 'returned' })
})

test('more than went is given to nobody, and what was given back already not again', async () => {
  const much = await told({ outcome: 'settled' }, { outcome: 'returned', amountCents: 250_00n })
  await expect(propose((await heldOf(much.user.id))[0] ?? '', 'release')).rejects.toThrow('can be done about')
  expect(await withdrawals.balanceOf(much.user)).toEqual({ balance: 897_00, held: 0 })
  const { user, ref } = await told({ outcome: 'settled' }, { outcome: 'returned' })
  payouts.say(ref, { returnId: `second_${ref}` })
  await tell(ref)
  await expect(propose((await heldOf(user.id))[0] ?? '', 'release')).rejects.toThrow('can be done about')
  expect(await withdrawals.balanceOf(user)).toEqual({ balance: 1_000_00, held: 0 })
})

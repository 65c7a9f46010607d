import { expect, test } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { ReportLine } from '#providers/report.ts'
import { ProviderError } from '#providers/types.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { listOpenCredits } from '#features/zelle/credits-store.ts'
import { refundByOperator } from '#features/zelle/operator-acts.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { explain, findRunEnds, insertRun, keepDifferences, listOpenDifferences, type Run } from './differences-store.ts'
import { reconcileRail } from './reconcile-rail.ts'
import { reconciliationTasks } from './tasks.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const DAY_MS = 86_400_000

/** A deposit by card that has arrived, as the provider's report has it. */
const arrived = async (): Promise<ReportLine> => {
  const ana = await aUser(app.services, { tier: 2 })
  const { data } = await deposits.start(ana)
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  const [payment] = await app.services.db
    .selectFrom('provider_operations')
    .select(['payment_id', 'amount_cents', 'fee_cents', 'ref'])
    .where('owner_id', '=', ana.id)
    .execute()
  if (!payment?.payment_id) throw new Error('a deposit that arrived has a payment')
  const { payment_id: objectId, amount_cents, fee_cents } = payment
  const at = app.clock.now()
  return { objectId, ref: payment.ref, amountCents: amount_cents + fee_cents, feeCents: 59n, kind: 'payment', at }
}

/** The provider's report says exactly these lines. */
const reconcile = async (report: () => Promise<ReportLine[]>) => {
  const now = app.clock.now().getTime()
  const run: Run = { id: newId(), rail: 'card', from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) }
  await insertRun(app.services.db, run, { by: 'test', at: app.clock.now() })
  const card = { ...app.services.card, report } as Services['card']
  return reconcileRail({ ...app.services, card }, run)
}
const open = async () =>
  (await listOpenDifferences(app.services.db, 100)).map(({ what, subject }) => ({ what, subject }))

test('what the books and the report of a day have in common is no difference; every other line is, until it is found', async () => {
  const [first, second, third] = [await arrived(), await arrived(), await arrived()]
  expect(await reconcile(async () => [first, second, third])).toMatchObject({
    outcome: 'compared',
    lines: 3,
    entries: 3,
    openDifferences: 0,
  })
  expect(await open()).toEqual([])

  const old = new Date(app.clock.now().getTime() - 3 * 3_600_000)
  const extra: ReportLine = { ...first, objectId: 'pi_unknown', ref: null, at: old }
  const changed = { ...second, amountCents: second.amountCents - 1n }
  expect(await reconcile(async () => [first, first, changed, third, extra])).toMatchObject({ openDifferences: 3 })
  expect(await open()).toEqual(
    expect.arrayContaining([
      { what: 'duplicate', subject: first.objectId },
      { what: 'otherAmount', subject: second.objectId },
      { what: 'missingHere', subject: 'pi_unknown' },
    ]),
  )
  // What is booked and not final there yet is noted, and no alarm.
  expect(await reconcile(async () => [first, second])).toMatchObject({ openDifferences: 0 })
  const kept = await app.services.db
    .selectFrom('reconciliation_differences')
    .select(['what', 'state', 'explanation'])
    .orderBy('what')
    .execute()
  expect(kept).toEqual([
    { what: 'duplicate', state: 'explained', explanation: 'agreed' },
    { what: 'missingHere', state: 'explained', explanation: 'agreed' },
    { what: 'missingThere', state: 'explained', explanation: 'clearing' },
    { what: 'otherAmount', state: 'explained', explanation: 'agreed' },
  ])
})

test('an operator’s words are about one kind of difference of a subject, and leave the others open', async () => {
  const at = new Date('2020-01-01T12:00:00Z')
  const run: Run = { id: newId(), rail: 'card', from: at, to: at }
  const one = { subject: 'pi_two', ref: null, at, theirsCents: 1n, oursCents: 2n, isClearing: false }
  const say = (what: string) =>
    transaction(app.services.db, 'explain', (trx) =>
      explain(trx, { rail: 'card', what, subject: 'pi_two', by: 'ana', explanation: 'by hand' }),
    )
  await transaction(app.services.db, 'keep', (trx) =>
    keepDifferences(
      trx,
      run,
      [
        { ...one, what: 'duplicate' },
        { ...one, what: 'otherAmount' },
      ],
      at,
    ),
  )
  const ofTwo = async () => (await open()).filter(({ subject }) => subject === 'pi_two')
  expect(await say('duplicate')).toBe(true)
  expect(await ofTwo()).toEqual([{ what: 'otherAmount', subject: 'pi_two' }])
  expect(await say('duplicate')).toBe(false)
  expect(await say('otherAmount')).toBe(true)
})

test('a report that cannot be read to its end compares nothing, and says so', async () => {
  const before = await open()
  const ended = await reconcile(async () => {
    throw new ProviderError('unavailable', 'the second page did not come')
  })
  expect(ended).toMatchObject({ outcome: 'failed', openDifferences: 0 })
  expect(await open()).toEqual(before)
})

test('a comparison that fails does not keep the others, and waits to be tried again', async () => {
  const now = app.clock.now()
  const [failing, other]: [Run, Run] = [
    { id: newId(), rail: 'card', from: new Date(0), to: now },
    { id: newId(), rail: 'bank', from: new Date(0), to: now },
  ]
  for (const run of [failing, other]) await insertRun(app.services.db, run, { by: 'test', at: now })
  const report = () => Promise.reject(new TypeError('a line is no line'))
  const card = { ...app.services.card, report } as Services['card']
  await reconciliationTasks({ ...app.services, card })['reconciliation.run']()
  const ended = await findRunEnds(app.services.db, [failing.id, other.id])
  expect(ended).toMatchObject([{ rail: 'bank', isOver: true }])
  await reconcileRail(app.services, failing)
  const running: Run = { id: newId(), rail: 'bank', from: now, to: new Date(now.getTime() + DAY_MS) }
  await insertRun(app.services.db, running, { by: 'test', at: now })
  await reconcileRail(app.services, running)
  expect(await findRunEnds(app.services.db, [running.id])).toMatchObject([{ isOver: false }])
})

test('a rail without a report is not taken for one that agrees', async () => {
  const run: Run = { id: newId(), rail: 'bank', from: new Date(0), to: new Date(1) }
  await insertRun(app.services.db, run, { by: 'test', at: app.clock.now() })
  const payouts = { ...app.services.payouts, bank: {} } as unknown as Services['payouts']
  expect(await reconcileRail({ ...app.services, payouts }, run)).toMatchObject({ outcome: 'noReport' })
})

/** Reads the bank's list by more than what may still be on its way later. */
const comparedZelle = async () => {
  const now = app.clock.now().getTime()
  const run: Run = { id: newId(), rail: 'zelle', from: new Date(now - 2 * DAY_MS), to: new Date(now + 2 * DAY_MS) }
  await insertRun(app.services.db, run, { by: 'test', at: app.clock.now() })
  const clock = { ...app.services.clock, offsetMs: () => app.services.clock.offsetMs() + 20 * DAY_MS }
  return reconcileRail({ ...app.services, clock }, run)
}
const creditOf = (reference: string) =>
  app.control<{ id: string }>('POST', '/zelle/credits', { reference, amountCents: 12_34, senderName: 'Ana Ruiz' })

test('a credit that operators refund differs until the bank has paid it back, and what was paid back without an order is named', async () => {
  const [refunded, other] = [await creditOf('200000001'), await creditOf('200000002')]
  await pollFeed(app.services)
  const found = (await listOpenCredits(app.services.db, 500)).find(({ reference }) => reference === '200000001')
  if (!found) throw new Error('a credit that nothing waits for is nobody’s')
  expect(await refundByOperator(app.services, { orderId: newId(), creditId: found.id })).toBe('done')
  expect(await comparedZelle()).toMatchObject({ openDifferences: 1 })
  expect(await open()).toEqual([expect.objectContaining({ what: 'missingThere' })])
  await app.control('POST', `/zelle/credits/${refunded.id}/pay-back`)
  const before = await listOpenCredits(app.services.db, 500)
  await pollFeed(app.services)
  expect(await listOpenCredits(app.services.db, 500)).toEqual(before)
  expect(await comparedZelle()).toMatchObject({ outcome: 'compared', openDifferences: 0 })
  expect(await open()).toEqual([])
  // The order was carried out weeks before the bank paid: the two are still one, and neither is named.
  const late = await creditOf('200000003')
  await pollFeed(app.services)
  const lateCredit = (await listOpenCredits(app.services.db, 500)).find(({ reference }) => reference === '200000003')
  await refundByOperator(app.services, { orderId: newId(), creditId: lateCredit?.id ?? '' })
  app.clock.advance(20 * DAY_MS)
  await app.control('POST', '/clock/advance', { seconds: 20 * 86_400 })
  await app.control('POST', `/zelle/credits/${late.id}/pay-back`)
  await pollFeed(app.services)
  expect(await comparedZelle()).toMatchObject({ outcome: 'compared', openDifferences: 0 })
  const { id: line } = await app.control<{ id: string }>('POST', `/zelle/credits/${other.id}/pay-back`)
  expect(await comparedZelle()).toMatchObject({ openDifferences: 1 })
  expect(await open()).toEqual([{ what: 'missingHere', subject: line }])
  const kept = (await listOpenCredits(app.services.db, 500)).find(({ reference }) => reference === '200000002')
  expect(await refundByOperator(app.services, { orderId: newId(), creditId: kept?.id ?? '' })).toBe('done')
  expect(await comparedZelle()).toMatchObject({ openDifferences: 0 })
})

test("the bank's list is read again and agrees with the books of Zelle; a credit that never came into them is named", async () => {
  await creditOf('100000001')
  const takenBack = await creditOf('100000002')
  await pollFeed(app.services)
  await app.control('POST', `/zelle/credits/${takenBack.id}/remove`)
  await pollFeed(app.services)
  expect(await comparedZelle()).toMatchObject({ outcome: 'compared', openDifferences: 0 })
  await creditOf('100000003')
  expect(await comparedZelle()).toMatchObject({ openDifferences: 1 })
})

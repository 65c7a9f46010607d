/** Payments that their sender may still take back. */
import { expect, test } from 'vitest'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

const headersOf = (user: TestUser) => signedIn(app.services, user)
const send = async (from: TestUser, to: TestUser, amount: number) =>
  app.call(
    'sendInApp',
    { toUser: to.userId, amount, currency: 'USD' },
    { key: newId(), headers: await headersOf(from) },
  )
const undo = async (user: TestUser, transactionId: string) =>
  app.call('cancelTransaction', { transactionId }, { headers: await headersOf(user) })
const rowsOf = async (user: TestUser) =>
  (await app.call('listTransactions', {}, { headers: await headersOf(user) })).data.items
const newest = async (user: TestUser) => (await rowsOf(user))[0]
const walletOf = async ({ id }: TestUser) => {
  const { balanceCents, heldCents } = await app.services.ledger.balance({ ownerId: id, account: 'wallet' })
  return [balanceCents, heldCents]
}
const pass = (ms: number) => app.clock.advance(ms)
const MINUTE = 60_000

/** Ana, with $1,000 and so many minutes to undo a first payment, and Ben, who never got one. */
const aPair = async ({ minutes = 10, tier = 1 }: { minutes?: 0 | 10 | 60; tier?: 0 | 1 } = {}) => {
  const [ana, ben] = await Promise.all([aUser(app.services, { tier: 1 }), aUser(app.services, { tier })])
  await withBalance(app.services, ana, 1_000_00)
  const chosen = await app.call('changePreferences', { undoMinutes: minutes }, { headers: await headersOf(ana) })
  expect(chosen.data.undoMinutes).toBe(minutes)
  return { ana, ben }
}

test('a first payment waits as long as its sender chose: both see when it arrives, and the receiver cannot spend it', async () => {
  for (const minutes of [10, 60] as const) {
    const { ana, ben } = await aPair({ minutes })
    const { data } = await send(ana, ben, 30_00)
    expect(data).toMatchObject({ state: 'PENDING', balance: 970_00 })
    for (const [user, type] of [
      [ana, 'sent'],
      [ben, 'received'],
    ] as const) {
      const row = await newest(user)
      expect(row).toMatchObject({ type, state: 'PENDING', balance: null, cancellable: user === ana })
      expect(Date.parse(row?.arrivesAt ?? '') - Date.parse(row?.date ?? '')).toBe(minutes * MINUTE)
    }
    expect(await walletOf(ana)).toEqual([1_000_00n, 30_00n])
    expect(await walletOf(ben)).toEqual([0n, 0n])
    expect(await send(ben, ana, 1)).toMatchObject({ code: 'senderUnsufficientFunds' })
    expect(await undo(ben, data.transactionId)).toMatchObject({ code: 'invalidTransactionId' })

    pass((minutes - 1) * MINUTE)
    await sweepPayments(app.services)
    expect(await newest(ben)).toMatchObject({ state: 'PENDING' })
    pass(MINUTE)
    await Promise.all([sweepPayments(app.services), sweepPayments(app.services)])
    expect(await walletOf(ana)).toEqual([970_00n, 0n])
    expect(await walletOf(ben)).toEqual([30_00n, 0n])
    expect(await newest(ana)).toMatchObject({ state: 'COMPLETED', balance: 970_00, cancellable: false })
    expect(await undo(ana, data.transactionId)).toMatchObject({ code: 'invalidTransactionId' })
    // From now on they know each other.
    expect(await send(ana, ben, 5_00)).toMatchObject({ data: { state: 'COMPLETED' } })
  }
})

test('what is undone is all back, for the limits too, and the next payment is a first one again', async () => {
  const { ana, ben } = await aPair()
  const usedOf = async () =>
    (await app.call('limits', undefined, { headers: await headersOf(ana) })).data.rows.map(({ usedCents }) => usedCents)
  const before = await usedOf()
  const { data } = await send(ana, ben, 30_00)
  const answers = await Promise.all([undo(ana, data.transactionId), undo(ana, data.transactionId)])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await walletOf(ana)).toEqual([1_000_00n, 0n])
  expect(await usedOf()).toEqual(before)
  for (const user of [ana, ben])
    expect(await newest(user)).toMatchObject({ state: 'CANCELLED', cancelReason: 'cancelledByUser' })
  pass(11 * MINUTE)
  await sweepPayments(app.services)
  expect(await walletOf(ben)).toEqual([0n, 0n])
  expect(await send(ana, ben, 30_00)).toMatchObject({ data: { state: 'PENDING' } })
})

test('X-33 undoing and arriving in the same moment have exactly one outcome', async () => {
  const pairs = await Promise.all(Array.from({ length: 8 }, () => aPair()))
  const sent = await Promise.all(
    pairs.map(async ({ ana, ben }) => ({ ana, ben, id: (await send(ana, ben, 30_00)).data.transactionId })),
  )
  const last = Math.max(
    ...(await Promise.all(sent.map(async ({ ana }) => Date.parse((await newest(ana))?.arrivesAt ?? '')))),
  )
  // The verbs look at the time while it is up: some of each are just before, some just after.
  pass(Math.max(0, last - app.clock.now().getTime() - 20))
  await Promise.all([
    ...sent.map(({ ana, id }) => undo(ana, id)),
    ...Array.from({ length: 4 }, () => sweepPayments(app.services)),
  ])
  pass(2 * MINUTE)
  await sweepPayments(app.services)
  for (const { ana, ben } of sent) {
    const states = [(await newest(ana))?.state, (await newest(ben))?.state]
    const [hasArrived, isUndone] = [states[0] === 'COMPLETED', states[0] === 'CANCELLED']
    expect([states[1], hasArrived || isUndone]).toEqual([states[0], true])
    expect(await walletOf(ana)).toEqual([hasArrived ? 970_00n : 1_000_00n, 0n])
    expect(await walletOf(ben)).toEqual([hasArrived ? 30_00n : 0n, 0n])
  }
})

test('what cannot be delivered any more goes back: its sender is frozen, its receiver gone, or one has blocked the other', async () => {
  const [frozen, gone, blocked] = [await aPair(), await aPair(), await aPair()]
  await send(blocked.ana, blocked.ben, 30_00)
  await app.call('block', { userId: blocked.ana.userId }, { headers: await headersOf(blocked.ben) })
  await send(frozen.ana, frozen.ben, 30_00)
  await app.call('freeze', {}, { headers: await headersOf(frozen.ana) })
  await send(gone.ana, gone.ben, 30_00)
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', gone.ben.id).execute()
  pass(11 * MINUTE)
  await sweepPayments(app.services)
  expect(await newest(frozen.ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  for (const { ana } of [gone, blocked])
    expect(await newest(ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  for (const { ana } of [frozen, gone, blocked]) expect(await walletOf(ana)).toEqual([1_000_00n, 0n])
})

test('what would lift an unverified wallet over its cap by the time it arrives waits for its owner then', async () => {
  const { ana, ben } = await aPair({ tier: 0 })
  await withBalance(app.services, ben, 900_00)
  await send(ana, ben, 60_00)
  await send(ana, ben, 70_00)
  pass(11 * MINUTE)
  await sweepPayments(app.services)
  const rows = await rowsOf(ben)
  expect(
    rows
      .filter(({ type }) => type === 'received')
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(['COMPLETED', 'ON HOLD'])
  const waiting = rows.find(({ state }) => state === 'ON HOLD')
  expect(waiting).toMatchObject({ holdReason: 'recipientKycRequired' })
  expect(Date.parse(waiting?.returnsAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(13 * 1_440 * MINUTE)
  expect((await walletOf(ana))[1]).toBe(BigInt(waiting?.amount ?? 0))
})

test('who undoes nothing sends at once, and a payment taken back holds up no later one to an unverified person', async () => {
  const { ana, ben } = await aPair({ minutes: 0, tier: 0 })
  expect(await send(ana, ben, 1_00)).toMatchObject({ data: { state: 'COMPLETED' } })
  const other = await aPair({ tier: 0 })
  const { data } = await send(other.ana, other.ben, 1_00)
  await undo(other.ana, data.transactionId)
  await app.call('changePreferences', { undoMinutes: 0 }, { headers: await headersOf(other.ana) })
  expect(await send(other.ana, other.ben, 1_00)).toMatchObject({ data: { state: 'COMPLETED' } })
})

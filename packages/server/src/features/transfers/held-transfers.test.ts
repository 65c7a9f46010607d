import { uuidOf } from '@puente/contract'
import { expect, test } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { findPersonById } from '#features/accounts/index.ts'
import { newReference } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import { auditOfSystem } from '#features/payments/command-audit.ts'
import { endWait, releaseHeldTransfers } from './held-transfers.ts'
import { sendCommand } from './send-command.ts'
import { sweepPayments } from '#features/rails/sweep-payments.ts'

const app = appOfFile()

const headersOf = (user: TestUser) => signedIn(app.services, user)
const send = async (from: TestUser, to: TestUser, amount: number) =>
  app.call(
    'sendInApp',
    { toUser: to.userId, amount, currency: 'USD' },
    { key: newId(), headers: await headersOf(from) },
  )
const walletOf = (user: TestUser) => app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
const newest = async (user: TestUser) =>
  (await app.call('listTransactions', { limit: 1 }, { headers: await headersOf(user) })).data.items[0]
const personOf = async ({ id }: TestUser) => {
  const person = await findPersonById(app.services.db, id)
  if (!person) throw new Error('a test user is missing from the directory')
  return person
}
const raiseTier = (user: TestUser) =>
  app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', user.id).execute()

/** Ana has $800 and tries to give Ben, whose wallet is at $900 of its $1,000, another $200. */
const aHeldTransfer = async () => {
  const ana = await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' })
  const ben = await aUser(app.services, { tier: 0, fullName: 'Ben Lee' })
  await withBalance(app.services, ana, 800_00)
  await withBalance(app.services, ben, 900_00)
  const answer = await send(ana, ben, 200_00)
  return { ana, ben, answer }
}

test('money that would lift an unverified wallet over $1,000 waits; the sender is not refused and cannot spend it', async () => {
  const { ana, ben, answer } = await aHeldTransfer()
  expect(answer).toMatchObject({ status: 200, data: { state: 'ON HOLD', balance: 600_00 } })
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 800_00n, heldCents: 200_00n })
  expect(await newest(ana)).toMatchObject({ state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null })
  expect(await newest(ben)).toMatchObject({ type: 'received', state: 'ON HOLD', balance: null, amount: 200_00 })
  // Both see until when it waits.
  for (const row of [await newest(ana), await newest(ben)])
    expect(Date.parse(row?.returnsAt ?? '') - Date.parse(row?.date ?? '')).toBe(14 * 86_400_000)
  expect(await send(ana, ben, 600_01)).toMatchObject({ code: 'senderUnsufficientFunds' })
})

test('exactly up to $1,000 goes through', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const ben = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, ana, 1000_00)
  expect(await send(ana, ben, 1000_00)).toMatchObject({ data: { state: 'COMPLETED' } })
})

test('it is released once the receiver has proved who they are, and never twice', async () => {
  const { ana, ben } = await aHeldTransfer()
  await releaseHeldTransfers(app.services, ben.id)
  expect(await newest(ben)).toMatchObject({ state: 'ON HOLD' })
  await raiseTier(ben)
  await Promise.all([releaseHeldTransfers(app.services, ben.id), releaseHeldTransfers(app.services, ben.id)])
  await releaseHeldTransfers(app.services, ben.id)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 600_00n, heldCents: 0n })
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 1100_00n })
  expect(await newest(ana)).toMatchObject({ state: 'COMPLETED', balance: 600_00, holdReason: null })
  expect(await newest(ben)).toMatchObject({ state: 'COMPLETED', balance: 1100_00 })
})

test('what a frozen sender had sent stays held until they unfreeze, or goes back to them', async () => {
  const [{ ana, ben }, another] = [await aHeldTransfer(), await aHeldTransfer()]
  for (const sender of [ana, another.ana]) await app.call('freeze', {}, { headers: await headersOf(sender) })
  await raiseTier(ben)
  await raiseTier(another.ben)
  await releaseHeldTransfers(app.services, ben.id)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 800_00n, heldCents: 200_00n })
  await app.call('unfreeze', {}, { headers: await headersOf(ana) })
  await app.runJobs()
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 1100_00n })

  const { transactionId } = another.answer.data
  await endWait(app.services, another.ana.id, uuidOf(transactionId, 'txn') ?? '')
  expect(await newest(another.ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  expect(await walletOf(another.ana)).toMatchObject({ balanceCents: 800_00n, heldCents: 0n })
})

test('a frozen sender may take a held transfer back', async () => {
  const { ana, answer } = await aHeldTransfer()
  await app.call('freeze', {}, { headers: await headersOf(ana) })
  const { transactionId } = answer.data
  expect(await app.call('cancelTransaction', { transactionId }, { headers: await headersOf(ana) })).toMatchObject({
    data: { state: 'CANCELLED' },
  })
})

/** 32,767 is where a smallint ends, 2,147,483,646 the last version after which the column has room for another. */
const EDGES = [32_767, 2_147_483_646]

const withVersions = ({ ana, ben, answer }: Awaited<ReturnType<typeof aHeldTransfer>>, version: number) =>
  app.services.db
    .updateTable('movements')
    .set({ version })
    .where('owner_id', 'in', [ana.id, ben.id])
    .where('movement_id', '=', uuidOf(answer.data.transactionId, 'txn') ?? '')
    .execute()

test.each(EDGES)('however often a row was changed before, it can be changed once more: version %i', async (version) => {
  const taken = await aHeldTransfer()
  await withVersions(taken, version)
  const { transactionId } = taken.answer.data
  const cancelled = await app.call('cancelTransaction', { transactionId }, { headers: await headersOf(taken.ana) })
  expect(cancelled).toMatchObject({ status: 200, data: { state: 'CANCELLED' } })
  expect(await newest(taken.ana)).toMatchObject({ state: 'CANCELLED', version: version + 1 })

  const released = await aHeldTransfer()
  await withVersions(released, version)
  await raiseTier(released.ben)
  await releaseHeldTransfers(app.services, released.ben.id)
  expect(await newest(released.ben)).toMatchObject({ state: 'COMPLETED', version: version + 1 })
})

test('the notes that both sides write leave the version as it is', async () => {
  const { ana, ben, answer } = await aHeldTransfer()
  const { transactionId } = answer.data
  for (const user of [ana, ben])
    for (const note of ['rent', 'the flat', ''])
      await app.call('noteTransaction', { transactionId, note }, { headers: await headersOf(user) })
  expect(await newest(ana)).toMatchObject({ version: 1 })
  expect(await newest(ben)).toMatchObject({ version: 1 })
})

test('after fourteen days it goes back to the sender and gives back the limit', async () => {
  const { ana, ben } = await aHeldTransfer()
  app.clock.advance(13 * 86_400_000)
  await sweepPayments(app.services)
  expect(await newest(ana)).toMatchObject({ state: 'ON HOLD' })
  app.clock.advance(86_400_000 + 1000)
  await sweepPayments(app.services)
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 800_00n, heldCents: 0n })
  expect(await newest(ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'recipientDidNotVerify' })
  expect(await newest(ben)).toMatchObject({ state: 'CANCELLED', cancelReason: 'recipientDidNotVerify' })
  const rows = (await app.call('limits', undefined, { headers: await headersOf(ana) })).data.rows
  expect(rows.find(({ row }) => row === 'L-05')?.usedCents).toBe(0)
  await raiseTier(ben)
  await releaseHeldTransfers(app.services, ben.id)
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 900_00n })
})

test('a receiver who proved who they are in time gets it, even when its release still waits as the days are over', async () => {
  const { ana, ben } = await aHeldTransfer()
  await raiseTier(ben)
  app.clock.advance(14 * 86_400_000 + 1000)
  await sweepPayments(app.services)
  expect(await newest(ana)).toMatchObject({ state: 'COMPLETED', cancelReason: null })
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 1100_00n })
})

test('the sender may take it back while it waits; the receiver may not', async () => {
  const { ana, ben, answer } = await aHeldTransfer()
  const { transactionId } = answer.data
  const cancel = async (user: TestUser) =>
    app.call('cancelTransaction', { transactionId }, { headers: await headersOf(user) })
  expect(await cancel(ben)).toMatchObject({ status: 404, code: 'invalidTransactionId' })
  expect(await cancel(ana)).toMatchObject({ status: 200, data: { state: 'CANCELLED' } })
  expect(await walletOf(ana)).toMatchObject({ balanceCents: 800_00n, heldCents: 0n })
  expect(await newest(ben)).toMatchObject({ state: 'CANCELLED', cancelReason: 'cancelledByUser' })
  expect(await cancel(ana)).toMatchObject({ code: 'invalidTransactionId' })
  const done = await send(ana, await aUser(app.services, { tier: 0 }), 1_00)
  expect(
    await app.call('cancelTransaction', { transactionId: done.data.transactionId }, { headers: await headersOf(ana) }),
  ).toMatchObject({ code: 'invalidTransactionId' })
})

const cancelAs = async (user: TestUser, transactionId: string) =>
  app.call('cancelTransaction', { transactionId }, { headers: await headersOf(user) })

test('no amounts tell a balance: after one was held the next wait as well, cancelled or not, for fourteen days', async () => {
  const { ana, ben, answer } = await aHeldTransfer()
  const empty = await aUser(app.services, { tier: 0 })
  expect(await send(ana, ben, 1)).toMatchObject({ data: { state: 'ON HOLD' } })
  const { transactionId } = answer.data
  expect(await cancelAs(ana, transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
  app.clock.advance(13 * 86_400_000)
  expect(await send(ana, ben, 1)).toMatchObject({ data: { state: 'ON HOLD' } })
  // It is between the two alone.
  const cho = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, cho, 10_00)
  expect(await send(cho, ben, 1)).toMatchObject({ data: { state: 'COMPLETED' } })
  expect(await send(ana, empty, 1)).toMatchObject({ data: { state: 'COMPLETED' } })
  // Nor does it go on once it is known who they are.
  await raiseTier(ben)
  expect(await send(ana, ben, 1)).toMatchObject({ data: { state: 'COMPLETED' } })
})

test('sends of the same moment tell no more: what comes after the one that is held waits too', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 0 })]
  await withBalance(app.services, ana, 20_00)
  await withBalance(app.services, ben, 999_00)
  const [payer, payee] = [await personOf(ana), await personOf(ben)]
  const commandOf = (amountCents: bigint) => {
    const movementId = newId()
    const trail = auditOfSystem({ action: 'transfer.sent', movementId })
    const stepUp = { operation: 'sendInApp', by: null }
    const send = { movementId, payer, payee, amountCents, expectedTotalCents: undefined, note: '', trail }
    const command = sendCommand({ ...send, stepUp, purpose: 'personal', reference: newReference() })
    return { ...command, ownerId: ana.id, key: newId(), requestHash: movementId }
  }
  // Posted in this order without waiting: they are decided in one batch or in two, and both have to know.
  const outcomes = await Promise.all([2_00n, 1n, 1n].map((amount) => app.services.ledger.post(commandOf(amount))))
  expect(outcomes.map((outcome) => outcome.accepted && outcome.answer)).toMatchObject([
    { state: 'ON HOLD' },
    { state: 'ON HOLD' },
    { state: 'ON HOLD' },
  ])
  expect(await walletOf(ben)).toMatchObject({ balanceCents: 999_00n })
})

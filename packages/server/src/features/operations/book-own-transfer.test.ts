/** Our own money between a provider and our bank, booked by two operators from what the reports of both sides say. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRun, type Run } from '#features/reconciliation/differences-store.ts'
import { reconcileRail } from '#features/reconciliation/reconcile-rail.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { ReportLine } from '#providers/report.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { appOfFile } from '#test/suite.ts'
import {
  approveOwnTransfer,
  listOpenDifferences,
  listOwnTransfers,
  makeOperator,
  ownTransferTasks,
  proposeOwnTransfer,
} from './index.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const app = appOfFile()
const DAY_MS = 86_400_000
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials

beforeAll(async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
})
afterAll(() => ctx.db.close())

const aLine = (objectId: string, amountCents: bigint): ReportLine => ({
  objectId,
  ref: null,
  amountCents,
  feeCents: 0n,
  kind: 'transfer',
  at: app.clock.now(),
})
/** As the night compares, with a report that says exactly these lines. */
const compare = async (rail: 'card' | 'bank', ...lines: ReportLine[]) => {
  const now = app.clock.now().getTime()
  const run: Run = { id: newId(), rail, from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) }
  await insertRun(app.services.db, run, { by: 'test', at: app.clock.now() })
  const report = async () => lines
  const { card, payouts } = app.services
  const said = { card: { ...card, report }, payouts: { ...payouts, bank: { ...payouts.bank, report } } }
  return reconcileRail({ ...app.services, ...said } as Services, run)
}
const open = async () => (await listOpenDifferences(ctx.db, 100)).map(({ what, subject }) => ({ what, subject }))
const lies = async (account: string) => {
  const { ledger } = app.services
  const balances = await ledger.balancesOf(ledger.houses(account))
  return -balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)
}
const book = () =>
  ownTransferTasks(app.services)['own-transfers.book']?.({}, { signal: new AbortController().signal } as never)
const propose = async (rail: ProvidedRail, objectId: string, reason = 'statement of November') =>
  proposeOwnTransfer(ctx, ana, { rail, objectId, reason })

test('a payout to our bank is booked by two operators: gone from the provider, on its way, and then at the bank', async () => {
  const [left, arrived] = [aLine('po_1', -500_00n), aLine('inbound_1', 500_00n)]
  const [atCard, atBank] = [await lies('settlement:card'), await lies('settlement:bank')]
  expect(await compare('card', left)).toMatchObject({ openDifferences: 1 })
  expect(await open()).toEqual([{ what: 'unbookedTransfer', subject: 'po_1' }])

  const proposed = await propose('card', 'po_1')
  expect(proposed.cents).toBe(-500_00n)
  await book()
  expect(await lies('settlement:card')).toBe(atCard)
  // Approved twice by mistake, as two orders, and carried out by two processes at once.
  const again = await propose('card', 'po_1', 'once more')
  await approveOwnTransfer(ctx, ben, proposed.digest)
  await approveOwnTransfer(ctx, ben, again.digest)
  await Promise.all([book(), book()])
  expect((await listOwnTransfers(ctx.db, 10)).map(({ outcome }) => outcome)).toEqual(['booked', 'booked'])
  expect(await lies('settlement:card')).toBe(atCard - 500_00n)
  expect(await lies('clearing:transfers')).toBe(500_00n)
  expect(await compare('card', left)).toMatchObject({ openDifferences: 0 })

  expect(await compare('bank', arrived)).toMatchObject({ openDifferences: 1 })
  await approveOwnTransfer(ctx, ben, (await propose('bank', 'inbound_1')).digest)
  await book()
  expect(await lies('settlement:bank')).toBe(atBank + 500_00n)
  expect(await lies('clearing:transfers')).toBe(0n)
  expect(await compare('bank', arrived)).toMatchObject({ openDifferences: 0 })
  expect(await open()).toEqual([])
})

test('one operator alone books nothing, nor anything that no report shows, nor what has changed since it was approved', async () => {
  await compare('card', aLine('po_1', -500_00n), aLine('po_2', -70_00n))
  const before = await lies('settlement:card')
  await expect(propose('card', 'po_unknown')).rejects.toThrow('unbookedTransfer')
  await expect(propose('paypal', 'po_2')).rejects.toThrow('unbookedTransfer')
  await expect(propose('card', 'po_2', ' ')).rejects.toThrow('reason')
  const { digest } = await propose('card', 'po_2')
  await expect(approveOwnTransfer(ctx, ana, digest)).rejects.toThrow('may not approve')
  await expect(approveOwnTransfer(ctx, { ...ben, secret: 'guessed' }, digest)).rejects.toThrow('no operator')
  await expect(approveOwnTransfer(ctx, ben, 'f'.repeat(64))).rejects.toThrow('no proposal')
  await book()
  expect(await lies('settlement:card')).toBe(before)

  await approveOwnTransfer(ctx, ben, digest)
  await expect(approveOwnTransfer(ctx, ben, digest)).rejects.toThrow('already')
  const owner = createDatabase({ url: app.database.superuserUrl, log: { warn: () => {} }, max: 1 })
  await owner.updateTable('own_transfers').set({ cents: -700_00n }).where('digest', '=', digest).execute()
  await owner.close()
  await book()
  expect((await listOwnTransfers(ctx.db, 1))[0]?.outcome).toBe('altered')
  expect(await lies('settlement:card')).toBe(before)
  expect((await app.services.ledger.check()).violations).toEqual([])
})

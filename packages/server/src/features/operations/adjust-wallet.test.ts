import { MoneyFrozen } from '@puente/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { createLog } from '#platform/log.ts'
import { newId } from '#platform/ids.ts'
import { approveAdjustment, postAdjustments, proposeAdjustment } from './adjust-wallet.ts'
import { listAdjustments } from './adjustments-store.ts'
import { approveRelease, checkAll, freezeByOperator, makeOperator, proposeRelease } from './index.ts'
import type { ReleaseContext } from './release-money.ts'
import type { OperatorCredentials } from './require-operator.ts'

const CHEAP = { memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }

const app = appOfFile()
let ctx: ReleaseContext
let ana: OperatorCredentials
let ben: OperatorCredentials
let user: TestUser
let handle: string

beforeAll(async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords(CHEAP), keys: app.services.keys }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
  user = await aUser(app.services, { tier: 1 })
  const headers = await signedIn(app.services, user)
  expect(await app.call('testFunds', { amount: 10_00 }, { key: newId(), headers })).toMatchObject({ status: 200 })
  const owner = app.services.db.selectFrom('directory').select('handle').where('owner_id', '=', user.id)
  handle = (await owner.executeTakeFirstOrThrow()).handle
})
afterAll(() => ctx.db.close())

const balance = async () => (await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })).balanceCents

const propose = (cents: bigint, account = 'expense:losses') =>
  proposeAdjustment(ctx, ana, { handle, account, cents, reason: 'sent twice by a fault of ours' })

const latest = async () => (await listAdjustments(ctx.db, 1))[0]

test('an adjustment moves nothing until a second operator approves it, and then once, and its owner sees it', async () => {
  const digest = await propose(2_50n)
  await postAdjustments(app.services)
  expect(await balance()).toBe(10_00n)
  await expect(approveAdjustment(ctx, ana, digest)).rejects.toThrow('may not approve')
  await expect(approveAdjustment(ctx, { ...ben, secret: 'guessed' }, digest)).rejects.toThrow('no operator')

  await approveAdjustment(ctx, ben, digest)
  await postAdjustments(app.services)
  await postAdjustments(app.services)
  expect(await balance()).toBe(12_50n)
  expect(await latest()).toMatchObject({ outcome: 'posted', maker: 'ana', checker: 'ben' })
  await expect(approveAdjustment(ctx, ben, digest)).rejects.toThrow('no proposal')

  const { data } = await app.call('listTransactions', { limit: 1 }, { headers: await signedIn(app.services, user) })
  expect(data.items[0]).toMatchObject({ type: 'adjustment', state: 'COMPLETED', amount: 2_50, balance: 12_50 })
  expect(await checkAll(app.services.db.pool)).toMatchObject({ violations: [] })
})

test('an adjustment whose note of being posted was lost is not posted again', async () => {
  await approveAdjustment(ctx, ben, await propose(5n))
  await postAdjustments(app.services)
  const after = await balance()
  await withClient(app.database.superuserUrl, (client) =>
    client.query('update adjustments set outcome = null, ended_at = null where cents = 5'),
  )
  await postAdjustments(app.services)
  expect(await balance()).toBe(after)
  expect(await latest()).toMatchObject({ outcome: 'posted' })
})

test('P4: an adjustment never takes a wallet below its floor: it ends refused', async () => {
  const before = await balance()
  await approveAdjustment(ctx, ben, await propose(-99_99n))
  await postAdjustments(app.services)
  expect(await latest()).toMatchObject({ outcome: 'insufficientFunds' })
  expect(await balance()).toBe(before)
})

test('while money is frozen an approved adjustment waits', async () => {
  const before = await balance()
  await approveAdjustment(ctx, ben, await propose(-1n, 'suspense:unmatched'))
  await freezeByOperator(ctx, ana, 'a drill')
  await expect(postAdjustments(app.services)).rejects.toBeInstanceOf(MoneyFrozen)
  expect(await latest()).toMatchObject({ outcome: null })
  await approveRelease(ctx, ben, await proposeRelease(ctx, ana, 'over'))
  await postAdjustments(app.services)
  expect(await balance()).toBe(before - 1n)
})

test('what was altered after it was approved is not posted and pages', async () => {
  const before = await balance()
  await approveAdjustment(ctx, ben, await propose(7n))
  await withClient(app.database.superuserUrl, (client) =>
    client.query('update adjustments set cents = 700 where cents = 7'),
  )
  const paged: unknown[] = []
  const log = createLog({ level: 'fatal', write: (line) => void paged.push(JSON.parse(line)) })
  await postAdjustments({ ...app.services, log })
  expect(paged).toMatchObject([{ alert: true, label: (await latest())?.id }])
  expect(await latest()).toMatchObject({ outcome: 'altered' })
  expect(await balance()).toBe(before)
})

test.each([
  ['another account', { account: 'settlement:card' }, 'The account is one of'],
  ['nothing', { cents: 0n }, 'At most'],
  ['too much', { cents: -1_000_001n }, 'At most'],
  ['no reason', { reason: ' ' }, 'A reason'],
  ['an unknown person', { handle: 'nobody.at.all' }, 'No person has the handle'],
])('an adjustment of %s is not even proposed', async (_, wrong, message) => {
  const asked = { handle, account: 'expense:losses', cents: 1n, reason: 'odd', ...wrong }
  await expect(proposeAdjustment(ctx, ana, asked)).rejects.toThrow(message)
})

test('the product’s own role can neither propose nor approve an adjustment', async () => {
  const { pool } = app.services.db
  for (const statement of [
    'insert into adjustments select * from adjustments',
    "update adjustments set checker = 'ben', approved_at = now()",
    'update adjustments set cents = 1',
    'delete from adjustments',
  ])
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

/** What operators have ordered is carried out order by order: one that fails holds no other, and is taken up again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import type { Services } from '#platform/services.ts'
import { bankIn } from '#test/bank.ts'
import { aVerifiedUser, type TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import {
  accountActTasks,
  approveFactorReset,
  bankReleased,
  bankReleaseTasks,
  factorResetTasks,
  freezeAccountByOperator,
  makeOperator,
  orderBankRelease,
  orderKyc,
  proposeFactorReset,
} from './index.ts'
import { carryOutKycOrders } from './order-kyc.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const app = appOfFile()
const bank = bankIn(app)
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

/** What is sealed of an account can be opened no more, or again: whatever reads the account fails meanwhile. */
const spoil = ({ id }: TestUser, isSpoilt: boolean) =>
  withClient(app.database.superuserUrl, (client) =>
    client.query(
      `update users set phone_sealed = case when $2 then 'x' || phone_sealed else substr(phone_sealed, 2) end
        where owner_id = $1`,
      [id, isSpoilt],
    ),
  )
const two = async (): Promise<[TestUser, TestUser]> => [
  await aVerifiedUser(app.services, { tier: 1 }),
  await aVerifiedUser(app.services, { tier: 1 }),
]
const run = (tasks: object, task: string) =>
  (tasks as Record<string, () => Promise<void>>)[task]?.() ?? Promise.reject(new Error(`there is no task ${task}`))

const doneOf = async (table: 'factor_resets' | 'kyc_orders', people: TestUser[]) => {
  const rows = await app.services.db.selectFrom(table).select(['owner_id', 'ended_at']).execute()
  return people.map(({ id }) => rows.find(({ owner_id: ownerId }) => ownerId === id)?.ended_at !== null)
}
const toldOf = async (people: TestUser[]) => {
  const rows = await app.services.db.selectFrom('account_acts').select(['owner_id', 'told_at']).execute()
  return people.map(({ id }) => rows.find(({ owner_id: ownerId }) => ownerId === id)?.told_at !== null)
}

test.each<
  [string, (person: TestUser) => Promise<unknown>, () => Promise<void>, (people: TestUser[]) => Promise<boolean[]>]
>([
  [
    'a factor reset',
    async ({ handle }) => {
      const asked = { handle, phone: false, reference: 'C-9', note: 'called back' }
      await approveFactorReset(ctx, ben, await proposeFactorReset(ctx, ana, asked))
    },
    () => run(factorResetTasks(app.services), 'factor-resets.carry-out'),
    (people) => doneOf('factor_resets', people),
  ],
  [
    'an order about an identity check',
    ({ handle }) => orderKyc(ctx, ana, { handle, order: { kind: 'reopen', tier: 1 }, reason: 'a test' }, null),
    () => carryOutKycOrders(app.services),
    (people) => doneOf('kyc_orders', people),
  ],
  [
    'the news of an act',
    ({ handle }) => freezeAccountByOperator(ctx, ana, { handle, reason: 'identityDoubt', reference: 'C-1' }),
    () => run(accountActTasks(app.services), 'account-acts.tell'),
    toldOf,
  ],
])('%s that fails holds no other, and is done once it can be', async (_what, order, carryOut, areDone) => {
  const [first, second] = await two()
  await order(first)
  await order(second)
  await spoil(first, true)
  await carryOut()
  expect(await areDone([first, second])).toEqual([false, true])
  await spoil(first, false)
  await carryOut()
  expect(await areDone([first, second])).toEqual([true, true])
})

test('a withdrawal that cannot be let go early holds no other, nor does an order that fails', async () => {
  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  const [anna, bea] = [await bank.aWithdrawer(), await bank.aWithdrawer()]
  const waiting = async (user: TestUser) =>
    bank.refOf((await bank.withdraw(user, await bank.aRecipient(user))).data.transactionId)
  const [one, other] = [await waiting(anna), await waiting(bea)]
  const { jobs, ledger } = app.services
  const post: typeof ledger.post = (command) =>
    command.ownerId === anna.id ? Promise.reject(new Error('the power is gone')) : ledger.post(command)
  const carryOut = (more: Partial<Services>) =>
    run(bankReleaseTasks({ ...app.services, ...more }), 'bank-releases.carry-out')

  const early = await orderBankRelease(ctx, ana, 'Thanksgiving')
  await carryOut({ ledger: { ...ledger, post } })
  expect(await bankReleased(ctx, early)).toBe(1)
  expect(await bank.payoutOf(one)).toMatchObject({ state: 'held' })
  expect(await bank.payoutOf(other)).toMatchObject({ state: 'queued' })

  const [failing, next] = [await orderBankRelease(ctx, ana, 'once more'), await orderBankRelease(ctx, ben, 'and again')]
  let tries = 0
  const add: typeof jobs.add = (...asked) => {
    tries += 1
    if (tries === 1) throw new Error('the power is gone')
    return jobs.add(...asked)
  }
  await carryOut({ jobs: { ...jobs, add } })
  expect(await bankReleased(ctx, failing)).toBeNull()
  expect(await bankReleased(ctx, next)).toBe(0)
  await carryOut({})
  expect(await bankReleased(ctx, failing)).toBe(0)
  await app.runJobs()
  for (const ref of [one, other]) expect(await bank.payoutOf(ref)).toMatchObject({ state: 'submitted' })
})

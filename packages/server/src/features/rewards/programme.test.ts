import type { RewardRule } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator, type OperatorContext, type OperatorCredentials } from '#features/operations/index.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import type { TestUser } from '#test/factories.ts'
import { rewardsIn } from '#test/rewards.ts'
import { appOfFile } from '#test/suite.ts'
import { countVerified } from './count-verified.ts'
import { fundingsOf } from './fund-budget.ts'
import { approveBudget, proposeBudget, readProgrammeStatus, switchProgramme } from './index.ts'
import { postLine } from './post-line.ts'
import type { Programme } from './reward-rules.ts'

const DAY_MS = 86_400_000

const app = appOfFile()
const world = rewardsIn(app)
const { someone, settle, today, summaryOf } = world
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials
beforeAll(async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 1 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', ana) }
})
afterAll(() => ctx.db.close())

const setBudget = async (cents: number): Promise<void> => {
  const digest = await proposeBudget(ctx, ana, { cents: BigInt(cents), reason: 'a test' })
  await approveBudget(ctx, ben, digest)
}
/** Everybody has earned the reward for being verified, one after another. */
const earners = async (count: number): Promise<TestUser[]> => {
  const users: TestUser[] = []
  for (let n = 0; n < count; n += 1) {
    const user = await someone()
    await countVerified(app.services, user.id, app.clock.now())
    users.push(user)
  }
  return users
}
const paidTo = (users: readonly TestUser[]) => Promise.all(users.map(world.entriesOf))
const budgetLeft = async (): Promise<number> =>
  Number((await app.services.ledger.balancesOf(app.services.ledger.houses('liability:rewards')))[0]?.balanceCents)

test('C-23 an empty budget keeps rewards waiting in the order in which they were earned; more of it lets them on, with two workers as with one', async () => {
  const each = today(100)
  await setBudget(2 * each + 30)
  const users = await earners(5)
  await Promise.all([postLine(app.services), postLine(app.services)])
  expect(await paidTo(users)).toEqual([each, each, 0, 0, 0])
  const { budgetLeft: left, waitsFor, due } = await summaryOf(users[3] as TestUser)
  expect([left, waitsFor, due]).toEqual([30, 'budget', each])
  // What is small does not overtake.
  const [small] = [await someone()]
  await world.complete(small, { type: 'withdraw', method: 'paypal', direction: -1 })
  await settle()
  expect([await world.entriesOf(small), await budgetLeft()]).toEqual([0, 30])
  await setBudget(4 * each + 30)
  await settle()
  expect(await paidTo(users)).toEqual([each, each, each, each, 0])
  await setBudget(1_000_000)
  await Promise.all([postLine(app.services), postLine(app.services), app.runJobs()])
  await settle()
  expect([await paidTo(users), await world.entriesOf(small)]).toEqual([Array(5).fill(each), today(10)])
  expect(await budgetLeft()).toBe(1_000_000 - 5 * each - today(10))
})

test('a budget takes two operators, and what they set is in the audit trail', async () => {
  const digest = await proposeBudget(ctx, ana, { cents: 1_000_000n, reason: 'the same' })
  await expect(approveBudget(ctx, ana, digest)).rejects.toThrow('may not approve')
  await expect(proposeBudget(ctx, { ...ana, secret: 'guess' }, { cents: 1n, reason: 'x' })).rejects.toThrow(
    'no operator',
  )
  await approveBudget(ctx, ben, digest)
  await expect(approveBudget(ctx, ben, digest)).rejects.toThrow('no proposal')
  expect((await readProgrammeStatus({ ...ctx, clock: app.clock })).programme).toMatchObject({
    isOn: true,
    budgetCents: 1_000_000n,
  })
  const { rows } = await app.services.db.pool.query<{ action: string }>(
    `select action from audit_log where object_type = 'rewards' and object_id = $1 order by id`,
    [digest],
  )
  expect(rows.map(({ action }) => action)).toEqual(['rewards.budget-proposed', 'rewards.budget-approved'])
})

test('switched off, nothing counts and nothing is paid; what was earned is paid once it is on', async () => {
  const [earner] = (await earners(1)) as [TestUser]
  await switchProgramme(ctx, ana, { isOn: false, reason: 'a test' })
  const late = await someone()
  await world.complete(late, { type: 'withdraw', method: 'paypal', direction: -1 })
  await settle()
  expect(await summaryOf(earner)).toMatchObject({ on: false, waitsFor: 'on', paid: 0 })
  expect((await world.historyOf(late)).map(({ state, reason }) => [state, reason])).toEqual([['refused', 'off']])
  await expect(switchProgramme(ctx, ana, { isOn: false, reason: 'again' })).rejects.toThrow('off already')
  await switchProgramme(ctx, ana, { isOn: true, reason: 'a test' })
  await settle()
  expect([await world.entriesOf(earner), await world.entriesOf(late)]).toEqual([today(100), 0])
})

type Earned = { rule: RewardRule; cents: number; paidDaysAgo?: number; isTakenBack?: boolean }
/** The person has earned these one after another; those that are not paid yet are in the line. */
const hasEarned = async ({ id }: TestUser, all: readonly Earned[]): Promise<void> => {
  const now = app.clock.now().getTime()
  await app.services.db
    .insertInto('rewards')
    .values(
      all.map(({ rule, cents, paidDaysAgo, isTakenBack = false }, n) => {
        const paidAt = paidDaysAgo === undefined ? null : new Date(now - paidDaysAgo * DAY_MS)
        return {
          owner_id: id,
          reward_id: crypto.randomUUID(),
          rule,
          amount_cents: BigInt(cents),
          is_doubled: false,
          state: isTakenBack ? 'clawedBack' : paidAt === null ? 'earned' : 'paid',
          is_settled: isTakenBack,
          earned_at: paidAt ?? new Date(now + n),
          paid_at: paidAt,
        }
      }),
    )
    .execute()
  await app.services.db
    .insertInto('reward_line')
    .columns(['reward_id', 'owner_id', 'act', 'earned_at', 'due_at'])
    .expression((db) =>
      db
        .selectFrom('rewards')
        .select((row) => [
          'reward_id',
          'owner_id',
          row.val('pay').as('act'),
          'earned_at',
          row.val(new Date(0)).as('due_at'),
        ])
        .where('owner_id', '=', id)
        .where('state', '=', 'earned'),
    )
    .execute()
}
const refusedOf = async (user: TestUser) => (await world.historyOf(user)).filter(({ state }) => state === 'refused')

test('C-23 a person gets no more in 30 days than the cap; what exceeds it ends, with a notice', async () => {
  const user = await someone()
  await hasEarned(
    user,
    [2_000, 490, 20].map((cents) => ({ rule: 'sales', cents })),
  )
  await settle()
  expect([await world.entriesOf(user), (await summaryOf(user)).capUsed]).toEqual([24_90, 24_90])
  expect(await refusedOf(user)).toMatchObject([{ reason: 'personCap' }])
})

test('C-23 nor for more than ten friends; those of more than 30 days ago, and those whose bonus was taken back, leave their places', async () => {
  const [full, again, returned] = [await someone(), await someone(), await someone()]
  const bonus = { rule: 'referralBonus', cents: 10_00 } as const
  const paid = (count: number, paidDaysAgo: number) => Array.from({ length: count }, () => ({ ...bonus, paidDaysAgo }))
  await hasEarned(full, [...paid(9, 29), bonus, bonus])
  await hasEarned(again, [...paid(10, 31), bonus])
  await hasEarned(returned, [...paid(9, 29), { ...bonus, paidDaysAgo: 29, isTakenBack: true }, bonus])
  await settle()
  expect(await Promise.all([full, again, returned].map(world.entriesOf))).toEqual([10_00, 10_00, 10_00])
  expect([await refusedOf(full), await refusedOf(again)]).toMatchObject([
    [{ rule: 'referralBonus', reason: 'friendsCap' }],
    [],
  ])
})

const programme = (budget: number): Programme => ({
  isOn: true,
  budgetCents: BigInt(budget),
  floorCents: 500n,
  personCapCents: 2_500n,
  friendsCap: 10,
  friendFloorCents: 2_000n,
  returnDays: 2,
  shareMonths: null,
})

test('a month of New York begins with the whole budget, whatever is left of the last one, and a change within it moves the difference', () => {
  const programmes = [
    { validFrom: new Date('2026-01-01T00:00:00Z'), value: programme(100) },
    { validFrom: new Date('2026-03-10T00:00:00Z'), value: programme(250) },
    { validFrom: new Date('2026-03-12T00:00:00Z'), value: programme(150) },
  ]
  const at = (moment: string) =>
    fundingsOf({ programmes, rules: [] }, new Date(moment)).map((funding) =>
      'add' in funding ? { add: funding.add } : { fillTo: funding.fillTo },
    )
  expect(at('2026-03-01T04:59:00Z')).toEqual([{ fillTo: 100n }])
  expect(at('2026-03-11T12:00:00Z')).toEqual([{ fillTo: 100n }, { add: 150n }])
  expect(at('2026-03-31T12:00:00Z')).toEqual([{ fillTo: 100n }, { add: 150n }, { add: -100n }])
  expect(at('2026-04-01T04:00:00Z')).toEqual([{ fillTo: 150n }])
})

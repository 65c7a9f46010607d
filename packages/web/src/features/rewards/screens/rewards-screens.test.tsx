import { STORED_LANGUAGES, type Result, type RewardHistoryItem, type RewardRuleOut } from '@puente/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server } from '#test/server.ts'

const rule = (name: RewardRuleOut['rule'], change: Partial<RewardRuleOut> = {}): RewardRuleOut => ({
  rule: name,
  amount: 10,
  businessAmount: null,
  every: 1,
  doublesOnHolidays: true,
  shareBps: null,
  counted: 0,
  waiting: 0,
  refused: 0,
  done: false,
  missed: null,
  methods: [],
  paid: 0,
  ...change,
})
const summary = (change: Partial<Result<'rewardsSummary'>> = {}): Result<'rewardsSummary'> => ({
  on: true,
  rules: [
    rule('verification', { amount: 100, done: true, paid: 100 }),
    rule('inAppSends', { amount: 25, every: 10, counted: 9 }),
    rule('outsideSends', { every: 10 }),
    rule('allMethods', { amount: 50, every: 4, counted: 2, methods: ['wallet', 'card'] }),
    rule('sales', { every: 5 }),
    rule('withdrawal', { waiting: 1 }),
    rule('referralBonus', { amount: 1_000, businessAmount: 2_000, doublesOnHolidays: false }),
    rule('feeShare', { amount: 0, shareBps: 1_000, doublesOnHolidays: false }),
  ],
  floor: 500,
  cap: 2_500,
  capUsed: 100,
  friendsCap: 10,
  friendFloor: 2_000,
  returnDays: 2,
  budget: 1_000_000,
  budgetLeft: 999_900,
  paid: 100,
  owed: 0,
  due: 0,
  waitsFor: null,
  holiday: null,
  ...change,
})
const item = (change: Partial<RewardHistoryItem>): RewardHistoryItem => ({
  id: `inAppSends.${Math.random()}`,
  rule: 'inAppSends',
  state: 'counting',
  reason: null,
  amount: null,
  madeUp: 0,
  owedAgain: 0,
  doubled: false,
  at: new Date().toISOString(),
  transactionId: `txn_${'0'.repeat(31)}1`,
  operationAmount: 500,
  name: 'Carlos Vega',
  ...change,
})
const history = (items: RewardHistoryItem[]) => answers('rewardsHistory', { items, last: null, end: true })

test('C-23 X-35 every rule with what it pays, how far the reader is, and what did not count and why', async () => {
  signedInAs()
  server.use(
    answers('rewardsSummary', summary()),
    history([
      item({ state: 'refused', reason: 'belowFloor', operationAmount: 425 }),
      item({}),
      item({ rule: 'verification', state: 'paid', amount: 100, operationAmount: null, name: null }),
      ...[10, 25].map((madeUp) =>
        item({ state: 'clawedBack', reason: 'reversed', amount: 25, madeUp, operationAmount: null, name: null }),
      ),
      item({ state: 'clawedBack', amount: 25, owedAgain: 10, operationAmount: null, name: null }),
    ]),
  )
  await openApp('/settings/rewards')
  const ways = await screen.findByRole('region', { name: 'Ways to earn' })
  expect(within(ways).getAllByRole('heading', { level: 3 })).toHaveLength(8)
  expect(
    within(ways).getByText(/^\$0\.25 for every 10 payments to people on Puente\. Double on federal holidays\.$/),
  ).toBeVisible()
  expect(within(ways).getByRole('meter', { name: '1 more for $0.25' })).toHaveAttribute('aria-valuetext', '9 of 10')
  expect(within(ways).getByText('Still missing: Zelle, PayPal.')).toBeVisible()
  expect(within(ways).getByText('1 is waiting.')).toBeVisible()
  expect(within(ways).getByText(/^\$10\.00 for a person and \$20\.00 for a business/)).toBeVisible()
  expect(within(ways).getByText(/^10% of the fees/)).toBeVisible()
  expect(screen.getByRole('meter', { name: 'Everyone, this month' })).toHaveAttribute(
    'aria-valuetext',
    '$1.00 of $10,000.00 used',
  )
  const list = await screen.findByRole('list', { name: 'What counted' })
  const [small, counted, paid, partly, voided, again] = within(list).getAllByRole('listitem')
  expect(small).toHaveTextContent(/Carlos Vega · \$4\.25.*The amount is too small.*Doesn't count/)
  expect(counted).toHaveTextContent(/Carlos Vega · \$5\.00.*Counts$/)
  expect(paid).toHaveTextContent(/Verify your identity.*Paid.*\$1\.00/)
  expect(partly).toHaveTextContent(/The payment was returned.*\$0\.10 wasn't in your balance.*Taken back\$0\.25/)
  expect(voided).toHaveTextContent(/\$0\.25 wasn't in your balance.*Voided\$0\.25/)
  expect(again).toHaveTextContent(/\$0\.10 had made up for a reward.*Taken back\$0\.25/)
})

test('what is earned and not paid says what it waits for, and a pause and a holiday are said', async () => {
  signedInAs()
  server.use(
    answers('rewardsSummary', summary({ due: 25, waitsFor: 'budget', holiday: '2026-11-26', owed: 7 })),
    history([]),
  )
  await openApp('/settings/rewards')
  expect(await screen.findByText(/^\$0\.25 more is earned\. This month's budget is used up/)).toBeVisible()
  expect(screen.getByText(/^Your next \$0\.07 in rewards/)).toBeVisible()
  expect(screen.getByText(/^Today is a federal holiday/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Nothing yet' })).toBeVisible()
})

test('rewards that cannot be read are no empty screen', async () => {
  signedInAs()
  server.use(refuses('rewardsSummary', 'tooManyRequests', { retryAfterSeconds: 30 }), history([]))
  await openApp('/settings/rewards')
  expect(await screen.findByRole('heading', { name: 'Too many attempts' })).toBeVisible()
})

test('the code, the link to copy, ten percent, and how each friend stands, without anything about them', async () => {
  signedInAs()
  const user = userEvent.setup()
  server.use(
    answers('rewardsReferral', {
      code: 'K7M2Q9XA',
      link: 'http://localhost:3000/sign-up?ref=K7M2Q9XA',
      shareBps: 1_000,
      bonus: 1_000,
      businessBonus: 2_000,
      friendFloor: 2_000,
      friends: [
        { since: '2026-11-20T12:00:00.000Z', state: 'paid', reason: null, amount: 1_000, madeUp: 0 },
        { since: '2026-11-10T12:00:00.000Z', state: 'refused', reason: 'linked', amount: null, madeUp: 0 },
        { since: '2026-11-01T12:00:00.000Z', state: 'counting', reason: null, amount: null, madeUp: 0 },
        ...[400, 1_000].map((madeUp) => ({
          since: `2026-10-0${madeUp / 200}T12:00:00.000Z`,
          state: 'clawedBack' as const,
          reason: 'reversed' as const,
          amount: 1_000,
          madeUp,
        })),
      ],
      accruedTenThousandths: 7_000,
      paid: 1_010,
    }),
  )
  await openApp('/settings/referral')
  expect(await screen.findByText('K7M2Q9XA')).toBeVisible()
  expect(screen.getByText(/^10% of every fee/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/sign-up?ref=K7M2Q9XA')
  expect(screen.getByText('0.7 ¢')).toBeVisible()
  const friends = within(screen.getByRole('list', { name: 'Friends' })).getAllByRole('listitem')
  expect(friends[0]).toHaveTextContent(/Friend since Nov 20, 2026.*Your reward was paid.*Paid/)
  expect(friends[1]).toHaveTextContent(/Both accounts share.*Not paid/)
  expect(friends[2]).toHaveTextContent(/Waits for their verification and first fee.*Open/)
  expect(friends[3]).toHaveTextContent(/returned\$4\.00 wasn't in your balance.*Taken back/)
  expect(friends[4]).toHaveTextContent(/returned\$10\.00 wasn't in your balance.*Voided/)
})

test('who has brought nobody reads how it works', async () => {
  signedInAs()
  server.use(
    answers('rewardsReferral', {
      code: 'K7M2Q9XA',
      link: 'http://localhost:3000/sign-up?ref=K7M2Q9XA',
      shareBps: 1_000,
      bonus: 1_000,
      businessBonus: 2_000,
      friendFloor: 2_000,
      friends: [],
      accruedTenThousandths: 0,
      paid: 0,
    }),
  )
  await openApp('/settings/referral')
  expect(await screen.findByRole('heading', { name: 'No friends yet' })).toBeVisible()
})

const IN_EACH_LANGUAGE = [
  {
    language: 'en',
    rewards: 'Rewards',
    ways: 'Ways to earn',
    counter: '9 of 10',
    invite: 'Invite friends',
    share: /^10% of/,
  },
  {
    language: 'es',
    rewards: 'Recompensas',
    ways: 'Cómo ganar',
    counter: '9 de 10',
    invite: 'Invita a tus amigos',
    share: /^El 10\s?%/,
  },
  {
    language: 'ko',
    rewards: '리워드',
    ways: '리워드 받는 방법',
    counter: '10번 중 9번',
    invite: '친구 초대',
    share: /^친구가 실제로 낸 모든 수수료의 10%/,
  },
] as const

test.each(IN_EACH_LANGUAGE)(
  'P-22 SC-10 the rules and the counters of the user, reached from the settings, in $language',
  async ({ language, rewards, ways, counter }) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    server.use(answers('rewardsSummary', summary()), history([]))
    const app = await openApp('/settings', language)
    await app.user.click(screen.getByRole('link', { name: rewards }))
    expect(await screen.findByRole('heading', { level: 1, name: rewards })).toBeVisible()
    expect(app.path()).toBe('/settings/rewards')
    const table = await screen.findByRole('region', { name: ways })
    expect(within(table).getAllByRole('heading', { level: 3 })).toHaveLength(8)
    expect(within(table).getAllByRole('meter')[0]).toHaveAttribute('aria-valuetext', counter)
  },
)

test.each(IN_EACH_LANGUAGE)(
  'SC-11 C-17 inviting friends, reached from the settings, says ten percent of their fees in $language',
  async ({ language, invite, share }) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    server.use(
      answers('rewardsReferral', {
        code: 'K7M2Q9XA',
        link: 'http://localhost:3000/sign-up?ref=K7M2Q9XA',
        shareBps: 1_000,
        bonus: 1_000,
        businessBonus: 2_000,
        friendFloor: 2_000,
        friends: [],
        accruedTenThousandths: 0,
        paid: 0,
      }),
    )
    const app = await openApp('/settings', language)
    await app.user.click(screen.getByRole('link', { name: invite }))
    expect(await screen.findByRole('heading', { level: 1, name: invite })).toBeVisible()
    expect(app.path()).toBe('/settings/referral')
    expect(await screen.findByText(share)).toBeVisible()
  },
)

test.each([
  ['verifiedBefore', /You were verified before this reward counted/],
  ['sameIdentity', /Another account with this identity/],
] as const)(
  'a verification that cannot be rewarded any more says why instead of inviting to it: %s',
  async (missed, words) => {
    signedInAs()
    const rules = [rule('verification', { amount: 100, missed })]
    server.use(answers('rewardsSummary', summary({ rules })), history([]))
    await openApp('/settings/rewards')
    const ways = await screen.findByRole('region', { name: 'Ways to earn' })
    expect(within(ways).getByText("Doesn't count")).toBeVisible()
    expect(within(ways).getByText(words)).toBeVisible()
  },
)

import type { RewardReason, RewardRule } from '@puente/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counted, countFacts, type Counting } from './counting-rules.ts'
import { type Counter, type Fact, type Reward, type Rules, SHARE_UNIT } from './reward-rules.ts'

const rule = (name: RewardRule, amountCents: bigint, every: number, doubles = true) =>
  [
    name,
    {
      rule: name,
      amountCents,
      businessCents: name === 'referralBonus' ? 2_000n : null,
      every,
      doubles,
      shareBps: null,
    },
  ] as const
const RULES = Object.fromEntries([
  rule('verification', 100n, 1),
  rule('referralBonus', 1_000n, 1, false),
  rule('withdrawal', 10n, 1),
  rule('inAppSends', 25n, 10),
  rule('sales', 10n, 5),
  rule('allMethods', 50n, 4),
  rule('outsideSends', 10n, 10),
  rule('feeShare', 0n, 1, false),
]) as Rules

const DAY = 86_400_000
/** A Monday that is no holiday. */
const START = Date.parse('2026-03-02T15:00:00Z')
const at = (days: number): Date => new Date(START + days * DAY)

const fact = (name: RewardRule, factId: string, change: Partial<Fact> = {}): Fact => ({
  rule: name,
  factId,
  sourceId: factId,
  otherId: `friend-${factId}`,
  method: 'wallet',
  amountCents: 1_000n,
  at: at(0),
  state: 'counting',
  reason: null,
  maturesAt: null,
  waitsForFriend: false,
  share: 0n,
  rewardId: null,
  ...change,
})

let ids = 0
const counting = (change: Partial<Counting> = {}): Counting => ({
  fresh: [],
  undone: new Map(),
  verified: new Set(),
  businesses: new Set(),
  against: new Map(),
  now: at(0),
  rulesAt: () => RULES,
  newId: () => `r${(ids += 1)}`,
  ...change,
})

const EMPTY: Counter = { facts: [], rewards: [], shareDue: 0n }
/** What is kept after it was written. */
const kept = (before: Counter, { facts, rewards, shareDue }: Counted): Counter => ({
  facts: [...new Map([...before.facts, ...facts].map((one) => [`${one.rule}/${one.factId}`, one])).values()],
  rewards: [...new Map([...before.rewards, ...rewards].map((one) => [one.rewardId, one])).values()],
  shareDue,
})
const sends = (count: number, from = 0): Fact[] =>
  Array.from({ length: count }, (_, n) =>
    fact('inAppSends', `s${String(from + n).padStart(3, '0')}`, { at: at(n / 100) }),
  )
const paid = (counter: Counter): Counter => ({
  ...counter,
  rewards: counter.rewards.map((one) => (one.state === 'earned' ? { ...one, state: 'paid' } : one)),
})
const amounts = (rewards: readonly Reward[]): number[] => rewards.map(({ amountCents }) => Number(amountCents))

test('the tenth and the twentieth send that count earn, however they come in, and hearing of them again changes nothing', () => {
  const nine = countFacts(EMPTY, counting({ fresh: sends(9) }))
  expect(nine.earned).toEqual([])
  const before = kept(EMPTY, nine)
  const twenty = countFacts(before, counting({ fresh: sends(11, 9) }))
  expect(amounts(twenty.earned)).toEqual([25, 25])
  const after = kept(before, twenty)
  const again = countFacts(after, counting({ fresh: sends(20) }))
  expect([again.facts, again.rewards]).toEqual([[], []])
})

test('one send a day to the same person counts, and what was small, linked or came back does not', () => {
  const to = (factId: string, days: number) => fact('inAppSends', factId, { otherId: 'bea', at: at(days) })
  const small = fact('inAppSends', 'small', { state: 'refused', reason: 'belowFloor' })
  const { facts } = countFacts(EMPTY, counting({ fresh: [to('a', 0), to('b', 0.9), to('c', 1.2), small] }))
  expect(facts.map(({ factId, reason }) => [factId, reason])).toEqual([
    ['a', null],
    ['small', 'belowFloor'],
    ['b', 'sameDay'],
    ['c', null],
  ])
})

test('a send that comes back takes the paid reward with it, and the other nine count again', () => {
  const first = paid(kept(EMPTY, countFacts(EMPTY, counting({ fresh: sends(12) }))))
  const undone = new Map<string, RewardReason>([['s003', 'roundTrip']])
  const broken = countFacts(first, counting({ undone }))
  expect(broken.takenBack.map(({ state, reason }) => [state, reason])).toEqual([['clawedBack', 'roundTrip']])
  // Nine and the two that were left over make the next one.
  expect(amounts(broken.earned)).toEqual([25])
  const unpaid = kept(EMPTY, countFacts(EMPTY, counting({ fresh: sends(10) })))
  const given = countFacts(unpaid, counting({ undone }))
  expect([given.rewards.map(({ state }) => state), given.takenBack]).toEqual([['refused'], []])
})

test('on a federal holiday of New York rewards double, but for friends', () => {
  const newYear = { at: new Date('2027-01-01T04:59:00Z') }
  const dayOf = (change: Partial<Fact>) =>
    amounts(
      countFacts(
        EMPTY,
        counting({ fresh: [fact('verification', 'me', change), fact('referralBonus', 'friend', change)] }),
      ).earned,
    ).toSorted((a, b) => a - b)
  expect(dayOf(newYear)).toEqual([100, 1_000])
  expect(dayOf({ at: new Date('2027-01-01T05:00:00Z') })).toEqual([200, 1_000])
  expect(dayOf({ at: new Date('2026-07-04T16:00:00Z') })).toEqual([200, 1_000])
})

test('a business that was brought is worth more, and a friend counts once and waits until verified', () => {
  const friend = fact('referralBonus', 'shop', { otherId: 'shop', state: 'waiting', waitsForFriend: true })
  const before = kept(EMPTY, countFacts(EMPTY, counting({ fresh: [friend] })))
  expect(before.rewards).toEqual([])
  const verified = countFacts(before, counting({ verified: new Set(['shop']), businesses: new Set(['shop']) }))
  expect(amounts(verified.earned)).toEqual([2_000])
  expect(countFacts(kept(before, verified), counting({ fresh: [friend] })).earned).toEqual([])
})

test('a friend’s operation that came back brings nothing when it is looked at again; another one may', () => {
  const by = (sourceId: string) => fact('referralBonus', 'friend', { sourceId, otherId: 'friend' })
  const first = paid(kept(EMPTY, countFacts(EMPTY, counting({ fresh: [by('m1')] }))))
  const back = counting({ fresh: [by('m1')], undone: new Map([['m1', 'reversed' as const]]) })
  const broken = countFacts(first, back)
  expect([amounts(broken.takenBack), broken.earned]).toEqual([[1_000], []])
  const after = kept(first, broken)
  for (const again of [back, counting({ fresh: [by('m1')] })]) expect(countFacts(after, again).earned).toEqual([])
  expect(amounts(countFacts(after, counting({ fresh: [by('m2')] })).earned)).toEqual([1_000])
})

test('C-23 all four ways of sending pay once for all', () => {
  const by = (factId: string, method: string) => fact('allMethods', factId, { method })
  const four = ['wallet', 'zelle', 'card', 'paypal'].map((method) => by(method, method))
  const done = countFacts(EMPTY, counting({ fresh: [by('second', 'wallet'), ...four] }))
  expect(amounts(done.earned)).toEqual([50])
  const more = countFacts(kept(EMPTY, done), counting({ fresh: ['x', 'y', 'z', 'w'].map((id) => by(id, id)) }))
  expect(more.earned).toEqual([])
})

test('what a bank may return waits until then', () => {
  const waiting = fact('withdrawal', 'w', { state: 'waiting', maturesAt: at(2) })
  const before = countFacts(EMPTY, counting({ fresh: [waiting] }))
  expect([before.earned, before.nextAt]).toEqual([[], at(2)])
  expect(amounts(countFacts(kept(EMPTY, before), counting({ now: at(2) })).earned)).toEqual([10])
})

test('shares of fees are kept to the ten-thousandth of a cent and paid by the whole cent; a fee given back comes off later ones', () => {
  const share = (factId: string, feeCents: bigint) => fact('feeShare', factId, { share: feeCents * 1_000n })
  const first = countFacts(EMPTY, counting({ fresh: [share('a', 7n)] }))
  expect([first.earned, first.shareDue]).toEqual([[], 7_000n])
  const second = countFacts(kept(EMPTY, first), counting({ fresh: [share('b', 100n)] }))
  expect([amounts(second.earned), second.shareDue]).toEqual([[10], 7_000n])
  const undone = new Map<string, RewardReason>([['b', 'reversed']])
  const returned = countFacts(kept(kept(EMPTY, first), second), counting({ undone }))
  expect([returned.takenBack, returned.shareDue]).toEqual([[], 7_000n - 100_000n])
})

/** What a history comes to, told in another way: counted again from its end. */
const expected = (facts: readonly Fact[], shareDue: bigint, rewards: readonly Reward[]): void => {
  for (const name of ['inAppSends', 'sales', 'outsideSends', 'withdrawal'] as const) {
    const valid = facts.filter(({ rule: of, state }) => of === name && (state === 'counting' || state === 'used'))
    const standing = rewards.filter(({ rule: of, state }) => of === name && (state === 'paid' || state === 'earned'))
    const { every } = RULES[name]
    expect(standing.length).toBe(Math.floor(valid.length / every))
    for (const { rewardId } of standing) expect(valid.filter((one) => one.rewardId === rewardId).length).toBe(every)
    expect(valid.filter(({ rewardId }) => rewardId === null).length).toBe(valid.length % every)
  }
  const shares = facts.filter(({ rule: of, state }) => of === 'feeShare' && state === 'used')
  const sharedCents = rewards
    .filter(({ rule: of }) => of === 'feeShare')
    .reduce((sum, one) => sum + one.amountCents, 0n)
  expect(sharedCents * SHARE_UNIT + shareDue).toBe(shares.reduce((sum, one) => sum + one.share, 0n))
}

const anAct = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('fact' as const),
      id: fc.nat(60),
      name: fc.constantFrom<RewardRule>('inAppSends', 'sales', 'outsideSends', 'withdrawal', 'feeShare'),
      fee: fc.bigInt(1n, 400n),
      other: fc.nat(5),
      hours: fc.nat(24 * 20),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('undo' as const), id: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('pay' as const) }) },
)

test('over any history of facts, repeats, returns and payments every reward stands for exactly the facts that count', () => {
  fc.assert(
    fc.property(fc.array(anAct, { maxLength: 150 }), (history) => {
      let counter = EMPTY
      for (const step of history) {
        if (step.act === 'pay') counter = paid(counter)
        else {
          const change =
            step.act === 'undo'
              ? counting({ undone: new Map([[`m${step.id}`, 'reversed' as const]]) })
              : counting({
                  fresh: [
                    fact(step.name, `m${step.id}`, {
                      otherId: `p${step.other}`,
                      share: step.name === 'feeShare' ? step.fee * 1_000n : 0n,
                      at: new Date(START + step.hours * 3_600_000),
                    }),
                  ],
                })
          counter = kept(counter, countFacts(counter, change))
        }
        expected(counter.facts, counter.shareDue, counter.rewards)
      }
    }),
    { numRuns: Number(process.env['REWARD_RUNS'] ?? 100) },
  )
})

import { expect, test } from 'vitest'
import { cooledState, coolingRefusal } from './cooling-rules.ts'
import {
  exceededRow,
  type LimitGroup,
  type LimitRule,
  limitState,
  type LimitWindow,
  OPERATION_GROUPS,
  type Usage,
  withUsed,
} from './limit-state-rules.ts'

const at = new Date('2026-03-01T12:00:00Z')
const cooling = { cause: 'anything', until: new Date('2026-03-02T12:00:00Z') }
const inAppSend = OPERATION_GROUPS['in-app'].send
const withdrawal = OPERATION_GROUPS.bank.send
const cardDeposit = OPERATION_GROUPS.stripe.deposit

test('a withdrawal is refused while an account cools, whatever its amount and whatever the cause', () => {
  expect(coolingRefusal(cooling, { operations: withdrawal, amountCents: 1n }, new Map(), [])).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'anything', operation: 'withdraw', until: '2026-03-02T12:00:00.000Z' },
    stored: false,
  })
})

test('a refused withdrawal says what can be sent meanwhile, even when that is used up', () => {
  const after = (amountCents: bigint) =>
    coolingRefusal(
      cooling,
      { operations: withdrawal, amountCents: 20_00n },
      withUsed(new Map(), { operations: inAppSend, amountCents, at }),
      [],
    )
  expect(after(100_00n)).toMatchObject({ details: { operation: 'withdraw', limitCents: 500_00, leftCents: 400_00 } })
  expect(after(500_00n)).toMatchObject({ details: { operation: 'withdraw', limitCents: 500_00, leftCents: 0 } })
})

test('withdrawal rows have nothing left until the account has cooled, or longer if they are used up', () => {
  const row = (operation: 'withdraw' | 'inApp', limitCents: bigint) =>
    ({ row: 'L', tier: 1, operation, window: '7d', limitCents }) as const
  const usage = withUsed(new Map(), { operations: withdrawal, amountCents: 100_00n, at })
  const stateOf = (rule: ReturnType<typeof row>, while_: typeof cooling | null) => {
    const { leftCents, freesAt } = cooledState(limitState(rule, usage, 0n), while_)
    return [leftCents, freesAt?.toISOString() ?? null]
  }
  expect(stateOf(row('withdraw', 250_00n), cooling)).toEqual([0n, '2026-03-02T12:00:00.000Z'])
  expect(stateOf(row('withdraw', 100_00n), cooling)).toEqual([0n, '2026-03-08T12:00:00.000Z'])
  expect(stateOf(row('withdraw', 250_00n), null)).toEqual([150_00n, '2026-03-08T12:00:00.000Z'])
  expect(stateOf(row('inApp', 250_00n), cooling)).toEqual([250_00n, null])
})

test('what goes out by every rail counts together; what comes in is free', () => {
  const usage = withUsed(new Map(), { operations: OPERATION_GROUPS.stripe.send, amountCents: 400_00n, at })
  const asked = (operations: typeof inAppSend | typeof cardDeposit, amountCents: bigint) =>
    coolingRefusal(cooling, { operations, amountCents }, usage, [])
  expect(asked(inAppSend, 100_00n)).toBeNull()
  expect(asked(inAppSend, 100_01n)).toMatchObject({ details: { leftCents: 100_00 } })
  expect(asked(inAppSend, 100_01n)?.details).not.toHaveProperty('operation')
  expect(asked(cardDeposit, 1_000_00n)).toBeNull()
})

test('an account that does not cool is not held back', () => {
  expect(coolingRefusal(null, { operations: withdrawal, amountCents: 10_000_00n }, new Map(), [])).toBeNull()
})

const row = (tier: number, operation: LimitGroup, window: LimitWindow, limitCents: bigint): LimitRule => ({
  row: `${operation}.${window}`,
  tier,
  operation,
  window,
  limitCents,
})
const TIERS = [
  [row(0, 'outside', 'transaction', 250_00n), row(0, 'outside', '30d', 1_000_00n)],
  [row(1, 'outgoing', 'transaction', 1_000_00n), row(1, 'outgoing', '30d', 10_000_00n)],
  [row(2, 'outgoing', 'transaction', 10_000_00n), row(2, 'outgoing', '30d', 20_000_00n)],
] as const

const usedInMonth = (cents: bigint): Usage => {
  const month = { '30d': { cents, oldestAt: at } }
  return new Map([
    ['outgoing', month],
    ['outside', month],
  ])
}
const card = (amountCents: bigint) => ({ operations: OPERATION_GROUPS.stripe.send, amountCents })

test.each([
  ['at tier 0 its $250 at a time', 0, 0n],
  ['at tier 0 what is left of the month', 0, 800_00n],
  ['at tier 1 what is left of the month', 1, 9_800_00n],
  ['at tier 2 what is left of the month', 2, 19_950_00n],
] as const)('a row that leaves less than the cooling refuses in its own words: %s', (_what, tier, used) => {
  expect(coolingRefusal(cooling, card(600_00n), usedInMonth(used), TIERS[tier])).toBeNull()
  expect(exceededRow(TIERS[tier], card(600_00n), usedInMonth(used), 0n)).not.toBeNull()
})

test.each([0, 1, 2] as const)(
  'at tier %i a send that only the cooling stops says its $500 and what is left',
  (tier) => {
    const usage = withUsed(new Map(), { ...card(300_00n), at })
    expect(coolingRefusal(cooling, card(200_00n), usage, TIERS[tier])).toBeNull()
    expect(coolingRefusal(cooling, card(200_01n), usage, TIERS[tier])).toMatchObject({
      details: { limitCents: 500_00, leftCents: 200_00 },
    })
  },
)

test.each([
  [1, 0n, 500_00],
  [1, 9_800_00n, 200_00],
  [2, 19_950_00n, 50_00],
] as const)(
  'a withdrawal refused at tier %i says of sending no more than its month leaves',
  (tier, used, leftCents) => {
    const refused = coolingRefusal(cooling, { operations: withdrawal, amountCents: 1n }, usedInMonth(used), TIERS[tier])
    expect(refused?.details).toMatchObject({ operation: 'withdraw', limitCents: 500_00, leftCents })
  },
)

test('what operators allow a person to send over time is no more while their account cools', () => {
  const rules = [row(1, 'outgoing', '30d', 300_00n)]
  const usage = withUsed(new Map(), { operations: inAppSend, amountCents: 100_00n, at })
  expect(coolingRefusal(cooling, { operations: withdrawal, amountCents: 1n }, usage, rules)?.details).toMatchObject({
    limitCents: 300_00,
    leftCents: 200_00,
  })
})

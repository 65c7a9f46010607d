import { expect, test } from 'vitest'
import { cooledState, coolingRefusal } from './cooling-rules.ts'
import { limitState, OPERATION_GROUPS, withUsed } from './limit-state-rules.ts'

const at = new Date('2026-03-01T12:00:00Z')
const cooling = { cause: 'anything', until: new Date('2026-03-02T12:00:00Z') }
const inAppSend = OPERATION_GROUPS['in-app'].send
const withdrawal = OPERATION_GROUPS.bank.send
const cardDeposit = OPERATION_GROUPS.stripe.deposit

test('a withdrawal is refused while an account cools, whatever its amount and whatever the cause', () => {
  expect(coolingRefusal(cooling, { operations: withdrawal, amountCents: 1n }, new Map())).toMatchObject({
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
    coolingRefusal(cooling, { operations, amountCents }, usage)
  expect(asked(inAppSend, 100_00n)).toBeNull()
  expect(asked(inAppSend, 100_01n)).toMatchObject({ details: { leftCents: 100_00 } })
  expect(asked(inAppSend, 100_01n)?.details).not.toHaveProperty('operation')
  expect(asked(cardDeposit, 1_000_00n)).toBeNull()
})

test('an account that does not cool is not held back', () => {
  expect(coolingRefusal(null, { operations: withdrawal, amountCents: 10_000_00n }, new Map())).toBeNull()
})

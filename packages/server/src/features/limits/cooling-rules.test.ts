import { expect, test } from 'vitest'
import { coolingRefusal } from './cooling-rules.ts'
import { OPERATION_GROUPS, withUsed } from './limit-state-rules.ts'

const at = new Date('2026-03-01T12:00:00Z')
const cooling = { cause: 'anything', until: new Date('2026-03-02T12:00:00Z') }
const inAppSend = OPERATION_GROUPS['in-app'].send
const withdrawal = OPERATION_GROUPS.bank.send
const cardDeposit = OPERATION_GROUPS.stripe.deposit

test('a withdrawal is refused while an account cools, whatever its amount and whatever the cause', () => {
  expect(coolingRefusal(cooling, { operations: withdrawal, amountCents: 1n }, new Map())).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'anything', until: '2026-03-02T12:00:00.000Z' },
    stored: false,
  })
})

test('what goes out by every rail counts together; what comes in is free', () => {
  const usage = withUsed(new Map(), { operations: OPERATION_GROUPS.stripe.send, amountCents: 400_00n, at })
  const asked = (operations: typeof inAppSend | typeof cardDeposit, amountCents: bigint) =>
    coolingRefusal(cooling, { operations, amountCents }, usage)
  expect(asked(inAppSend, 100_00n)).toBeNull()
  expect(asked(inAppSend, 100_01n)).toMatchObject({ details: { leftCents: 100_00 } })
  expect(asked(cardDeposit, 1_000_00n)).toBeNull()
})

test('an account that does not cool is not held back', () => {
  expect(coolingRefusal(null, { operations: withdrawal, amountCents: 10_000_00n }, new Map())).toBeNull()
})

import { expect, test } from 'vitest'
import { canMoveMoney, kycStepOf, missingContacts } from './kyc-step.ts'

const user = (emailVerified: boolean, phoneVerified: boolean, tier: number) => ({
  emailVerified,
  phoneVerified,
  KYC: { tier },
})

test.each([
  ['GL-21 unverified email', user(false, false, -1), 'account'],
  ['GL-22 verified email, no tier', user(true, false, -1), 'phone'],
  ['GL-23 tier 0', user(true, true, 0), 'identity'],
  ['GL-23 tier 1', user(true, true, 1), 'done'],
  ['GL-23 tier 2', user(true, true, 2), 'done'],
] as const)('%s: the next step is right', (_, standing, step) => {
  expect(kycStepOf(standing)).toBe(step)
})

test('money moves with both contacts verified and tier 1, and not before', () => {
  expect(canMoveMoney(user(true, true, 1))).toBe(true)
  expect(
    [user(false, true, 1), user(true, false, 1), user(true, true, 0), user(false, false, -1)].some(canMoveMoney),
  ).toBe(false)
})

test('what is still to be verified is named, and nothing that is done', () => {
  const missing = [user(false, false, -1), user(true, false, -1), user(false, true, -1)].map(missingContacts)
  expect(missing).toEqual(['both', 'phone', 'email'])
})

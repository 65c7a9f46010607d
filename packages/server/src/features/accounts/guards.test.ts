import { expect, test } from 'vitest'
import { requireContacts, requireOpen, requireTerms, requireTier } from './guards.ts'

const refused = (guard: () => void) => {
  try {
    guard()
    return null
  } catch (error) {
    const { code, details } = error as { code: string; details?: unknown }
    return { code, details }
  }
}

test('an unverified email is named before an unverified phone', () => {
  expect(refused(() => requireContacts({ emailVerified: false, phoneVerified: false }))).toMatchObject({
    code: 'emailNotVerified',
  })
  expect(refused(() => requireContacts({ emailVerified: true, phoneVerified: false }))).toMatchObject({
    code: 'kycRequired',
    details: { missing: ['phone'] },
  })
  expect(refused(() => requireContacts({ emailVerified: true, phoneVerified: true }))).toBeNull()
})

test('a tier that is too low is kycRequired and names the tier', () => {
  expect(refused(() => requireTier({ tier: 0 }, 1))).toMatchObject({
    code: 'kycRequired',
    details: { missing: ['tier1'] },
  })
  expect(refused(() => requireTier({ tier: 2 }, 1))).toBeNull()
})

test('an account that is not open is accountRestricted with its status', () => {
  expect(refused(() => requireOpen({ status: 'frozen' }))).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'frozen' },
  })
  expect(refused(() => requireOpen({ status: 'open' }))).toBeNull()
})

test('terms that were not accepted in this version are kycRequired with the reason', () => {
  expect(refused(() => requireTerms({ termsAccepted: false }))).toMatchObject({
    code: 'kycRequired',
    details: { reason: 'terms' },
  })
  expect(refused(() => requireTerms({ termsAccepted: true }))).toBeNull()
})

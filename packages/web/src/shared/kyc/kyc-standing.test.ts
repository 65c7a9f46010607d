import type { KycStatus } from '@puente/contract'
import { expect, test } from 'vitest'
import { isKycOpen, isTier2Waiting, kycStandingOf } from './kyc-standing.ts'

const check = (selfieIdStatus: KycStatus, selfieStatus: KycStatus, fullNameBirth = true, tier = 0) => ({
  selfieIdStatus,
  selfieStatus,
  fullNameBirth,
  tier,
})
const verified = { emailVerified: true, phoneVerified: true }

test.each([
  ['nothing submitted', check('neverRequested', 'neverRequested', false), 'open'],
  ['photos without the name step', check('requested', 'requested', false), 'open'],
  ['the name step without photos', check('neverRequested', 'neverRequested'), 'open'],
  ['the whole file in review', check('inReview', 'inReview'), 'verifying'],
  ['a denied selfie', check('Approved', 'Denied'), 'denied'],
  ['a denial after an approval', check('Denied', 'Approved', true, 1), 'denied'],
  ['an expired document', check('Expired', 'Approved', true, 0), 'expired'],
  ['tier 1', check('Approved', 'Approved', true, 1), 'approved'],
] as const)('%s stands as it should', (_, standing, expected) => {
  expect(kycStandingOf(standing)).toBe(expected)
})

test.each([
  ['V without the name step', { ...verified, KYC: check('requested', 'requested', false) }, true],
  ['V with a photo missing', { ...verified, KYC: check('requested', 'neverRequested') }, true],
  ['V with the complete file in review', { ...verified, KYC: check('inReview', 'inReview') }, false],
  ['V after Denied', { ...verified, KYC: check('Approved', 'Denied') }, true],
  ['V with an expired document', { ...verified, KYC: check('Expired', 'Approved') }, true],
  ['T1', { ...verified, KYC: check('Approved', 'Approved', true, 1) }, false],
  [
    'N',
    { emailVerified: false, phoneVerified: false, KYC: check('neverRequested', 'neverRequested', false, -1) },
    false,
  ],
  [
    'E',
    { emailVerified: true, phoneVerified: false, KYC: check('neverRequested', 'neverRequested', false, -1) },
    false,
  ],
] as const)('for %s the identity check is open or not as it should', (_, user, expected) => {
  expect(isKycOpen(user)).toBe(expected)
})

test.each([
  ['a proof of address that was not accepted', { invoiceStatus: 'Denied', videoStatus: 'neverRequested' }, true],
  ['a video that was asked for', { invoiceStatus: 'Approved', videoStatus: 'requested' }, true],
  ['a proof in review', { invoiceStatus: 'inReview', videoStatus: 'neverRequested' }, false],
  ['nothing handed in', { invoiceStatus: 'neverRequested', videoStatus: 'neverRequested' }, false],
] as const)('%s waits for a verified person or not', (_, tier2, expected) => {
  expect(isTier2Waiting({ ...check('Approved', 'Approved', true, 1), ...tier2 })).toBe(expected)
  expect(isTier2Waiting({ ...check('Denied', 'Approved', true, 0), ...tier2 })).toBe(false)
})

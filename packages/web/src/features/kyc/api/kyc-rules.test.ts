import type { KycReason, KycType } from '@puente/contract'
import { expect, test } from 'vitest'
import { appealOf, hasBack, isAppealOpen, isWanted, planOf, type KycReport } from './kyc-rules.ts'
import { latestBirthday } from '#lib/forms/birthday.ts'

const report = (
  missing: KycReport['missing'],
  reason?: KycReason,
  type: KycType = 'selfieId',
): Parameters<typeof planOf>[0] => ({
  missing,
  reasons: reason ? [{ type, code: reason }] : [],
})

test('A-96 the first time photos come first and the details last', () => {
  expect(planOf(report(['nameBirth', 'selfieId', 'selfie']))).toEqual(['document', 'selfie', 'details'])
})

test('a person who comes back finds finished parts marked as done', () => {
  const half = report(['nameBirth', 'selfie'])
  expect(planOf(half)).toEqual(['document', 'selfie', 'details'])
  expect(planOf(half).map((part) => isWanted(part, half))).toEqual([false, true, true])
})

test.each([
  ['only the selfie', report(['selfie'], 'blurry'), ['selfie']],
  ['both photos', report(['selfieId', 'selfie'], 'blurry'), ['document', 'selfie']],
  ['only the selfie when the face does not match', report(['selfie'], 'mismatch', 'selfie'), ['selfie']],
  ['a name that does not match, before the photo', report(['selfieId'], 'mismatch'), ['details', 'document']],
  ['a birthday under age, before the photo', report(['selfieId'], 'underage'), ['details', 'document']],
] as const)('after a denial the plan asks for %s', (_, given, parts) => {
  expect(planOf(given)).toEqual(parts)
})

test.each([
  ['2026-11-21', '2008-11-21'],
  ['2026-01-01', '2008-01-01'],
  ['2028-02-29', '2010-02-29'],
])('V-30 on %s the last birthday that is old enough is %s', (today, birthday) => {
  expect(latestBirthday(today)).toBe(birthday)
})

test('V-30 a person born on a leap day comes of age on 1 March', () => {
  expect('2008-02-29' <= latestBirthday('2026-02-28')).toBe(false)
  expect('2008-02-29' <= latestBirthday('2026-03-01')).toBe(true)
})

test.each([
  ['open', 'open', '2026-11-22T10:00:00Z', true],
  ['open, though the other tier was decided since', 'open', '2026-11-20T10:00:00Z', true],
  ['settled', 'settled', '2026-11-22T10:00:00Z', false],
] as const)('whether an appeal is shown: %s', (_, state, at, isShown) => {
  const one = { appealId: 'a', at, state, text: 'Look again.', answer: null, answeredAt: null }
  const history = [{ at: '2026-11-21T10:00:00Z', type: 'invoice' as const, status: 'Denied' as const }]
  expect(isAppealOpen({ appeals: [one], history })).toBe(isShown)
  expect(appealOf({ appeals: [one], history }) !== undefined).toBe(isShown)
})

test('a passport is one page, every card has a back', () => {
  expect((['passport', 'driverLicense', 'stateId', 'residencePermit'] as const).map(hasBack)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

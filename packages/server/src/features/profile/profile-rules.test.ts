import { expect, test } from 'vitest'
import { birthdayRefusal, dayIn, isAdultBirthday, isCountry, nameRefusal } from './profile-rules.ts'
import { isZipOfState } from './zip-states.ts'

const standing = {
  tier: 0,
  fullName: 'Ana Ruiz',
  fullNameChanges: 0,
  birthday: '1990-02-28',
  birthdayChanges: 0,
  isUnderReview: false,
}

test.each([
  ['2008-11-21', true],
  ['2008-11-22', false],
  ['1906-11-21', true],
  ['1906-11-20', false],
  ['2030-01-01', false],
])('V-30 on 2026-11-21 someone born on %s is of age: %s', (birthday, isAdult) => {
  expect(isAdultBirthday(birthday, '2026-11-21')).toBe(isAdult)
})

test('the day that counts is that of the person, not of the server', () => {
  const at = new Date('2026-11-21T03:00:00Z')
  expect(dayIn(at, 'America/New_York')).toBe('2026-11-20')
  expect(dayIn(at, 'Asia/Seoul')).toBe('2026-11-21')
})

test('a name changes twice before tier 1, and not at all from then on', () => {
  expect(nameRefusal(standing, 'Ana María Ruiz')).toBeNull()
  expect(nameRefusal({ ...standing, fullNameChanges: 2 }, 'Ana María Ruiz')).toBe('fullNameChangesExceeded')
  expect(nameRefusal({ ...standing, tier: 1 }, 'Ana María Ruiz')).toBe('fullNameChangesExceeded')
  expect(nameRefusal({ ...standing, tier: 1, fullNameChanges: 2 }, 'Ana Ruiz')).toBeNull()
})

test('a birthday changes once after it was given, and not at all from tier 1 on', () => {
  const today = '2026-11-21'
  expect(birthdayRefusal({ ...standing, birthday: null }, '1991-01-01', today)).toBeNull()
  expect(birthdayRefusal(standing, '1991-01-01', today)).toBeNull()
  expect(birthdayRefusal({ ...standing, birthdayChanges: 1 }, '1991-01-01', today)).toBe('birthdayChangesExceeded')
  expect(birthdayRefusal({ ...standing, tier: 1 }, '1991-01-01', today)).toBe('birthdayChangesExceeded')
  expect(birthdayRefusal({ ...standing, tier: 1, birthdayChanges: 1 }, '1990-02-28', today)).toBeNull()
})

test('what is being proved does not change under the eyes of the reviewer; saying it again is no change', () => {
  const reviewed = { ...standing, isUnderReview: true }
  expect(nameRefusal(reviewed, 'Somebody Else')).toBe('fullNameChangesExceeded')
  expect(nameRefusal(reviewed, 'Ana Ruiz')).toBeNull()
  expect(birthdayRefusal(reviewed, '1991-01-01', '2026-11-21')).toBe('birthdayChangesExceeded')
  expect(birthdayRefusal(reviewed, '1990-02-28', '2026-11-21')).toBeNull()
})

test.each([
  ['78701', 'TX', true],
  ['78701', 'NY', false],
  ['00901', 'PR', true],
  ['09012', 'AE', true],
  ['96799', 'AS', true],
  ['06390', 'NY', true],
  ['00000', 'NY', false],
  ['99950', 'AK', true],
])('the ZIP code %s belongs to %s: %s', (zip, state, belongs) => {
  expect(isZipOfState(zip, state)).toBe(belongs)
})

test('a nationality is a country', () => {
  expect(['US', 'KR', 'MX', 'DO'].every(isCountry)).toBe(true)
  expect(['ZZ', 'XX', 'AA', 'EU'].some(isCountry)).toBe(false)
})

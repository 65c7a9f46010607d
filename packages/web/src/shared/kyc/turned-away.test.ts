import { expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { approved, denied, inReview } from '#test/kyc.ts'
import { aMe } from '#test/render.tsx'
import { turnedAwayOf } from './turned-away.ts'

const nothing = aMe({ emailVerified: false, phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } })
const phoneLeft = aMe({ phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } })

test('what is missing is named in the order of its steps', () => {
  expect(turnedAwayOf(paths.withdrawBank.path, nothing)).toEqual({
    asked: 'withdraw',
    steps: ['account', 'phone', 'identity'],
    why: 'steps',
  })
  expect(turnedAwayOf(paths.requestNew.path, phoneLeft)).toEqual({ asked: 'request', steps: ['phone'], why: 'steps' })
  expect(turnedAwayOf(paths.kyc.path, phoneLeft)).toEqual({ asked: 'identity', steps: ['phone'], why: 'steps' })
})

test('sending from the balance takes an identity, and what is paid from outside takes the contacts alone', () => {
  expect(turnedAwayOf(paths.sendInAppAmount.path, nothing)?.steps).toContain('identity')
  expect(turnedAwayOf(paths.sendCard.path, nothing)?.steps).toEqual(['account', 'phone'])
})

test('while an identity is in review there is no step, and what is open says nothing', () => {
  const me = aMe({ KYC: inReview })
  for (const path of [paths.withdraw.path, paths.kyc.path, paths.kycTier2.path])
    expect(turnedAwayOf(path, me)).toMatchObject({ steps: [], why: 'review' })
  expect(turnedAwayOf(paths.withdraw.path, aMe())).toBeNull()
  expect(turnedAwayOf(paths.settings.path, nothing)).toBeNull()
})

test('what is done already says so, in any case of the letters', () => {
  expect(turnedAwayOf('/Verify-Account', aMe())).toMatchObject({ asked: 'phone', why: 'done' })
  expect(turnedAwayOf(paths.kycTier1.path, aMe({ KYC: approved }))).toMatchObject({ asked: 'identity', why: 'done' })
})

test('a denial and an ID that has run out are said as what they are, not as a step that was never taken', () => {
  for (const path of [paths.withdraw.path, paths.sendInAppAmount.path, paths.kycTier2.path])
    expect(turnedAwayOf(path, aMe({ KYC: denied }))).toMatchObject({ steps: [], why: 'denied' })
  const expired = aMe({ KYC: { ...inReview, selfieIdStatus: 'Expired' } })
  expect(turnedAwayOf(paths.withdraw.path, expired)).toMatchObject({ steps: [], why: 'expired' })
  expect(turnedAwayOf(paths.kyc.path, aMe({ KYC: denied }))).toBeNull()
})

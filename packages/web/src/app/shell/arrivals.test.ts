import { expect, test } from 'vitest'
import { aDepositRow, aReceivedRow, aRow } from '#test/movements.ts'
import { aMe } from '#test/render.tsx'
import { arrivalOf, isNewlyVerified, isShownOn } from './arrivals.ts'

const me = aMe()

test('money that came in is announced once: with the sender, and not again when the row changes', () => {
  const row = aReceivedRow(1)
  expect(arrivalOf(row, undefined, me)).toEqual({ kind: 'money', name: row.fullName, cents: row.amount })
  expect(arrivalOf(row, 'ON HOLD', me)).toMatchObject({ kind: 'money' })
  expect(arrivalOf({ ...row, version: 2 }, 'COMPLETED', me)).toBeNull()
})

test('a deposit is announced when it arrives, not while it is on its way', () => {
  const row = aDepositRow(1, { state: 'COMPLETED' })
  expect(arrivalOf({ ...row, state: 'PENDING' }, undefined, me)).toBeNull()
  expect(arrivalOf(row, 'PENDING', me)).toEqual({ kind: 'added', cents: row.amount })
})

test('a reward is announced as one, and money that came back as that', () => {
  const cents = 10
  const of = (type: 'reward' | 'referral' | 'refund' | 'reversal') =>
    arrivalOf({ ...aDepositRow(1, { state: 'COMPLETED', amount: cents }), type }, undefined, me)
  expect([of('reward'), of('referral')]).toEqual([
    { kind: 'reward', cents },
    { kind: 'reward', cents },
  ])
  expect([of('refund'), of('reversal')]).toEqual([
    { kind: 'back', cents },
    { kind: 'back', cents },
  ])
})

test('what one sends, and what is held, is no arrival', () => {
  expect(arrivalOf(aRow(1), undefined, me)).toBeNull()
  expect(arrivalOf(aReceivedRow(1, { state: 'ON HOLD' }), undefined, me)).toBeNull()
})

test('an identity is announced when it is verified, and only then', () => {
  expect(isNewlyVerified(0, 1)).toBe(true)
  expect(isNewlyVerified(-1, 0)).toBe(false)
  expect(isNewlyVerified(1, 2)).toBe(false)
  expect(isNewlyVerified(1, 0)).toBe(false)
})

test('a screen that says itself what arrived has no notice above it', () => {
  expect(isShownOn('/kyc/success', { kind: 'identity' })).toBe(true)
  expect(isShownOn('/deposit-now/success', { kind: 'added', cents: 1 })).toBe(true)
  expect(isShownOn('/home', { kind: 'identity' })).toBe(false)
  expect(isShownOn('/kyc/success', { kind: 'added', cents: 1 })).toBe(false)
})

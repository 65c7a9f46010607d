import type { LiveEvent } from '@puente/contract'
import { expect, test } from 'vitest'
import { aDepositRow, aReceivedRow, aRow } from '#test/movements.ts'
import { aMe } from '#test/render.tsx'
import { arrivalOf, isSaidBy } from './arrivals.ts'

const me = aMe()
const came = (row: ReturnType<typeof aRow>) => ({ id: 1, event: 'transaction', data: { row } }) as LiveEvent
const verified = (tier: number) => ({ id: 1, event: 'kyc', data: { ...me.KYC, tier } }) as LiveEvent

test('money that came in is said once: with the sender, and not again when the row changes', () => {
  const row = aReceivedRow(1)
  expect(arrivalOf(came(row), { me, row: undefined })).toEqual({ kind: 'money', name: row.fullName, cents: row.amount })
  expect(arrivalOf(came(row), { me, row: { ...row, state: 'ON HOLD' } })).toMatchObject({ kind: 'money' })
  expect(arrivalOf(came({ ...row, version: 2 }), { me, row })).toBeNull()
})

test('a deposit is said when it arrives, not while it is on its way', () => {
  const row = aDepositRow(1, { state: 'COMPLETED' })
  expect(arrivalOf(came({ ...row, state: 'PENDING' }), { me, row: undefined })).toBeNull()
  expect(arrivalOf(came(row), { me, row: { ...row, state: 'PENDING' } })).toEqual({ kind: 'added', cents: row.amount })
})

test('what one sends, and what is held, is no arrival', () => {
  expect(arrivalOf(came(aRow(1)), { me, row: undefined })).toBeNull()
  expect(arrivalOf(came(aReceivedRow(1, { state: 'ON HOLD' })), { me, row: undefined })).toBeNull()
})

test('an identity is said when it is verified, and only then', () => {
  const before = aMe({ KYC: { ...me.KYC, tier: 0 } })
  expect(arrivalOf(verified(1), { me: before, row: undefined })).toEqual({ kind: 'identity' })
  expect(arrivalOf(verified(0), { me: before, row: undefined })).toBeNull()
  expect(arrivalOf(verified(1), { me, row: undefined })).toBeNull()
})

test('a screen that says itself what arrived has no notice above it', () => {
  expect(isSaidBy('/kyc/success', { kind: 'identity' })).toBe(true)
  expect(isSaidBy('/deposit-now/success', { kind: 'added', cents: 1 })).toBe(true)
  expect(isSaidBy('/home', { kind: 'identity' })).toBe(false)
  expect(isSaidBy('/kyc/success', { kind: 'added', cents: 1 })).toBe(false)
})

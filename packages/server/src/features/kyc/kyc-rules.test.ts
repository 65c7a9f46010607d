import { expect, test } from 'vitest'
import {
  decided,
  earnsTier1,
  hasRoomForFiles,
  isComplete,
  type KycItem,
  missingParts,
  neverHandedIn,
  plusWorkingDays,
  triesLeft,
  withFile,
} from './kyc-rules.ts'

const item = (type: 'selfieId' | 'selfie', more: Partial<KycItem>): KycItem => ({ ...neverHandedIn(type), ...more })
const passport = item('selfieId', { status: 'requested', docType: 'passport', frontFileId: 'a', isFresh: true })
const selfie = item('selfie', { status: 'requested', frontFileId: 'b', isFresh: true })

test('a file is complete with name and birthday, document and selfie', () => {
  expect(missingParts([], false)).toEqual(['nameBirth', 'selfieId', 'selfie'])
  expect(isComplete([passport, selfie], true)).toBe(true)
  expect(isComplete([passport, selfie], false)).toBe(false)
  expect(isComplete([passport], true)).toBe(false)
})

test('a document with a back is not complete without it; a passport is', () => {
  const license = item('selfieId', { status: 'requested', docType: 'driverLicense', frontFileId: 'a', isFresh: true })
  expect(missingParts([license, selfie], true)).toEqual(['selfieId'])
  expect(missingParts([{ ...license, backFileId: 'c' }, selfie], true)).toEqual([])
})

test('after a denial only what was denied is asked for again, and a new file makes it complete', () => {
  const denied = decided(
    [
      { ...passport, status: 'inReview' },
      { ...selfie, status: 'inReview' },
    ],
    { outcome: 'denied', reasons: [{ type: 'selfie', code: 'mismatch' }] },
  )
  expect(denied.map(({ status }) => status)).toEqual(['Approved', 'Denied'])
  expect(missingParts(denied, true)).toEqual(['selfie'])
  expect(isComplete(denied, true)).toBe(false)
  const again = withFile(denied[1] as KycItem, { fileId: 'd', side: 'front', docType: null })
  expect(again).toMatchObject({ status: 'Denied', isFresh: true, frontFileId: 'd' })
  expect(isComplete([denied[0] as KycItem, again as KycItem], true)).toBe(true)
})

test('nothing is submitted while it is reviewed or after it was approved', () => {
  expect(withFile({ ...selfie, status: 'inReview' }, { fileId: 'x', side: 'front', docType: null })).toBeNull()
  expect(withFile({ ...selfie, status: 'Approved' }, { fileId: 'x', side: 'front', docType: null })).toBeNull()
})

test('another kind of document starts over: the old back side does not belong to it', () => {
  const license = item('selfieId', {
    status: 'requested',
    docType: 'driverLicense',
    frontFileId: 'a',
    backFileId: 'b',
    isFresh: true,
  })
  const changed = withFile(license, { fileId: 'c', side: 'front', docType: 'stateId' })
  expect(changed).toMatchObject({ docType: 'stateId', frontFileId: 'c', backFileId: null })
})

test.each([
  [0, 0, 3],
  [2, 2, 1],
  [3, 3, 0],
  [0, 9, 1],
  [0, 10, 0],
  [1, 12, 0],
])('with %i tries today and %i in all %i are left', (today, inAll, left) => {
  expect(triesLeft(today, inAll)).toBe(left)
})

test('an objection to what was accepted earlier falls on what was submitted this time', () => {
  const items = [
    { ...passport, status: 'inReview' as const },
    { ...selfie, status: 'Approved' as const },
  ]
  const denied = decided(items, { outcome: 'denied', reasons: [{ type: 'selfie', code: 'mismatch' }] })
  expect(denied).toMatchObject([{ type: 'selfieId', status: 'Denied', reason: 'mismatch', isFresh: false }])
})

test('a denial without a reason denies everything that was submitted, for another reason', () => {
  const items = [passport, selfie].map((each) => ({ ...each, status: 'inReview' as const }))
  const denied = decided(items, { outcome: 'denied', reasons: [] })
  expect(denied.map(({ status, reason }) => [status, reason])).toEqual([
    ['Denied', 'other'],
    ['Denied', 'other'],
  ])
})

test('tier 1 is earned by everything together', () => {
  const accepted = [passport, selfie].map((each) => ({ ...each, status: 'Approved' as const }))
  expect(earnsTier1(accepted, true)).toBe(true)
  expect(earnsTier1(accepted, false)).toBe(false)
  expect(earnsTier1(accepted.slice(0, 1), true)).toBe(false)
})

test('a person keeps at most a hundred files and 200 MB', () => {
  expect(hasRoomForFiles({ count: 99, bytes: 199_999_999 })).toBe(true)
  expect(hasRoomForFiles({ count: 100, bytes: 1 })).toBe(false)
  expect(hasRoomForFiles({ count: 1, bytes: 200_000_000 })).toBe(false)
})

test.each([
  ['Monday', '2026-11-16T15:00:00Z', '2026-11-19T15:00:00.000Z'],
  ['Friday evening, Saturday in UTC', '2026-11-21T02:00:00Z', '2026-11-26T02:00:00.000Z'],
  ['Saturday', '2026-11-21T15:00:00Z', '2026-11-25T15:00:00.000Z'],
])('three working days from %s in New York', (_day, from, to) => {
  expect(plusWorkingDays(new Date(from), 3, 'America/New_York').toISOString()).toBe(to)
})

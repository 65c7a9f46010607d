import { expect, test } from 'vitest'
import { tierOf } from './tier-rules.ts'
import {
  decided,
  hasRoomForFiles,
  isComplete,
  type KycItem,
  missingParts,
  neverHandedIn,
  newsOf,
  plusWorkingDays,
  triesOf,
  withFile,
} from './kyc-rules.ts'

const item = (type: 'selfieId' | 'selfie', more: Partial<KycItem>): KycItem => ({ ...neverHandedIn(type), ...more })
const unnamed = { tier: 0, hasNameBirth: false, isBusiness: false }
const known = { ...unnamed, hasNameBirth: true }
const passport = item('selfieId', { status: 'requested', docType: 'passport', frontFileId: 'a', isFresh: true })
const selfie = item('selfie', { status: 'requested', frontFileId: 'b', isFresh: true })

test('a file is complete with name and birthday, document and selfie', () => {
  expect(missingParts([], 1, unnamed)).toEqual(['nameBirth', 'selfieId', 'selfie'])
  expect(isComplete([passport, selfie], 1, known)).toBe(true)
  expect(isComplete([passport, selfie], 1, unnamed)).toBe(false)
  expect(isComplete([passport], 1, known)).toBe(false)
})

test('a document with a back is not complete without it; a passport is', () => {
  const license = item('selfieId', { status: 'requested', docType: 'driverLicense', frontFileId: 'a', isFresh: true })
  expect(missingParts([license, selfie], 1, known)).toEqual(['selfieId'])
  expect(missingParts([{ ...license, backFileId: 'c' }, selfie], 1, known)).toEqual([])
})

test('after a denial only what was denied is asked for again, and a new file makes it complete', () => {
  const denied = decided(
    [
      { ...passport, status: 'inReview' },
      { ...selfie, status: 'inReview' },
    ],
    1,
    { outcome: 'denied', reasons: [{ type: 'selfie', code: 'mismatch' }] },
  )
  expect(denied.map(({ status }) => status)).toEqual(['Approved', 'Denied'])
  expect(missingParts(denied, 1, known)).toEqual(['selfie'])
  expect(isComplete(denied, 1, known)).toBe(false)
  const again = withFile(denied[1] as KycItem, { fileId: 'd', side: 'front', docType: null })
  expect(again).toMatchObject({ status: 'Denied', isFresh: true, frontFileId: 'd' })
  expect(isComplete([denied[0] as KycItem, again as KycItem], 1, known)).toBe(true)
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

const NOW = new Date('2026-11-23T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const before = (count: number) => Array.from({ length: count }, () => hoursAgo(100))

test.each([
  ['no tries', [], 3],
  ['two today', [hoursAgo(1), hoursAgo(2)], 1],
  ['three today', [hoursAgo(1), hoursAgo(2), hoursAgo(3)], 0],
  ['nine before', before(9), 1],
  ['ten before', before(10), 0],
  ['twelve with one today', [...before(11), hoursAgo(1)], 0],
])('of the identity check after %s', (_, madeAt, left) => {
  expect(triesOf(madeAt, NOW).left).toBe(left)
})

test('when the day is used up the next try comes a day after the third last, and after ten in all never', () => {
  const today = [hoursAgo(5), hoursAgo(1), hoursAgo(3)]
  expect(triesOf(today, NOW)).toEqual({ left: 0, again: hoursAgo(5 - 24) })
  expect(triesOf([...before(6), ...today], NOW).again).toEqual(hoursAgo(5 - 24))
  expect(triesOf([...before(7), ...today], NOW)).toEqual({ left: 0, again: null })
  expect(triesOf([hoursAgo(1)], NOW).again).toBeNull()
})

test('what was tried with other accounts counts for its day, and never towards the ten', () => {
  const elsewhere = [hoursAgo(5), hoursAgo(3)]
  expect(triesOf([hoursAgo(1)], NOW, elsewhere)).toEqual({ left: 0, again: hoursAgo(5 - 24) })
  expect(triesOf([], NOW, [...elsewhere, hoursAgo(25)]).left).toBe(1)
  expect(triesOf(before(9), NOW, before(9)).left).toBe(1)
})

test('the end of a review of the address is told as one of the address, and of the video where that was not accepted', () => {
  const ended = (invoice: 'Approved' | 'Denied') => [
    { ...neverHandedIn('invoice'), status: invoice },
    { ...neverHandedIn('video'), status: 'Denied' as const },
  ]
  expect(newsOf(1, 'approved', [])).toBe('approved')
  expect(newsOf(1, 'denied', [])).toBe('denied')
  expect(newsOf(2, 'approved', [])).toBe('addressApproved')
  expect(newsOf(2, 'denied', ended('Denied'))).toBe('addressDenied')
  expect(newsOf(2, 'denied', ended('Approved'))).toBe('videoDenied')
})

test('an objection to what was accepted earlier falls on what was submitted this time', () => {
  const items = [
    { ...passport, status: 'inReview' as const },
    { ...selfie, status: 'Approved' as const },
  ]
  const denied = decided(items, 1, { outcome: 'denied', reasons: [{ type: 'selfie', code: 'mismatch' }] })
  expect(denied).toMatchObject([{ type: 'selfieId', status: 'Denied', reason: 'mismatch', isFresh: false }])
})

test('a denial without a reason denies everything that was submitted, for another reason', () => {
  const items = [passport, selfie].map((each) => ({ ...each, status: 'inReview' as const }))
  const denied = decided(items, 1, { outcome: 'denied', reasons: [] })
  expect(denied.map(({ status, reason }) => [status, reason])).toEqual([
    ['Denied', 'other'],
    ['Denied', 'other'],
  ])
})

test('tier 1 is earned by everything together, and never by who has no tier 0', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const accepted = [passport, selfie].map((each) => ({ ...each, status: 'Approved' as const }))
  expect(tierOf(accepted, known, now)).toBe(1)
  expect(tierOf(accepted, unnamed, now)).toBe(0)
  expect(tierOf(accepted.slice(0, 1), known, now)).toBe(0)
  expect(tierOf(accepted, { ...known, tier: -1 }, now)).toBe(-1)
})

test('[V5.2.4] a person keeps at most a hundred files and 200 MB', () => {
  expect(hasRoomForFiles({ count: 99, bytes: 199_999_999 })).toBe(true)
  expect(hasRoomForFiles({ count: 100, bytes: 1 })).toBe(false)
  expect(hasRoomForFiles({ count: 1, bytes: 200_000_000 })).toBe(false)
})

test.each([
  ['Monday', '2026-11-16T15:00:00Z', '2026-11-19T15:00:00.000Z'],
  ['Friday evening, Saturday in UTC', '2026-11-21T02:00:00Z', '2026-11-26T02:00:00.000Z'],
  ['Saturday', '2026-11-21T15:00:00Z', '2026-11-25T15:00:00.000Z'],
  ['the Tuesday before Thanksgiving', '2026-11-24T15:00:00Z', '2026-11-30T15:00:00.000Z'],
])('three working days from %s in New York', (_day, from, to) => {
  expect(plusWorkingDays(new Date(from), 3, 'America/New_York').toISOString()).toBe(to)
})

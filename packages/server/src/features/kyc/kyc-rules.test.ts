import { expect, test } from 'vitest'
import { decided, isComplete, type KycItem, missingParts, neverHandedIn, triesLeft, withFile } from './kyc-rules.ts'

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

test('nothing is handed in while it is reviewed or after it was approved', () => {
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

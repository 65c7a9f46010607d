import { KYC_STATUSES } from '@puente/contract'
import { expect, test } from 'vitest'
import { REVIEW_STATES, canMove, reviewsThatMayBecome } from './kyc-states.ts'

const ALLOWED = new Set([
  'neverRequested>requested',
  'requested>requested',
  'requested>inReview',
  'inReview>Approved',
  'inReview>Denied',
  'Denied>inReview',
  'Approved>Expired',
  'Approved>Denied',
  'Expired>requested',
])

const ALLOWED_OF_CASES = new Set([
  'queued>submitting',
  'queued>denied',
  'submitting>submitting',
  'submitting>inReview',
  'submitting>operator',
  'submitting>denied',
  'inReview>operator',
  'inReview>approved',
  'inReview>denied',
  'operator>approved',
  'operator>denied',
])

test('every listed move of a status is allowed and no other', () => {
  for (const from of KYC_STATUSES) {
    for (const to of KYC_STATUSES) expect(canMove(from, to), `${from} to ${to}`).toBe(ALLOWED.has(`${from}>${to}`))
  }
})

test('every listed move of a submission is allowed and no other; what is decided stays decided', () => {
  for (const to of REVIEW_STATES) {
    const sources = reviewsThatMayBecome(to)
    for (const from of REVIEW_STATES)
      expect(sources.includes(from), `${from} to ${to}`).toBe(ALLOWED_OF_CASES.has(`${from}>${to}`))
  }
})

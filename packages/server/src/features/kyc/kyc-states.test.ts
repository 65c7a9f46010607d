import { KYC_STATUSES } from '@puente/contract'
import { expect, test } from 'vitest'
import { canMove } from './kyc-states.ts'

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

test('EK every listed move of a status is allowed and no other', () => {
  for (const from of KYC_STATUSES) {
    for (const to of KYC_STATUSES) expect(canMove(from, to), `${from} to ${to}`).toBe(ALLOWED.has(`${from}>${to}`))
  }
})

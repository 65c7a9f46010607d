import { expect, test } from 'vitest'
import { waitBeforeRetry } from './retry-rules.ts'

const bounds = { retries: 3, maxWaitMs: 30_000 }
const lost = { status: null, isOutcomeUnknown: true, retryAfter: null }
const busy = { status: 503, isOutcomeUnknown: false, retryAfter: 2 }
const half = () => 0.5

test('without an answer only what has a key, or reads, is sent again; after a refusal that did nothing, everything', () => {
  expect(waitBeforeRetry(lost, true, 0, bounds)).not.toBeNull()
  expect(waitBeforeRetry(lost, false, 0, bounds)).toBeNull()
  expect(waitBeforeRetry(busy, false, 0, bounds)).not.toBeNull()
  expect(waitBeforeRetry({ ...busy, isOutcomeUnknown: true }, false, 0, bounds)).toBeNull()
  expect(waitBeforeRetry({ ...busy, isOutcomeUnknown: true }, true, 0, bounds)).not.toBeNull()
})

test('a proxy that fails halfway says nothing about the outcome', () => {
  const proxy = { status: 502, isOutcomeUnknown: true, retryAfter: null }
  expect(waitBeforeRetry(proxy, true, 0, bounds)).not.toBeNull()
  expect(waitBeforeRetry(proxy, false, 0, bounds)).toBeNull()
})

test('it waits as long as the server asks, but not longer than the caller would', () => {
  expect(waitBeforeRetry({ ...busy, retryAfter: 7 }, true, 0, bounds)).toBe(7_000)
  expect(waitBeforeRetry({ ...busy, retryAfter: 31 }, true, 0, bounds)).toBeNull()
  expect(waitBeforeRetry({ status: 429, isOutcomeUnknown: false, retryAfter: null }, true, 0, bounds)).toBeNull()
})

test('the pauses grow, and after the last attempt there is none', () => {
  const waits = [0, 1, 2, 3].map((attempt) => waitBeforeRetry(lost, true, attempt, bounds, half))
  expect(waits).toEqual([187.5, 375, 750, null])
  expect(waitBeforeRetry(lost, true, 9, { ...bounds, retries: 20 }, () => 1)).toBe(5_000)
})

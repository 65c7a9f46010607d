import { expect, test } from 'vitest'
import { isPageOver } from './checkout-rules.ts'

const MINUTE_MS = 60_000
const end = Date.UTC(2026, 0, 2, 12)
const atMinutes = (minutes: number) => new Date(end + minutes * MINUTE_MS)

test('a page counts as over five minutes after its end, when no payment on it can still come', () => {
  const page = { expiresAt: end / 1000 }
  expect([-1, 0, 1, 5].map((minutes) => isPageOver(page, atMinutes(minutes)))).toEqual([false, false, false, false])
  expect(isPageOver(page, new Date(end + 5 * MINUTE_MS + 1))).toBe(true)
})

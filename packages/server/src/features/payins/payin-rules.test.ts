import { expect, test } from 'vitest'
import { isUnknownForLong } from './payin-rules.ts'

const MINUTE_MS = 60_000
const end = Date.UTC(2026, 0, 2, 12)
const atMinutes = (minutes: number) => new Date(end + minutes * MINUTE_MS)

test('an outcome is unknown for long after a quarter of an hour', () => {
  expect(isUnknownForLong(atMinutes(-15), atMinutes(0))).toBe(false)
  expect(isUnknownForLong(atMinutes(-15), new Date(end + 1))).toBe(true)
})

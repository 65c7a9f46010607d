import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { nextCheckAt } from './sweep-rules.ts'

test('a young payment is checked every minute, one older than an hour every hour', () => {
  const ref = newId()
  const afterMs = (age: number) => {
    const at = new Date(Date.now() + age)
    return nextCheckAt(ref, at).getTime() - at.getTime()
  }
  expect(afterMs(0)).toBeLessThan(60_000)
  expect(afterMs(59 * 60_000)).toBeLessThan(60_000)
  expect(afterMs(61 * 60_000)).toBe(3_600_000)
})

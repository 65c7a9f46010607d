import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { isReturnWindowOver, nextCheckAt, nextReturnCheckAt } from './sweep-rules.ts'

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

test('what has arrived is looked at for ninety days, less and less often', () => {
  const ref = newId()
  const looks: Date[] = [new Date()]
  while (!isReturnWindowOver(ref, looks.at(-1)!)) looks.push(nextReturnCheckAt(ref, looks.at(-1)!))
  const pauses = looks.slice(1).map((at, n) => at.getTime() - looks[n]!.getTime())
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses[0]).toBe(3_600_000)
  expect(pauses.at(-1)).toBe(3 * 86_400_000)
  expect(pauses.length).toBeLessThan(60)
})

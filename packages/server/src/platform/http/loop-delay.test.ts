import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { measureLoopDelay } from './loop-delay.ts'

const MS = 1e6
const RESOLUTION_MS = 10
const SAMPLE_MS = 500

/** What the runtime noted since it was last asked: nanoseconds, the wait of its own timer included. */
const noted = { count: 0, mean: Number.NaN, enable: () => true, disable: () => true, reset: () => {} }

let delay: ReturnType<typeof measureLoopDelay>
beforeEach(() => {
  vi.useFakeTimers()
  noted.reset = () => void Object.assign(noted, { count: 0, mean: Number.NaN })
  noted.reset()
  delay = measureLoopDelay(noted)
})
afterEach(() => {
  delay.stop()
  vi.useRealTimers()
})

/** One sample after which turns were this late on average, or in which the loop never came round. */
const sample = (lateMs: number | null): number => {
  if (lateMs !== null) Object.assign(noted, { count: 1, mean: (RESOLUTION_MS + lateMs) * MS })
  vi.advanceTimersByTime(SAMPLE_MS)
  return delay.read()
}

test('a loop whose turns stay long is late, and is in time again with the first sample of short ones', () => {
  expect([0, 70, 90, 80, 0].map(sample)).toEqual([0, 0, 70, 80, 0])
})

test('one long turn alone says nothing', () => {
  expect([0, 1_200, 0, 0].map(sample)).toEqual([0, 0, 0, 0])
})

test('a loop that did not come round at all stays as late as it was', () => {
  expect([40, 60, null, null].map(sample)).toEqual([0, 40, 60, 60])
})

test('what was stopped measures no more', () => {
  expect([50, 50].map(sample)).toEqual([0, 50])
  delay.stop()
  expect([0, 0].map(sample)).toEqual([50, 50])
})

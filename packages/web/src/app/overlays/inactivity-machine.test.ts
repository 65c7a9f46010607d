import { inactivity } from '@puente/contract'
import { expect, test } from 'vitest'
import { afterActivity, isAnnounced, phaseAt, secondsLeft } from './inactivity-machine.ts'

const MINUTE = 60_000
const idle = inactivity.idleMinutes * MINUTE
const limit = idle + inactivity.countdownMinutes * MINUTE

test('C-35 the tracker knows 10, 2, 3 and 10000', () => {
  expect(inactivity).toEqual({
    idleMinutes: 10,
    countdownMinutes: 2,
    logoutDelaySeconds: 3,
    activityThrottleMs: 10_000,
  })
})

test.each([
  [0, 'active'],
  [idle - 1, 'active'],
  [idle, 'asking'],
  [limit - 1, 'asking'],
  [limit, 'over'],
  [limit * 10, 'over'],
] as const)('GL-04 after %i ms without activity the watch is %s', (away, phase) => {
  expect(phaseAt(1000, 1000 + away)).toBe(phase)
})

test('GL-05 the countdown falls from two minutes to nothing and not below', () => {
  expect(secondsLeft(0, idle)).toBe(120)
  expect(secondsLeft(0, idle + 1000)).toBe(119)
  expect(secondsLeft(0, limit)).toBe(0)
  expect(secondsLeft(0, limit + MINUTE)).toBe(0)
})

test('activity is noted at most every ten seconds', () => {
  expect(afterActivity(0, 9999)).toBe(0)
  expect(afterActivity(0, 10_000)).toBe(10_000)
})

test('while the question stands activity changes nothing; only the stay button does', () => {
  expect(afterActivity(0, idle)).toBe(0)
  expect(afterActivity(0, limit + MINUTE)).toBe(0)
})

test('GL-05 the countdown is announced four times', () => {
  expect(Array.from({ length: 121 }, (_, seconds) => seconds).filter(isAnnounced)).toEqual([10, 30, 60, 120])
})

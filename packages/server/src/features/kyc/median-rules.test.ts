import { expect, test } from 'vitest'
import { medianMinutes } from './median-rules.ts'

const minutes = (...all: number[]): number[] => all.map((each) => each * 60_000)

test('A-13 the median is told once there are twenty reviews, in whole minutes and never as none', () => {
  const nineteen = Array.from({ length: 19 }, (_, index) => index + 1)
  expect(medianMinutes(minutes(...nineteen))).toBeNull()
  expect(medianMinutes(minutes(...nineteen, 20))).toBe(11)
  expect(medianMinutes(minutes(...nineteen, 20, 21))).toBe(11)
  expect(medianMinutes(Array.from({ length: 20 }, () => 2_000))).toBe(1)
})

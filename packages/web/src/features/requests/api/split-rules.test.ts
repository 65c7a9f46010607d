import { expect, test } from 'vitest'
import { amountsOf, equalParts, leftOf } from './split-rules.ts'

const open = { cents: null }

test('$100.01 in three is exact, and the odd cents go to the first', () => {
  expect(equalParts(10_001, 3)).toEqual([3334, 3334, 3333])
  for (const count of [1, 2, 3, 7, 30])
    for (const total of [1, 99, 10_001, 999_999_999])
      expect(
        leftOf(
          total,
          amountsOf(
            total,
            Array.from({ length: count }, () => open),
          ),
        ),
      ).toBe(0)
})

test('who has an amount of their own leaves the rest to the others in equal parts', () => {
  expect(amountsOf(10_001, [open, { cents: 5000 }, open])).toEqual([2501, 5000, 2500])
  expect(amountsOf(10_000, [{ cents: 2500 }, { cents: 7500 }])).toEqual([2500, 7500])
})

test('parts that are more or less than the bill leave a remainder, and nobody is asked for less than nothing', () => {
  expect(amountsOf(1000, [{ cents: 1500 }, open])).toEqual([1500, 0])
  expect(leftOf(1000, [1500, 0])).toBe(-500)
  expect(leftOf(1000, amountsOf(1000, [{ cents: 300 }, { cents: 300 }]))).toBe(400)
})

import { expect, test } from 'vitest'
import { notKept } from './kept-rules.ts'
import type { Movement } from './movement.ts'

const row = (change: Partial<Movement> = {}) =>
  ({ state: 'COMPLETED', details: {}, timeline: [], ...change }) as Movement
const steps = (...said: (string | [string, number])[]) =>
  row({
    timeline: said.map((one) => ({ step: String([one].flat()[0]), at: null, amount: Number([one].flat()[1] ?? 0) })),
  })

test.each([
  [row(), false, null],
  [row({ state: 'PENDING' }), false, 'underWay'],
  [row({ state: 'ON HOLD' }), false, 'underWay'],
  [row({ state: 'CANCELLED' }), false, 'nothingMoved'],
  [undefined, false, 'nothingMoved'],
  [row(), true, 'cameBack'],
  [row({ details: { returnedAs: 'txn_1' } }), false, 'cameBack'],
])('only what is completed and did not come back is kept', (of, hasReturn, why) => {
  expect(notKept(of, hasReturn)).toBe(why)
})

test.each([
  [steps('completed'), null],
  [steps('contested'), 'cameBack'],
  [steps('contested', ['chargedBack', 5]), 'cameBack'],
  [steps('contested', ['chargedBack', 5], 'kept'), null],
  [steps(['refunded', 3], 'contested', 'kept'), 'cameBack'],
  [steps('warned'), 'cameBack'],
  [steps('warned', 'contested'), 'cameBack'],
  [steps('warned', 'cleared'), null],
  [steps(['refunded', 3], ['refundFailed', 3]), null],
  [steps(['refunded', 3], ['refunded', 2], ['refundFailed', 3]), 'cameBack'],
])('the steps of a payer’s row say whether its provider gave money back', (of, why) => {
  expect(notKept(of, false)).toBe(why)
})

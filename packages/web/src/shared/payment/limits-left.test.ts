import { expect, test } from 'vitest'
import { aLimit } from '#test/money.ts'
import { decidingLimit, limitsLeft } from './limits-left.ts'

test('for sending and for adding money the tightest limit is shown', () => {
  const rows = [
    aLimit({ row: 'a', operation: 'outgoing', window: '30d', leftCents: 900_000 }),
    aLimit({ row: 'b', operation: 'inApp', window: '24h', leftCents: 200_000 }),
    aLimit({ row: 'c', operation: 'deposit', window: '30d', leftCents: 500_000 }),
  ]
  const limits = limitsLeft(rows, ['send', 'add'])
  expect(limits.map(({ purpose, row }) => [purpose, row.row])).toEqual([
    ['send', 'b'],
    ['add', 'c'],
  ])
})

test('a limit on one payment is not one that is used up', () => {
  const rows = [aLimit({ operation: 'outgoing', window: 'transaction', leftCents: 1 })]
  expect(limitsLeft(rows, ['send', 'add'])).toEqual([])
})

test('where the balance has less room than the daily limits leave, its room is shown', () => {
  const days = aLimit({ row: 'L-02', operation: 'outside', window: '30d', leftCents: 50_000 })
  const room = aLimit({ row: 'L-03', operation: 'balance', window: 'always', leftCents: 30_500 })
  expect(limitsLeft([days, room], ['add'])).toEqual([{ purpose: 'add', row: room }])
  expect(limitsLeft([{ ...days, leftCents: 30_000 }, room], ['add'])[0]?.row.row).toBe('L-02')
  expect(limitsLeft([{ ...days, leftCents: 30_500 }, room], ['add'])[0]?.row.row).toBe('L-03')
})

test('a single amount is stopped by the limit on one payment too', () => {
  const one = aLimit({ operation: 'outside', window: 'transaction', leftCents: 25_000 })
  const days = aLimit({ operation: 'outside', window: '30d', leftCents: 50_000 })
  expect(decidingLimit([one, days], 'add')).toBe(one)
  expect(decidingLimit([one, days], 'send')).toBeUndefined()
})

test('an account that may not send yet sees no limit for sending', () => {
  const rows = [aLimit({ operation: 'inApp' }), aLimit({ operation: 'outside', window: '30d' })]
  expect(limitsLeft(rows, ['add']).map(({ purpose }) => purpose)).toEqual(['add'])
})

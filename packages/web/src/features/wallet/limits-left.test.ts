import { expect, test } from 'vitest'
import { aLimit } from '#test/money.ts'
import { limitsLeft } from './limits-left.ts'

test('for sending and for adding money the limit that ends first is told', () => {
  const rows = [
    aLimit({ row: 'a', operation: 'outgoing', window: '30d', leftCents: 900_000 }),
    aLimit({ row: 'b', operation: 'inApp', window: '24h', leftCents: 200_000 }),
    aLimit({ row: 'c', operation: 'deposit', window: '30d', leftCents: 500_000 }),
  ]
  const told = limitsLeft(rows, ['send', 'add'])
  expect(told.map(({ purpose, row }) => [purpose, row.row])).toEqual([
    ['send', 'b'],
    ['add', 'c'],
  ])
})

test('a limit on one payment or on the balance is not one that is used up', () => {
  const rows = [
    aLimit({ operation: 'outgoing', window: 'transaction', leftCents: 1 }),
    aLimit({ operation: 'balance', window: 'always', leftCents: 1 }),
  ]
  expect(limitsLeft(rows, ['send', 'add'])).toEqual([])
})

test('who may not send yet is told nothing of sending', () => {
  const rows = [aLimit({ operation: 'inApp' }), aLimit({ operation: 'outside', window: '30d' })]
  expect(limitsLeft(rows, ['add']).map(({ purpose }) => purpose)).toEqual(['add'])
})

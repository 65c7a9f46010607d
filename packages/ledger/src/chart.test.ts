import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { createHouse, floorOf, isHouse } from './chart.ts'
import { InvalidCommand } from './errors.ts'

test('a user always gets the same stripe, and users are spread over all of them', () => {
  const house = createHouse(4)
  const users = Array.from({ length: 200 }, () => uuidv7())
  const stripes = users.map((id) => house('settlement:card', id).ownerId)
  expect(users.map((id) => house('settlement:card', id).ownerId)).toEqual(stripes)
  expect(new Set(stripes).size).toBe(4)
  expect(stripes.every(isHouse)).toBe(true)
  expect(users.some(isHouse)).toBe(false)
})

test('wallets and liabilities have a floor of zero, settlement accounts have none', () => {
  const floors = ['wallet', 'liability:blocked', 'settlement:card', 'clearing:ach', 'receivable:user'].map(floorOf)
  expect(floors).toEqual([0n, 0n, null, null, null])
})

test('an account outside the chart, or a wallet of the house, is a defect of the caller', () => {
  const house = createHouse(4)
  for (const account of ['wallets', 'settlement', 'settlement:', 'expense:lunch', 'settlement:Card'])
    expect(() => floorOf(account)).toThrow(InvalidCommand)
  expect(() => house('wallet', uuidv7())).toThrow(InvalidCommand)
})

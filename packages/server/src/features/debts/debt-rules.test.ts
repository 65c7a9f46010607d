import { expect, test } from 'vitest'
import { paidCents } from './debt-rules.ts'

test.each([
  ['nothing is owed', 0n, 50_00n, 0n],
  ['the balance has more', 30_00n, 50_00n, 30_00n],
  ['the balance has less', 30_00n, 12_34n, 12_34n],
  ['the balance is empty', 30_00n, 0n, 0n],
  ['too much was paid', -30_00n, 0n, -30_00n],
])('a debt is paid as far as the balance covers it: %s', (_case, owedCents, availableCents, paid) => {
  expect(paidCents(owedCents, availableCents)).toBe(paid)
})

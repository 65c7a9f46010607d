import { expect, test } from 'vitest'
import { aDepositRow, aRow } from '#test/movements.ts'
import { hasFailed } from './movement-end.ts'

test.each([
  ['a declined card', true, aDepositRow(1, { method: 'card', cancelReason: 'declined' })],
  ['a refused payment of which nothing came', true, aDepositRow(1, { method: 'zelle', cancelReason: 'rejected' })],
  ['a withdrawal that was refused', true, aRow(1, { type: 'withdraw', method: 'bank', cancelReason: 'rejected' })],
  ['what came goes back', false, aDepositRow(1, { method: 'zelle', cancelReason: 'rejected', received: 40_00 })],
  [
    'what came is in the balance',
    false,
    aDepositRow(1, { method: 'zelle', cancelReason: 'rejected', givenBack: 40_00 }),
  ],
  ['what was set aside is in the balance', false, aRow(1, { method: 'wallet', cancelReason: 'rejected' })],
  [
    'money that came after a decline',
    false,
    aDepositRow(1, { method: 'card', cancelReason: 'declined', received: 10_00 }),
  ],
  ['what was canceled', false, aRow(1, { method: 'card', cancelReason: 'cancelledByUser' })],
] as const)('of what came to nothing, %s is a failure: %s', (_what, isFailure, row) => {
  expect(hasFailed({ ...row, state: 'CANCELLED' } as typeof row)).toBe(isFailure)
})

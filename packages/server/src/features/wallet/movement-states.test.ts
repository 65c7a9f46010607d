import { MOVEMENT_STATES } from '@puente/contract'
import { expect, test } from 'vitest'
import { canMove, isFinal } from './movement-states.ts'

test('ST-18: a transaction makes exactly the moves of the table, and none out of a final state', () => {
  const moves = MOVEMENT_STATES.flatMap((from) =>
    MOVEMENT_STATES.filter((to) => canMove(from, to)).map((to) => `${from} > ${to}`),
  )
  expect(moves).toEqual([
    'PENDING > ON HOLD',
    'PENDING > CANCELLED',
    'PENDING > COMPLETED',
    'ON HOLD > PENDING',
    'ON HOLD > CANCELLED',
    'ON HOLD > COMPLETED',
  ])
  expect(MOVEMENT_STATES.filter(isFinal)).toEqual(['CANCELLED', 'COMPLETED'])
})

import type { MovementState } from '@puente/contract'

/**
 * What a transaction may become. CANCELLED and COMPLETED are final: what comes back later is a row of its own, linked to
 * the first.
 */
const MOVEMENT_MOVES: Record<MovementState, readonly MovementState[]> = {
  PENDING: ['ON HOLD', 'CANCELLED', 'COMPLETED'],
  'ON HOLD': ['PENDING', 'CANCELLED', 'COMPLETED'],
  CANCELLED: [],
  COMPLETED: [],
}

export const canMove = (from: MovementState, to: MovementState): boolean => MOVEMENT_MOVES[from].includes(to)

export const isFinal = (state: MovementState): boolean => MOVEMENT_MOVES[state].length === 0

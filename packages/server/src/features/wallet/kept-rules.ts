/** Whether a transaction's money went for good, can still be returned, or has been. */
import type { Movement } from './movement.ts'

/** `underWay`: its own outcome is still to come. `cameBack`: money of it has come back, or a provider decides whether it does. */
export type NotKept = 'underWay' | 'nothingMoved' | 'cameBack'

const CONTESTED: ReadonlySet<string> = new Set(['warned', 'contested', 'chargedBack', 'takenBack'])

/** What the steps of a payer's row say of money that its provider gave back to them, or may. */
const isBackOutside = ({ timeline }: Movement): boolean => {
  let [refundedCents, isContested] = [0, false]
  for (const { step, amount = 0 } of timeline) {
    if (step === 'refunded') refundedCents += amount
    if (step === 'refundFailed') refundedCents -= amount
    if (CONTESTED.has(step)) isContested = true
    if (step === 'kept' || step === 'cleared') isContested = false
  }
  return refundedCents > 0 || isContested
}

/** Null where it is completed and whole. `hasReturn`: whether another row of its owner says that money of it came back, or may. */
export const notKept = (row: Movement | undefined, hasReturn: boolean): NotKept | null => {
  if (!row || row.state === 'CANCELLED') return 'nothingMoved'
  if (row.state !== 'COMPLETED') return 'underWay'
  return hasReturn || row.details['returnedAs'] !== undefined || isBackOutside(row) ? 'cameBack' : null
}

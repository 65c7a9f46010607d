/** Whether a transaction's money went for good, can still be returned, or has been. */
import type { Movement } from './movement.ts'

/** `underWay`: its own outcome is still to come. `cameBack`: money of it has come back, or a provider decides whether it does. */
export type NotKept = 'underWay' | 'nothingMoved' | 'cameBack'

type Contest = 'none' | 'open' | 'lost'

const CONTESTS: ReadonlyMap<string, Contest> = new Map([
  ['warned', 'open'],
  ['contested', 'open'],
  ['chargedBack', 'lost'],
  ['takenBack', 'lost'],
  ['kept', 'none'],
  ['cleared', 'none'],
])

/** What the steps of a payer's row say of its provider: what was given back to them, in cents, and how a contest of the rest stands. */
const backOutside = ({ timeline }: Movement): { refundedCents: number; contest: Contest } => {
  let [refundedCents, contest]: [number, Contest] = [0, 'none']
  for (const { step, amount = 0 } of timeline) {
    if (step === 'refunded') refundedCents += amount
    if (step === 'refundFailed') refundedCents -= amount
    contest = CONTESTS.get(step) ?? contest
  }
  return { refundedCents, contest }
}

/** Whether its provider gave money of a payment back to its payer, for good as far as we know. */
export const isGoneOutside = (row: Movement): boolean => {
  const { refundedCents, contest } = backOutside(row)
  return refundedCents > 0 || contest === 'lost'
}

const isBackOutside = (row: Movement): boolean => isGoneOutside(row) || backOutside(row).contest === 'open'

/** Null where it is completed and whole. `hasReturn`: whether another row of its owner says that money of it came back, or may. */
export const notKept = (row: Movement | undefined, hasReturn: boolean): NotKept | null => {
  if (!row || row.state === 'CANCELLED') return 'nothingMoved'
  if (row.state !== 'COMPLETED') return 'underWay'
  return hasReturn || row.details['returnedAs'] !== undefined || isBackOutside(row) ? 'cameBack' : null
}
